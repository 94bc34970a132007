/** The columns of a spreadsheet of orders, as its headers name them: Italian in every language. Spec 3 §5. */

export const FIELDS = [
  'numero_ordine_cliente',
  'data_ordine',
  'codice_prodotto',
  'quantita',
  'data_consegna',
  'prezzo_unitario',
] as const;
export type Field = (typeof FIELDS)[number];

/** What a header has to contain. */
export const HEADERS: Readonly<Record<Field, string>> = {
  numero_ordine_cliente: 'numero ordine cliente',
  data_ordine: 'data ordine',
  codice_prodotto: 'codice prodotto',
  quantita: 'quantità',
  data_consegna: 'data consegna',
  prezzo_unitario: 'prezzo unitario',
};

/** @returns where each column stands, and the names of those not found */
export function findColumns(headers: readonly string[]): {
  at: Readonly<Record<Field, number>>;
  missing: readonly string[];
} {
  const said = headers.map(plain);
  const entries = FIELDS.map((field) => [field, placeOf(said, plain(HEADERS[field]))] as const);
  return {
    at: Object.fromEntries(entries) as Record<Field, number>,
    missing: entries.filter(([, index]) => index < 0).map(([field]) => HEADERS[field]),
  };
}

/** Capitals, accents (`QUANTITA'`) and the kind of space make no difference. */
function plain(text: string) {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[\s\u00a0\u202f_]+/g, ' ')
    .toLowerCase();
}

/** Where a column is: under the header that is its name, else under the first that contains it. */
function placeOf(said: readonly string[], name: string): number {
  const own = said.findIndex((text) => text.trim() === name);
  return own >= 0 ? own : said.findIndex((text) => text.includes(name));
}
