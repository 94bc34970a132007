import { frenchAddressOf, sirenOf } from '../shared/french-company.rules.ts';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { table } from '../../../testing/table.ts';
import { basicLatin, latin } from './latin.rules.ts';
import { europeanVat, italianTaxCode, paymentMethod, splitVatNumber, validIban, vatDigits } from './numbers.rules.ts';
import { categoryOf } from './vat-categories.rules.ts';
import { Element, xmlDocument } from './xml.ts';

test('every character of Unicode becomes Latin-1 in a text and ASCII in a code', () => {
  const BLOCK = 0x100;
  for (let first = 0; first <= 0x10ffff; first += BLOCK) {
    const block = String.fromCodePoint(...Array.from({ length: BLOCK }, (_, at) => first + at));
    assert.match(latin(block, 10_000), /^[\u0020-\u007e\u00a0-\u00ff]*$/);
    assert.match(basicLatin(block, 10_000), /^[\u0020-\u007e]*$/);
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
const FRENCH_PARTY = { siren: '303265045', vat_number: null, country_code: 'FR' };
table('an electronic address of a French party', frenchAddressOf, [
  [FRENCH_PARTY, '303265045'],
  [{ ...FRENCH_PARTY, siret: '303 265 045 00017' }, '303265045'],
  [{ ...FRENCH_PARTY, siret: '30326504500017', routing_code: 'COMPTA' }, '303265045_30326504500017_COMPTA'],
  [{ ...FRENCH_PARTY, routing_code: 'COMPTA' }, '303265045_COMPTA'],
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
