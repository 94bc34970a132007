import type { TFunction } from 'i18next';
import type { ImportFaults, RefusedImportRow } from '@bobina/contract/system/imports.ts';
import { exportTables } from '../../../ui/export/export-rows.ts';
import type { Column } from '../../../ui/table/columns.tsx';

/** Downloads the refused rows of an import under the headers of its file, with their faults in one more column. */
export function saveFaults(found: ImportFaults, t: TFunction<'records'>): Promise<void> {
  const title = found.file?.replace(/\.\w+$/, '') ?? t(`imports.registers.${found.register}`);
  const faults: Column<RefusedImportRow> = {
    key: 'faults',
    label: t('imports.faults'),
    value: (row) => reasonsOf(found, row),
  };
  return exportTables(title, [{ title, columns: [...valueColumns(found), faults], rows: found.refused_rows }]);
}

/** The columns of the file that the refused rows have, in its order. */
export function valueColumns({ headers, refused_rows: rows }: ImportFaults): Column<RefusedImportRow>[] {
  const fields = new Set([...Object.keys(headers), ...rows.flatMap(({ values }) => Object.keys(values))]);
  return [...fields].map((field) => ({
    key: field,
    label: headers[field] ?? field,
    value: ({ values }) => {
      const value = values[field] ?? null;
      return typeof value === 'boolean' ? String(value) : value;
    },
  }));
}

/** The reasons of a refused row as one text. */
export function reasonsOf({ headers }: Pick<ImportFaults, 'headers'>, { fields }: RefusedImportRow): string {
  return fields
    .map(({ path, message }) => (path === '' ? message : `${headers[path] ?? path}: ${message}`))
    .join(' · ');
}
