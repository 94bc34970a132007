import { expect, test } from 'vitest';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import { CURRENCIES, UNITS } from '@bobina/contract/core/fields.ts';
import en from '../src/lib/i18n/common/en.json' with { type: 'json' };
import fr from '../src/lib/i18n/common/fr.json' with { type: 'json' };
import it from '../src/lib/i18n/common/it.json' with { type: 'json' };
import { readNumber, unitNamed } from '@bobina/contract/core/read-number.ts';

function number(value: number) {
  return { kind: 'number', value };
}
function ambiguous(grouped: number, decimal: number) {
  return { kind: 'ambiguous', grouped, decimal };
}
const invalid = { kind: 'invalid' };

test.each<[string, Language, object]>([
  ['', 'it', { kind: 'empty' }],
  ['  ', 'it', { kind: 'empty' }],
  ['12', 'it', number(12)],
  ['12,5', 'it', number(12.5)],
  ['12.5', 'it', number(12.5)],
  ['1.234,56', 'it', number(1234.56)],
  ['1,234.56', 'it', number(1234.56)],
  ['1.234.567', 'it', number(1_234_567)],
  ['1 234,5', 'fr', number(1234.5)],
  ['1\u202f234,5', 'fr', number(1234.5)],
  ['8.767', 'it', ambiguous(8767, 8.767)],
  ['8.767', 'fr', ambiguous(8767, 8.767)],
  ['8.767', 'en', number(8.767)],
  ['8,767', 'it', number(8.767)],
  ['8,767', 'en', ambiguous(8767, 8.767)],
  ['0.767', 'it', number(0.767)],
  ['8.7670', 'it', number(8.767)],
  ['1234.567', 'it', number(1234.567)],
  ['-12,5', 'it', number(-12.5)],
  ['-0', 'it', number(0)],
  [',5', 'it', number(0.5)],
  ['5,', 'it', number(5)],
  ['1.23.456', 'it', invalid],
  ['1,234,56', 'it', invalid],
  ['12a', 'it', invalid],
  ['9007199254740991', 'it', number(Number.MAX_SAFE_INTEGER)],
  ['9007199254740993', 'it', invalid],
  ['1e5', 'it', invalid],
  ['.', 'it', invalid],
  ['-', 'it', invalid],
])('reads %j in %s', (typed, language, expected) => {
  expect(readNumber(typed, language)).toEqual(expected);
});

test('a whole number is never ambiguous', () => {
  expect(readNumber('8.767', 'it', { whole: true })).toEqual(number(8767));
});

test.each<[string, object]>([
  ['5 kg', number(5)],
  ['5kg', number(5)],
  ['5 KG.', number(5)],
  ['kg 5', number(5)],
  ['kg. 5', number(5)],
  [' \u00a0 5 \u202f kg \t', number(5)],
  ['1.234,5 kg', number(1234.5)],
  ['1\u202f234,5 m', number(1234.5)],
  ["1'234.50 m", number(1234.5)],
  ['8.767 kg', ambiguous(8767, 8.767)],
  ['12 pezzi', number(12)],
  ['12 pièces', number(12)],
  ['12 pie\u0300ces', number(12)],
  ['3 boîtes', number(3)],
  ['2,5 litri', number(2.5)],
  ['€ 5,50', number(5.5)],
  ['€5,50', number(5.5)],
  ['5,50€', number(5.5)],
  ['5,50 EUR', number(5.5)],
  ['Eur 5,50', number(5.5)],
  ['$5', number(5)],
  ['£ 5', number(5)],
  ['-€ 5', number(-5)],
  ['€ -5', number(-5)],
  ['− 5 kg', number(-5)],
  ['€ ,5', number(0.5)],
  ['22 %', number(22)],
  ['22%', number(22)],
  ['\u200e5\u200b kg', number(5)],
  ['kg', invalid],
  ['€', invalid],
  ['%', invalid],
  ['- kg', invalid],
  ['5 kgs', invalid],
  ['5 g', invalid],
  ['5 km', invalid],
  ['5 mm', invalid],
  ['5 ml', invalid],
  ['5 kg 3', invalid],
  ['5 kg kg', invalid],
  ['€ 5 kg', invalid],
  ['€ € 5', invalid],
  ['5 € 50', invalid],
  ['l5', invalid],
  ['kg.5', invalid],
  ['EUR5', invalid],
  ['--5', invalid],
  ['-€-5', invalid],
  ['5-', invalid],
  ['2+3', invalid],
  ['2*3', invalid],
  ['10/2', invalid],
  ['=5', invalid],
  ['(5)', invalid],
  ['1 23', invalid],
  ['12 50', invalid],
  ['1  234', invalid],
  ['1 234 56', invalid],
  ['1.234 567', invalid],
  ['5..2', invalid],
  ['0x10', invalid],
  ['Infinity', invalid],
  ['NaN', invalid],
  ['½', invalid],
  ['5²', invalid],
  ['１２', invalid],
  ['٣', invalid],
  ['cinque', invalid],
  ['9'.repeat(400), invalid],
])('reads a unit beside the number in %j', (typed, expected) => {
  expect(readNumber(typed, 'it')).toEqual(expected);
});

test.each<[string, string, object]>([
  ['5 mm', 'mm', number(5)],
  ['5 MM', 'mm', number(5)],
  ['80 g/m²', 'g/m²', number(80)],
  ['80 g/m2', 'g/m²', number(80)],
  ['0,92 g/cm3', 'g/cm³', number(0.92)],
  ['30 giorni', 'giorni', number(30)],
  ['7,5 h', 'h', number(7.5)],
  ['5 scat.', 'scat.', number(5)],
  ['5 kg', 'mm', number(5)],
  ['5 m', 'mm', number(5)],
  ['5 g', 'mm', invalid],
  ['12 pezzi', 'pz', number(12)],
  ['12 €', 'kg', number(12)],
  ['12 kg', 'scat.', { ...number(12), isOtherUnit: true }],
  ['kg 12', 'pz', { ...number(12), isOtherUnit: true }],
  ['15,5 boîtes', 'm', { ...number(15.5), isOtherUnit: true }],
])('reads %j in a field in %s', (typed, unit, expected) => {
  expect(readNumber(typed, 'it', { unit })).toEqual(expected);
});

test('reads the name of every unit of measure and currency in every language', () => {
  const texts = { it, fr, en };
  for (const language of LANGUAGES)
    for (const name of [...UNITS, ...UNITS.map((unit) => texts[language].unit[unit]), ...CURRENCIES])
      for (const typed of [`5 ${name}`, `5${name}`, `${name} 5`])
        expect(readNumber(typed, language), typed).toEqual(number(5));
});

test('reads a unit of measure by the words and abbreviations of every language, and nothing else', () => {
  for (const texts of [it, fr, en])
    for (const unit of UNITS) expect(unitNamed(` ${texts.unit[unit].toUpperCase()}.`)).toBe(unit);
  expect(['Scatole', 'pieces', 'boîtes', 'KG'].map(unitNamed)).toEqual(['box', 'piece', 'box', 'kg']);
  expect(['', 'rotolo', 'cm', '-'].map(unitNamed)).toEqual([undefined, undefined, undefined, undefined]);
});
