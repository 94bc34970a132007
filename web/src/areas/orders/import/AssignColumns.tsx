import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import FullSelect from '../../../ui/form/FullSelect.tsx';
import { savePreference, usePreference } from '../../../ui/preferences.ts';
import { FIELDS, HEADERS, OPTIONAL, suggestColumns, type Field, type Places } from './columns.rules.ts';
import type { SheetReading } from './rows.rules.ts';

/** Preference with the header of each field in the last file whose columns were assigned. */
const PREFERENCE = 'orders.import.headers';

interface Props {
  sheet: Extract<SheetReading, { fault: 'missingColumns' }>;
  onAssign: (places: Places) => void;
}

/** Asks which columns of a file hold the fields of an order row. Suggests usual headers and those of the last file. */
export function AssignColumns({ sheet: { headers, examples, at }, onAssign }: Props) {
  const { t } = useTranslation('orderImport');
  const last = usePreference(PREFERENCE) as Partial<Record<Field, string>> | undefined;
  const [chosen, setChosen] = useState<Partial<Record<Field, number>>>({});
  const table = useRef<HTMLDivElement>(null);
  const places = { ...suggestColumns(headers, at, last ?? {}), ...chosen };
  const isComplete = FIELDS.every((field) => field === OPTIONAL || places[field] >= 0);
  useEffect(() => {
    const empty = [...table.current!.querySelectorAll('input')].find((input) => input.required && input.value === '');
    (empty ?? table.current!.querySelector('button')!).focus();
  }, []);
  const options = headers.map((header, index) => ({
    value: String(index),
    label: header.trim() || t('assign.nameless', { number: index + 1 }),
  }));
  const assign = () => {
    const used = FIELDS.flatMap((field) => (headers[places[field]] ? [[field, headers[places[field]]]] : []));
    savePreference(PREFERENCE, Object.fromEntries(used));
    onAssign(places);
  };
  return (
    <Stack gap="xs" ref={table}>
      <Text fw={600} size="sm">
        {t('assign.title')}
      </Text>
      <Table aria-label={t('assign.title')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('assign.field')}</Table.Th>
            <Table.Th>{t('assign.column')}</Table.Th>
            <Table.Th>{t('assign.example')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {FIELDS.map((field) => (
            <Table.Tr key={field}>
              <Table.Td>{t(`field.${field}`)}</Table.Td>
              <Table.Td>
                <FullSelect
                  aria-label={t('assign.columnOf', { field: HEADERS[field] })}
                  required={field !== OPTIONAL}
                  placeholder={t(field === OPTIONAL ? 'assign.listPrice' : 'assign.choose')}
                  value={places[field] >= 0 ? String(places[field]) : null}
                  data={options}
                  clearable={field === OPTIONAL}
                  onChange={(value) => setChosen({ ...chosen, [field]: value === null ? -1 : Number(value) })}
                />
              </Table.Td>
              <Table.Td>{examples[places[field]]?.slice(0, 40)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group justify="flex-end">
        <Button disabled={!isComplete} onClick={assign}>
          {t('assign.continue')}
        </Button>
      </Group>
    </Stack>
  );
}
