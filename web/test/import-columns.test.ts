import { expect, test } from 'vitest';
import type { ImportRegister } from '@bobina/contract/system/imports.ts';
import { cellValue, labelImportColumns, matchHeaders, mayEndPrevious } from '../src/ui/import/import-columns.ts';

test('a unit of measure is read by its label, its wire word and its usual abbreviations', () => {
  const labels: Record<string, string> = { piece: 'pezzo', box: 'scatola' };
  const columns = labelImportColumns('products', {
    labelOf: (name) => name,
    optionOf: (_, option) => labels[option] ?? option,
  });
  const unit = columns.find(({ name }) => name === 'unit_of_measure')!;
  const read = (value: string) => cellValue({ value }, unit, 0);
  expect(['Scatola', 'scat.', 'box', 'pz', 'KG', 'rotolo', '5 kg'].map(read)).toEqual([
    'box',
    'box',
    'box',
    'piece',
    'kg',
    'rotolo',
    '5 kg',
  ]);
});

function columnsOf(register: ImportRegister) {
  return labelImportColumns(register, { labelOf: (name) => name, optionOf: (_, option) => option });
}

/** The fields of a whole price list of customers or suppliers. */
function pricesOf(party: 'customer' | 'supplier') {
  return ['product_code', party, 'price', 'start_date', 'end_date'];
}

test.each<[ImportRegister, string, (string | null)[]]>([
  ['customer-prices', 'Codice, Cliente, Prezzo, Dal', ['product_code', 'customer', 'price', 'start_date']],
  ['customer-prices', 'Articolo, Cliente, Prezzo, Data, Scadenza', pricesOf('customer')],
  ['customer-prices', 'Code, Customer, Price, From, To', pricesOf('customer')],
  ['customer-prices', 'Référence, Client, Prix, Du, Au', pricesOf('customer')],
  ['prices', 'Codice articolo, Fornitore, Prezzo, Valido dal, Fino al', pricesOf('supplier')],
  ['prices', 'Code article, Fournisseur, Prix, À partir du, Au', pricesOf('supplier')],
  ['prices', 'ITEM, Supplier, Price, Valid from, Until', pricesOf('supplier')],
  // Days or quantities: nobody knows.
  ['prices', 'Code, Supplier, Price, From, To', ['product_code', 'supplier', 'price', null, null]],
  // The plainest heading wins over those before it.
  [
    'customer-prices',
    'Data, Articolo, Codice, Cliente, Prezzo, Dal',
    [null, null, 'product_code', 'customer', 'price', 'start_date'],
  ],
  ['customer-prices', 'Codice cliente, Sconto, Listino', [null, null, null]],
  ['products', 'Codice, Prezzo, Dal, Cliente', ['code', null, null, null]],
])('of %s, the headers %s are recognised', (register, headers, fields) => {
  const columns = columnsOf(register).map((column) =>
    column.name === 'code' ? { ...column, label: 'Codice' } : column,
  );
  expect(matchHeaders(register, headers.split(', '), columns)).toEqual(fields);
});

test('previous prices are ended by a choice only where no column of the file does it', () => {
  expect(mayEndPrevious(columnsOf('prices'), ['product_code', null])).toBe(true);
  expect(mayEndPrevious(columnsOf('customer-prices'), ['product_code', 'closes_previous'])).toBe(false);
  expect(mayEndPrevious(columnsOf('products'), ['code'])).toBe(false);
});
