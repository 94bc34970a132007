import { Alert, Button, Checkbox, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IMPORT_MODES, type ImportRegister } from '@bobina/contract/system/imports.ts';
import { cellText, isEmptyCell } from '../spreadsheet/cells.rules.ts';
import { mayEndPrevious, missingKeys, missingRequired, type ImportColumn } from './import-columns.ts';
import type { ImportMode, ImportState } from './use-register-import.ts';
import { firstField } from '../focus/focus-first.ts';
import FullSelect from '../form/FullSelect.tsx';
import { useLayerHandler } from '../overlay/use-layer.ts';

type State = Extract<ImportState, { step: 'columns' }>;
interface Props {
  register: ImportRegister;
  columns: readonly ImportColumn[];
  state: State;
  onChange: (state: State) => void;
  onBack: () => void;
  onCheck: (state: State) => void;
}

/** Shows which field each column of the file gives; the user corrects it and chooses which rows are written. */
export function ColumnsStep({ register, columns, state, onChange, onBack, onCheck }: Props) {
  const { t } = useTranslation('imports');
  const { file, fields, mode, problem } = state;
  const missing = missingKeys(register, fields);
  const required = mode === 'update' ? [] : missingRequired(register, columns, fields);
  const labelOf = (name: string) => columns.find((column) => column.name === name)?.label ?? name;
  const isEmpty = fields.every((field) => field === null);
  const table = useRef<HTMLTableElement>(null);
  const previewButton = useRef<HTMLButtonElement>(null);
  const focusFirst = useEffectEvent(() => {
    const button = previewButton.current!;
    const field = firstField(table.current!) as HTMLInputElement | undefined;
    // A column that is not imported is a question only while something is missing.
    const asks = (missing.length > 0 || required.length > 0) && field?.value === '';
    (button.disabled || asks ? field : button)?.focus();
  });
  useEffect(() => focusFirst(), []);
  useLayerHandler('save', () => previewButton.current!.click());
  /** A field has one column: choosing it here frees it elsewhere. */
  const choose = (at: number, name: string | null) =>
    onChange({ ...state, fields: fields.map((field, index) => (index === at ? name : field === name ? null : field)) });
  return (
    <Stack gap="sm">
      {problem && (
        <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
          {problem}
        </Alert>
      )}
      {(isEmpty || missing.length > 0) && (
        <Alert color="yellow" variant="light" icon={<IconAlertCircle />} role="alert">
          {isEmpty ? t('none') : t('missing', { columns: missing.map(labelOf).join(', ') })}
        </Alert>
      )}
      {!isEmpty && required.length > 0 && (
        <Alert color="yellow" variant="light" icon={<IconAlertCircle />} role="alert">
          {t('required', { columns: required.map(({ label }) => label).join(', ') })}
        </Alert>
      )}
      <Text size="sm" fw={600}>
        {file.name}
      </Text>
      <Table ref={table} aria-label={t('columnsTitle')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('header')}</Table.Th>
            <Table.Th>{t('example')}</Table.Th>
            <Table.Th>{t('field')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {file.headers.map((header, at) => (
            <Table.Tr key={at}>
              <Table.Td>{header}</Table.Td>
              <Table.Td>{exampleOf(file.lines, at)}</Table.Td>
              <Table.Td>
                <FullSelect
                  aria-label={t('fieldOf', { header })}
                  placeholder={t('notImported')}
                  value={fields[at] ?? null}
                  data={columns.map(({ name, label }) => ({ value: name, label }))}
                  clearable
                  onChange={(name) => choose(at, name)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {register !== 'opening-stock' && (
        <SegmentedControl
          aria-label={t('mode')}
          value={mode}
          data={IMPORT_MODES.map((value) => ({ value, label: t(`modes.${value}`) }))}
          onChange={(value) => onChange({ ...state, mode: value as ImportMode })}
        />
      )}
      {mayEndPrevious(columns, fields) && (
        <Checkbox
          label={t('endPrevious')}
          checked={state.endsPrevious}
          onChange={({ currentTarget: { checked } }) => onChange({ ...state, endsPrevious: checked })}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <Button ref={previewButton} disabled={isEmpty || missing.length > 0} onClick={() => onCheck(state)}>
          {t('preview')}
        </Button>
      </Group>
    </Stack>
  );
}

/** The first filled cell of a column. */
function exampleOf(lines: State['file']['lines'], at: number): string {
  const found = lines.find(({ cells }) => cells[at] && !isEmptyCell(cells[at]));
  return found ? cellText(found.cells[at]!).slice(0, 40) : '';
}
