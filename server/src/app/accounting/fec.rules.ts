/** The French file of entries: Livre des procédures fiscales, art. A47 A-1. */
import type { EntryRow } from '@bobina/contract/sales/accounting.ts';

export const FEC_COLUMNS = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const;

const JOURNAL_NAMES = { VE: 'Ventes', AC: 'Achats', BQ: 'Banque' } as const;

/**
 * Writes the file: 18 columns separated by tabs, days as YYYYMMDD, decimal commas. Issued documents are final, so
 * ValidDate is the day of the entry. All amounts are in EUR.
 */
export function fecOf(rows: readonly EntryRow[]): string {
  const lines = rows.map((row) =>
    [
      row.journal,
      JOURNAL_NAMES[row.journal],
      row.entry_number,
      plainDay(row.day),
      row.account,
      row.account_name,
      row.party_code ?? '',
      row.party_name ?? '',
      row.document_number,
      plainDay(row.document_day),
      row.description,
      amount(row.debit),
      amount(row.credit),
      '',
      '',
      plainDay(row.day),
      '',
      '',
    ]
      .map((value) => value.replace(/[\t\r\n]+/g, ' '))
      .join('\t'),
  );
  return [FEC_COLUMNS.join('\t'), ...lines, ''].join('\r\n');
}

/** The name that the law gives the file: the SIREN, FEC, and the last day. */
export function fecName(siren: string | null, until: string): string {
  return `${(siren ?? '').replace(/\D/g, '')}FEC${plainDay(until)}.txt`;
}

function plainDay(day: string): string {
  return day.slice(0, 10).replaceAll('-', '');
}
function amount(value: number): string {
  return value.toFixed(2).replace('.', ',');
}
