import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ImportedRowResult } from '@bobina/contract/system/imports.ts';
import { exportTables } from '../export/export-rows.ts';
import { cellText, type SheetLine } from '../spreadsheet/cells.rules.ts';
import type { Column } from '../table/columns.tsx';
import type { ImportColumn } from './import-columns.ts';
import { faultsOf } from './faults.ts';
import type { ImportFile } from './use-register-import.ts';

interface Props {
  results: readonly ImportedRowResult[];
  file: ImportFile;
  columns: readonly ImportColumn[];
}

/** Downloads the file with one more column, which holds the faults of each row. */
export function DownloadFaults({ results, file, columns }: Props) {
  const { t } = useTranslation('imports');
  if (results.every(({ action }) => action !== 'refuse')) return <span />;
  const save = () => {
    const faults = new Map(results.map((result) => [result.row, faultsOf(result.fields, columns)]));
    const sheet: Column<SheetLine>[] = [
      ...file.headers.map((header, at) => ({
        key: String(at),
        label: header,
        value: (line: SheetLine) => valueAt(line, at),
      })),
      { key: 'faults', label: t('faults'), value: ({ row }) => faults.get(row) ?? '' },
    ];
    const title = file.name.replace(/\.\w+$/, '');
    return exportTables(title, [{ title, columns: sheet, rows: file.lines }]);
  };
  return (
    <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => void save()}>
      {t('download')}
    </Button>
  );
}

function valueAt({ cells }: SheetLine, at: number): string | number {
  const cell = cells[at];
  if (!cell) return '';
  return typeof cell.value === 'number' ? cell.value : cellText(cell);
}
