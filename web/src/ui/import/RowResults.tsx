import { Badge, SegmentedControl, Text } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IMPORT_ACTIONS, type ImportedRowResult } from '@bobina/contract/system/imports.ts';
import { EMPTY, useFormats, type Formats } from '../../lib/formats.ts';
import { commonText } from '../../lib/i18n/i18n.ts';
import { cellText } from '../spreadsheet/cells.rules.ts';
import sheetClasses from '../spreadsheet/spreadsheet.module.css';
import type { Column } from '../table/columns.tsx';
import { DataTable } from '../table/DataTable.tsx';
import { localRows } from '../table/use-rows.ts';
import type { ImportColumn } from './import-columns.ts';
import { faultsOf } from './faults.ts';
import type { ImportFile } from './use-register-import.ts';

type Action = ImportedRowResult['action'];
const COLORS: Record<Action, string> = { create: 'green', update: 'blue', none: 'gray', refuse: 'red' };

interface Props {
  results: readonly ImportedRowResult[];
  file: ImportFile;
  columns: readonly ImportColumn[];
}

/** Shows the rows of an import: new ones, changed ones with old and new values, refused ones with the reasons. */
export function RowResults({ results, file, columns }: Props) {
  const { t } = useTranslation('imports');
  const formats = useFormats();
  const [shown, setShown] = useState<Action | 'all'>('all');
  const counts = useMemo(() => Map.groupBy(results, ({ action }) => action), [results]);
  const rows = useMemo(() => (shown === 'all' ? [...results] : (counts.get(shown) ?? [])), [results, counts, shown]);
  const names = useMemo(
    () => new Map(file.lines.map(({ row, cells }) => [row, cells[0] ? cellText(cells[0]) : ''])),
    [file],
  );
  const table = useMemo(
    (): Column<ImportedRowResult>[] => [
      { key: 'row', label: t('row'), kind: 'number', width: '4.5rem', priority: 1 },
      {
        key: 'action',
        label: t('outcome'),
        cell: ({ action }) => <Badge color={COLORS[action]}>{t(`action.${action}`)}</Badge>,
        width: '8rem',
        priority: 1,
      },
      {
        key: 'name',
        label: file.headers[0] || t('name'),
        value: ({ row }) => names.get(row),
        width: 'minmax(7rem, 1fr)',
        priority: 2,
      },
      {
        key: 'changes',
        label: t('what'),
        cell: (result) => <Changes result={result} columns={columns} formats={formats} />,
        width: 'minmax(14rem, 4fr)',
        priority: 1,
      },
    ],
    [t, formats, columns, file, names],
  );
  const count = (action: Action | 'all') => (action === 'all' ? results.length : (counts.get(action)?.length ?? 0));
  return (
    <>
      <SegmentedControl
        aria-label={t('show')}
        value={shown}
        onChange={(value) => setShown(value as Action | 'all')}
        data={(['all', ...IMPORT_ACTIONS] as const).map((value) => ({
          value,
          label: t(`shown.${value}`, { number: formats.number(count(value)) }),
        }))}
      />
      <div className={sheetClasses.table}>
        <DataTable<ImportedRowResult>
          label={t('preview')}
          rows={localRows(rows, { key: shown })}
          columns={table}
          rowName={({ row }) => String(row)}
          rowId={({ row }) => row}
          empty={{ title: t('empty') }}
        />
      </div>
    </>
  );
}

interface ChangesProps {
  result: ImportedRowResult;
  columns: readonly ImportColumn[];
  formats: Formats;
}

/**
 * Shows the reasons of a refused row, else each field with its old value, struck through, and its new one, and the
 * warnings of the row.
 */
function Changes({ result, columns, formats }: ChangesProps) {
  if (result.action === 'refuse')
    return (
      <Text size="sm" c="var(--mantine-color-error)" style={{ whiteSpace: 'normal' }}>
        {faultsOf(result.fields, columns)}
      </Text>
    );
  return (
    <div style={{ whiteSpace: 'normal' }}>
      <Text size="sm">
        {result.changes.map(({ field, before, after }, index) => {
          const column = columns.find(({ name }) => name === field);
          return (
            <span key={field}>
              {index > 0 && ' · '}
              {column?.label ?? field}: {result.action === 'update' && <s>{shownAs(before, column, formats)}</s>}{' '}
              {shownAs(after, column, formats)}
            </span>
          );
        })}
      </Text>
      {result.warnings.length > 0 && (
        <Text size="sm" c="var(--bobina-on-light-yellow)">
          {faultsOf(result.warnings, columns)}
        </Text>
      )}
    </div>
  );
}

function shownAs(value: string | number | boolean | null, column: ImportColumn | undefined, formats: Formats): string {
  if (value === null || value === '') return EMPTY;
  if (typeof value === 'boolean') return commonText(value ? 'yes' : 'no');
  if (typeof value === 'number') return formats.number(value, 5);
  if (column?.kind.kind === 'day') return formats.day(value);
  return column?.options.find((option) => option.value === value)?.label ?? value;
}
