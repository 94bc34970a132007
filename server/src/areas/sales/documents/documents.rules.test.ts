import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { acceptedFile, FileAnswer } from '../../../platform/http/file-answer.ts';
import { basicLatin, latin } from '../e-invoice/latin.rules.ts';
import {
  europeanVat,
  italianTaxCode,
  paymentMethod,
  sirenOf,
  splitVatNumber,
  validIban,
  vatDigits,
} from '../e-invoice/numbers.rules.ts';
import { categoryOf } from '../e-invoice/vat-categories.rules.ts';
import { Element, xmlDocument } from '../e-invoice/xml.ts';
import { countryOf } from './countries.rules.ts';
import { destinationCode, pecOf, recipientCode } from './delivery-address.rules.ts';
import { languageOfCountry, naturaText, printFormats } from './document-texts.ts';
import { filledParty } from './party-snapshots.rules.ts';
import { stampDutyOf } from './stamp-duty.rules.ts';
import { weightOf } from './weights.rules.ts';

/** Generates one test for each pair of input and output. */
function table<I, O>(name: string, rule: (input: I) => O, rows: readonly (readonly [I, O])[]): void {
  void describe(name, () => {
    for (const [given, expected] of rows)
      test(`${JSON.stringify(given)} → ${JSON.stringify(expected)}`, () => assert.deepEqual(rule(given), expected));
  });
}

table(
  'the country of a party',
  ([country_code, country]: [string | null, string | null]) => countryOf({ country_code, country }),
  [
    [['FR', 'Italia'], 'FR'],
    [[null, 'Italia'], 'IT'],
    [[null, ' ITALY '], 'IT'],
    [[null, 'Maroc'], 'MA'],
    [[null, 'Francia'], 'FR'],
    [[null, 'de'], 'DE'],
    [[null, 'Atlantide'], null],
    [[null, null], null],
  ],
);
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
  ([country, natura, net_amount]: [string, string | null, number]) => stampDutyOf(country, [{ natura, net_amount }]),
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
test('the snapshot of a party stays; missing values that a check requires are filled in', () => {
  const mended = new Set(['a', 'b', 'c']);
  assert.deepEqual(
    filledParty({ a: 'then', b: null, c: '', gone: 1 }, { a: 'now', b: 'now', c: 'now', d: 'now', e: null }, mended),
    { a: 'then', b: 'now', c: 'now', d: null, e: null },
  );
});

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
  return { ...to(codice, null), country_code };
}
table('the code of the file', recipientCode, [
  [at('IT', null), '0000000'],
  [at('IT', 'XXXXXXX'), '0000000'],
  [at('FR', null), 'XXXXXXX'],
  [at('FR', '0000000'), 'XXXXXXX'],
  [at('FR', 'M5UXCR1'), 'XXXXXXX'],
  [at('SM', null), '2R4GTO8'],
]);
table('the PEC', pecOf, [
  [to(null, 'a@pec.example'), 'a@pec.example'],
  [to('a@pec.example', 'SUBM70N'), 'a@pec.example'],
  [to('M5UXCR1', null), null],
]);

test('every character of Unicode becomes Latin-1 in a text and ASCII in a code', () => {
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    assert.match(latin(character, 100), /^[\u0020-\u007e\u00a0-\u00ff]*$/);
    assert.match(basicLatin(character, 100), /^[\u0020-\u007e]*$/);
  }
});
table('Latin-1', (text: string) => latin(text, 20), [
  ['Società à é ß ½', 'Società à é ß ½'],
  ['Łódź – “x” €', 'Lódz - "x" EUR'],
  ['Χαρτί Ωμέγα', 'Charti Omega'],
  ['Бумага и Щит', 'Bumaga i Shchit'],
  ['a\u202e\u200bb\u0000\nc', 'ab? c'],
  ['x\u0301 \ue000', 'x ?'],
  ['你好', 'NiHao'],
  ['x'.repeat(50), 'x'.repeat(20)],
]);
table('Latin without accents', (text: string) => basicLatin(text, 12), [
  ['Città № 4/à', 'Citta No 4/a'],
  ['Ордер 7', 'Order 7'],
  ['x'.repeat(50), 'x'.repeat(12)],
]);
table(
  'a VAT number alone',
  ([number, country]: [string | null, string | null]) => [vatDigits(number, country), europeanVat(number, country)],
  [
    [
      ['IT 01234567897', 'IT'],
      ['01234567897', 'IT01234567897'],
    ],
    [
      ['01234567897', 'IT'],
      ['01234567897', 'IT01234567897'],
    ],
    [
      ['EL123456789', 'GR'],
      ['123456789', 'EL123456789'],
    ],
    [
      ['FR40303265045', 'IT'],
      ['FR40303265045', 'FR40303265045'],
    ],
    [
      [null, 'IT'],
      ['', ''],
    ],
  ],
);
table(
  'a VAT number split into country and number',
  ([number, country]: [string | null, string | null]) => {
    const vat = splitVatNumber(number, country);
    return vat && [vat.country, vat.code];
  },
  [
    [
      ['FR40303265045', 'FR'],
      ['FR', '40303265045'],
    ],
    [
      ['40 303 265 045', 'FR'],
      ['FR', '40303265045'],
    ],
    [
      ['AT303265045', 'FR'],
      ['FR', 'AT303265045'],
    ],
    [
      ['FR40303265045', 'MC'],
      ['FR', '40303265045'],
    ],
    [
      ['EL123456789', 'GR'],
      ['GR', '123456789'],
    ],
    [
      ['ESB12345678', 'ES'],
      ['ES', 'B12345678'],
    ],
    [
      ['XI123456789', 'GB'],
      ['XI', '123456789'],
    ],
    [
      ['MA001512345000078', 'MA'],
      ['MA', '001512345000078'],
    ],
    [
      ['001512345000078', 'MA'],
      ['MA', '001512345000078'],
    ],
    [
      ['CHE-123.456.789', 'CH'],
      ['CH', 'CHE123456789'],
    ],
    [
      ['12-3456789', 'US'],
      ['US', '123456789'],
    ],
    [['', 'US'], null],
    [['12345678', null], null],
  ],
);
table('a VAT number of EN 16931', ([number, country]: [string | null, string | null]) => europeanVat(number, country), [
  [['CHE-123.456.789', 'CH'], 'CHE123456789'],
  [['IF12345', 'MA'], 'MAIF12345'],
  [['GR123456789', 'GR'], 'EL123456789'],
]);
table('an IBAN', validIban, [
  ['IT60 X054 2811 1010 0000 0123 456', 'IT60X0542811101000000123456'],
  ['IT61X0542811101000000123456', null],
  ['x', null],
  [null, null],
]);
table('a tax code', italianTaxCode, [
  ['rssmra80a01h501u', 'RSSMRA80A01H501U'],
  ['01234567897', '01234567897'],
  ['123', null],
  [null, null],
]);
table('a way of payment', paymentMethod, [
  ['MP05', 'MP05'],
  ['mp23', 'MP23'],
  ['MP24', null],
  ['MP00', null],
  ['bonifico', null],
  [null, null],
]);
table('a SIREN', sirenOf, [
  [{ siren: '303 265 045', vat_number: null, country_code: 'FR' }, '303265045'],
  [{ vat_number: '40303265045', country_code: 'FR' }, '303265045'],
  [{ vat_number: '01234567897', country_code: 'IT' }, null],
]);
table(
  'a category of VAT',
  ([vat_rate, natura]: [number, string | null]) => categoryOf({ vat_rate, natura })?.code ?? null,
  [
    [[22, null], 'S'],
    [[0, null], 'Z'],
    [[0, 'N3.2'], 'K'],
    [[0, 'N3.1'], 'G'],
    [[0, 'N6.1'], 'AE'],
    [[0, 'N4'], 'E'],
    [[0, 'N2.1'], null],
    [[0, 'N7'], null],
  ],
);

describe('XML', () => {
  test('escapes texts and attributes, drops characters that XML does not allow, and omits empty elements', () => {
    assert.equal(
      xmlDocument(
        'a',
        { x: '"<&>' },
        { b: '<i>&"\u0000\ud800', c: null, d: { e: '' }, f: ['1', null, 2], g: new Element({ y: '1' }, '') },
      ),
      '<?xml version="1.0" encoding="UTF-8"?>\n<a x="&quot;&lt;&amp;&gt;">\n  <b>&lt;i&gt;&amp;&quot;\ufffd</b>\n  <f>1</f>\n  <f>2</f>\n</a>\n',
    );
  });
});

table('the file that an Accept header prefers', (header: string) => acceptedFile(header, ['application/pdf']), [
  ['application/pdf', 'application/pdf'],
  ['text/html, application/pdf;q=0.2', 'application/pdf'],
  ['application/json;q=0.9, application/pdf;q=0.8', undefined],
  ['application/pdf;q=0', undefined],
  ['*/*', undefined],
  ['application/pdf;q=x', undefined],
  [`${'a/b,'.repeat(10_000)}application/pdf`, undefined],
]);
test('file names contain no characters invalid in headers or file systems', () => {
  assert.equal(
    new FileAnswer('application/pdf', 'FT-2026/00012 "è"\r\n.pdf', 'x', 'inline').name,
    'FT-2026-00012-.pdf',
  );
});
