import { plainHeader } from '../../../ui/spreadsheet/cells.rules.ts';

/** Columns of a spreadsheet of orders. Their headers are Italian in every language. */

export const FIELDS = [
  'numero_ordine_cliente',
  'data_ordine',
  'codice_prodotto',
  'quantita',
  'data_consegna',
  'prezzo_unitario',
] as const;
export type Field = (typeof FIELDS)[number];

/** Text that each header must contain. */
export const HEADERS: Readonly<Record<Field, string>> = {
  numero_ordine_cliente: 'numero ordine cliente',
  data_ordine: 'data ordine',
  codice_prodotto: 'codice prodotto',
  quantita: 'quantità',
  data_consegna: 'data consegna',
  prezzo_unitario: 'prezzo unitario',
};

/** Finds the columns by their headers. @returns the index of each column, and the names of missing ones */
export function findColumns(headers: readonly string[]): {
  at: Readonly<Record<Field, number>>;
  missing: readonly string[];
} {
  // "N. ordine cliente" is the name on the screens.
  const plain = headers.map((header) =>
    plainHeader(header).replace(/\b(?:nr?|num)\s?[.°º]?\s?(?=ordine\b)/, 'numero '),
  );
  const entries = FIELDS.map((field) => [field, placeOf(plain, plainHeader(HEADERS[field]))] as const);
  return {
    at: Object.fromEntries(entries) as Record<Field, number>,
    missing: entries.filter(([, index]) => index < 0).map(([field]) => HEADERS[field]),
  };
}

/** Returns the index of the header that equals the name, else of the first one that contains it. */
function placeOf(plain: readonly string[], name: string): number {
  const own = plain.findIndex((text) => text.trim() === name);
  return own >= 0 ? own : plain.findIndex((text) => text.includes(name));
}
