import { table } from '../../../testing/table.ts';
import { destinationCode, pecOf, recipientCode } from './delivery-address.rules.ts';
import { languageOfCountry, naturaText, printFormats } from './document-texts.ts';
import { stampDutyOf } from '../shared/stamp-duty.rules.ts';
import { weightOf } from './weights.rules.ts';

table('the language of a document', languageOfCountry, [
  ['IT', 'it'],
  ['SM', 'it'],
  ['FR', 'fr'],
  ['MA', 'fr'],
  ['DE', 'en'],
  [null, 'en'],
]);
table('a natura in words', (natura: string) => naturaText('en', natura)?.slice(0, 20) ?? null, [
  ['N3.2', 'VAT exempt: intra-Co'],
  ['N6.7', 'Reverse charge: VAT '],
  ['N9', null],
]);
table('numbers in Italian', (value: number) => printFormats('it').number(value, 2), [
  [8767, '8.767,00'],
  [0.00001, '0,00001'],
  [1234.5, '1.234,50'],
]);
table(
  'stamp duty',
  ([country, natura, net_amount]: [string, string | null, number]) =>
    stampDutyOf({ country, groups: [{ natura, net_amount }], exchange_rate: null }),
  [
    [['IT', 'N4', 77.48], 2],
    [['IT', 'N4', 77.47], null],
    [['IT', 'N3.1', 1000], null],
    [['IT', 'N3.2', 1000], null],
    [['IT', 'N3.5', 1000], 2],
    [['IT', null, 1000], null],
    [['FR', 'N4', 1000], null],
  ],
);
function line(quantity: number, unit_of_measure: string, net: number | null, gross: number | null = null) {
  return {
    quantity,
    unit_of_measure,
    net,
    gross,
  };
}
table('net weight', (lines: ReturnType<typeof line>[]) => weightOf(lines, 'net'), [
  [[line(0.1, 'kg', null), line(0.2, 'kg', 7)], 0.3],
  [[line(3, 'piece', 1.1), line(1, 'kg', null)], 4.3],
  [[line(3, 'piece', null), line(1, 'kg', null)], null],
  [[], 0],
]);
table('gross weight', (lines: ReturnType<typeof line>[]) => weightOf(lines, 'gross'), [
  [[line(10, 'kg', null, 1.05)], 10.5],
  [[line(10, 'kg', 1)], null],
  [[line(500, 'kg', 12.5, 13)], 520],
  [[line(3, 'piece', 12.5, 13)], 39],
]);
function to(codice_destinatario: string | null, codice_invio_elettronico: string | null) {
  return {
    codice_destinatario,
    codice_invio_elettronico,
  };
}
table('the destination code', destinationCode, [
  [to('m5uxcr1', null), 'M5UXCR1'],
  [to(null, 'SUBM70N'), 'SUBM70N'],
  [to('M5UXC', null), null],
  [to('a@pec.example', null), null],
  [to('0000000', null), '0000000'],
  [to('XXXXXXX', null), null],
]);
function at(country_code: string, codice: string | null) {
  return { ...to(codice, null), country_code, is_public_body: false };
}
table('the code of the file', recipientCode, [
  [at('IT', null), '0000000'],
  [at('IT', 'XXXXXXX'), '0000000'],
  [at('FR', null), 'XXXXXXX'],
  [at('FR', '0000000'), 'XXXXXXX'],
  [at('FR', 'M5UXCR1'), 'XXXXXXX'],
  [at('SM', null), '2R4GTO8'],
  [{ ...at('IT', 'uf5hhg'), is_public_body: true }, 'UF5HHG'],
  [{ ...at('FR', 'UF5HHG'), is_public_body: true }, 'XXXXXXX'],
]);
table('the PEC', pecOf, [
  [to(null, 'a@pec.example'), 'a@pec.example'],
  [to('a@pec.example', 'SUBM70N'), 'a@pec.example'],
  [to('M5UXCR1', null), null],
]);
