import type { ImportedRowResult } from '@bobina/contract/system/imports.ts';
import type { ImportColumn } from './import-columns.ts';

/** The reasons of a refused row, or the warnings of another one, as one text: the label of each column with its message. */
export function faultsOf(fields: ImportedRowResult['fields'], columns: readonly ImportColumn[]): string {
  return fields
    .map(({ path, message }) => {
      const label = columns.find(({ name }) => name === path)?.label ?? path;
      return label === '' ? message : `${label}: ${message}`;
    })
    .join(' · ');
}
