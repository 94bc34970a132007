import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import type { CellValue, ImportColumn } from './import-columns.ts';
import { DownloadFaults } from './DownloadFaults.tsx';
import { RowResults } from './RowResults.tsx';
import type { Preview } from './use-register-import.ts';
import { FinalNote } from '../overlay/FinalNote.tsx';
import FullSelect from '../form/FullSelect.tsx';

interface Props {
  columns: readonly ImportColumn[];
  preview: Preview;
  /** The values that the form of a new row starts with. */
  usual?: Readonly<Record<string, unknown>> | undefined;
  onBack: () => void;
  onSend: (preview: Preview, chosen: Readonly<Record<string, CellValue>>) => void;
}

/**
 * Shows what the import would do. Fields that the database would fill in for new rows have no preselected value: the
 * user chooses one before the import, or takes those of the form with one button.
 */
export function PreviewStep({ columns, preview, usual = {}, onBack, onSend }: Props) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const { results, rows, problem } = preview;
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const open = useMemo(() => openFields(columns, preview), [columns, preview]);
  const optionsOf = ({ kind: { kind }, options }: ImportColumn) =>
    kind === 'flag'
      ? [
          { value: 'true', label: common('yes') },
          { value: 'false', label: common('no') },
        ]
      : [...options];
  const usualOfOpen = open.flatMap(({ name }) => {
    const value = usual[name];
    return typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)]] : [];
  });
  const given = Object.fromEntries(
    open.flatMap(({ name, kind }) => {
      const value = chosen[name];
      return value === undefined ? [] : [[name, kind.kind === 'flag' ? value === 'true' : value]];
    }),
  ) as Record<string, CellValue>;
  const shown = useMemo(
    () =>
      results.map((result, index) =>
        result.action === 'create'
          ? {
              ...result,
              changes: [
                ...result.changes,
                ...Object.entries(given).flatMap(([field, after]) =>
                  rows[index]!.values[field] === undefined ? [{ field, before: null, after }] : [],
                ),
              ],
            }
          : result,
      ),
    [results, rows, chosen], // oxlint-disable-line react-hooks/exhaustive-deps -- `given` follows from `chosen`
  );
  const count = results.filter(({ action }) => action === 'create' || action === 'update').length;
  return (
    <Stack gap="sm">
      {problem && (
        <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
          {problem}
        </Alert>
      )}
      <UnknownNames columns={columns} preview={preview} />
      {open.length > 0 && (
        <div>
          <Text size="sm" fw={600} mb={4}>
            {t('chooseFor')}
          </Text>
          <Group gap="sm" align="flex-end">
            {open.map((column) => (
              <FullSelect
                key={column.name}
                label={column.label}
                withAsterisk
                w={190}
                value={chosen[column.name] ?? null}
                data={optionsOf(column)}
                allowDeselect={false}
                onChange={(value) => value !== null && setChosen((before) => ({ ...before, [column.name]: value }))}
              />
            ))}
            {usualOfOpen.length > 0 && (
              <Button
                variant="default"
                onClick={() =>
                  setChosen((before) => ({ ...before, ...(Object.fromEntries(usualOfOpen) as typeof before) }))
                }
              >
                {t('useUsual')}
              </Button>
            )}
          </Group>
        </div>
      )}
      <RowResults results={shown} file={preview.file} columns={columns} />
      {count > 0 && <FinalNote />}
      <Group justify="space-between">
        <DownloadFaults results={results} file={preview.file} columns={columns} />
        <Group>
          <Button variant="default" onClick={onBack}>
            {t('back')}
          </Button>
          <Button
            data-autofocus
            disabled={count === 0 || open.some(({ name }) => chosen[name] === undefined)}
            onClick={() => onSend(preview, given)}
          >
            {t('confirm', { count, shown: formats.number(count) })}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** The fields with a default of the database that a new row of the file leaves empty. */
function openFields(columns: readonly ImportColumn[], { results, rows }: Preview): ImportColumn[] {
  const fresh = rows.filter((_, index) => results[index]!.action === 'create');
  return columns.filter(({ name, kind }) => kind.hasDefault && fresh.some(({ values }) => values[name] === undefined));
}

const MOST_NAMES = 20;
const MOST_ROWS = 8;

/** Lists the codes and names that do not exist, with their rows. */
function UnknownNames({ columns, preview: { results, rows } }: { columns: readonly ImportColumn[]; preview: Preview }) {
  const { t } = useTranslation('imports');
  const formats = useFormats();
  const found = new Map<string, { column: string; value: string; rows: number[] }>();
  for (const [index, { row, fields }] of results.entries())
    for (const { path } of fields.filter(({ code }) => code === 'unknown')) {
      const value = String(rows[index]!.values[path] ?? '');
      const column = columns.find(({ name }) => name === path)?.label ?? path;
      const key = `${path} ${value.toLowerCase()}`;
      const known = found.get(key) ?? { column, value, rows: [] };
      known.rows.push(row);
      found.set(key, known);
    }
  if (found.size === 0) return null;
  const named = [...found.values()].slice(0, MOST_NAMES).map(({ column, value, rows: at }) => {
    const shown = at.slice(0, MOST_ROWS).map((row) => formats.number(row));
    return t('unknownAt', { column, value, rows: [...shown, ...(at.length > MOST_ROWS ? ['…'] : [])].join(', ') });
  });
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" title={t('unknown')}>
      {[...named, ...(found.size > MOST_NAMES ? ['…'] : [])].join(' · ')}
    </Alert>
  );
}
