import { expect, test } from 'vitest';
import type { Language } from '@bobina/contract/core/languages.ts';
import { readNumber } from '../src/lib/numbers.ts';

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
  ['1e5', 'it', invalid],
  ['.', 'it', invalid],
  ['-', 'it', invalid],
])('reads %j in %s', (typed, language, expected) => {
  expect(readNumber(typed, language)).toEqual(expected);
});

test('a whole number is never ambiguous', () => {
  expect(readNumber('8.767', 'it', true)).toEqual(number(8767));
});
