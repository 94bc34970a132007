import { bareHeader, plainHeader } from '../../../ui/spreadsheet/cells.rules.ts';

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

/** The column index of each field; -1 when the sheet has none. */
export type Places = Readonly<Record<Field, number>>;

/** The field that a sheet may leave out if the user says so: the price then comes from the customer's list. */
export const OPTIONAL: Field = 'prezzo_unitario';

/** Headers that other programs write, in the three languages. They are only suggested. */
const OTHER_HEADERS: Readonly<Record<Field, readonly string[]>> = {
  numero_ordine_cliente: [
    'Numero ordine',
    'N. ordine',
    'Ordine',
    'Vs. ordine',
    'Vostro ordine',
    'Rif. ordine',
    'Riferimento',
    'Order number',
    'Order no.',
    'Order',
    'PO',
    'PO number',
    'N° commande',
    'Numéro de commande',
    'Commande',
  ],
  data_ordine: ['Data', 'Data documento', 'Order date', 'Date', 'Date de commande', 'Date commande'],
  codice_prodotto: [
    'Codice',
    'Cod.',
    'Articolo',
    'Codice articolo',
    'Cod. articolo',
    'Cod. prodotto',
    'Prodotto',
    'Product code',
    'Product',
    'Item',
    'Item code',
    'SKU',
    'Code',
    'Code produit',
    'Code article',
    'Article',
    'Référence',
    'Réf.',
  ],
  quantita: ['Qtà', 'Q.tà', 'Quantity', 'Qty', 'Quantité', 'Qté', 'Pezzi'],
  data_consegna: [
    'Consegna',
    'Consegna richiesta',
    'Data richiesta',
    'Delivery date',
    'Delivery',
    'Due date',
    'Date de livraison',
    'Date livraison',
    'Livraison',
  ],
  prezzo_unitario: ['Prezzo', 'Prezzo un.', 'Unit price', 'Price', 'Prix unitaire', 'Prix'],
};

/** Finds the columns by their headers. @returns their places, and the names of missing ones */
export function findColumns(headers: readonly string[]): { at: Places; missing: readonly string[] } {
  // "N. ordine cliente" is the name on the screens.
  const plain = headers.map((header) =>
    plainHeader(header).replace(/\b(?:nr?|num)\s?[.°º]?\s?(?=ordine\b)/, 'numero '),
  );
  const entries = FIELDS.map((field) => [field, placeOf(plain, plainHeader(HEADERS[field]))] as const);
  return {
    at: Object.fromEntries(entries) as Places,
    missing: entries.filter(([, index]) => index < 0).map(([field]) => HEADERS[field]),
  };
}

/**
 * Suggests a column for each field that was not found: the one that the user assigned last, else one with a usual header.
 * @param last header of each field in the last file whose columns the user assigned
 */
export function suggestColumns(headers: readonly string[], at: Places, last: Partial<Record<Field, string>>): Places {
  const bare = headers.map(bareHeader);
  const entries = FIELDS.map((field) => {
    if (at[field] >= 0) return [field, at[field]] as const;
    const names = [...(last[field] ? [last[field]] : []), ...OTHER_HEADERS[field]].map(bareHeader);
    const place = names.map((name) => bare.indexOf(name)).find((index) => index >= 0);
    return [field, place ?? -1] as const;
  });
  return Object.fromEntries(entries) as Places;
}

/** Returns the index of the header that equals the name, else of the first one that contains it. */
function placeOf(plain: readonly string[], name: string): number {
  const own = plain.findIndex((text) => text.trim() === name);
  return own >= 0 ? own : plain.findIndex((text) => text.includes(name));
}
