import { expect, test } from 'vitest';
import { formatsOf, EMPTY } from '../src/lib/formats.ts';
import { safeText, sheetName } from '../src/ui/export/cells.ts';

const it = formatsOf('it');
const fr = formatsOf('fr');
const en = formatsOf('en');

test('numbers are always grouped', () => {
  expect(it.number(8767)).toBe('8.767');
  expect(it.number(10586.5)).toBe('10.586,5');
  expect(fr.number(8767.25)).toBe('8\u202f767,25');
  expect(en.number(8767.25)).toBe('8,767.25');
});
test('decimals: at most five, at least what is asked', () => {
  expect(it.number(1.123456)).toBe('1,12346');
  expect(it.number(1, 4, 4)).toBe('1,0000');
  expect(it.money(4.3)).toBe('4,30\u00a0€');
  expect(it.money(4.33333, 'EUR', 5)).toBe('4,33333\u00a0€');
  expect(it.quantity(1500, 'kg')).toBe('1.500\u00a0kg');
});
test('days and instants', () => {
  expect(it.day('2026-03-15')).toBe('15/03/2026');
  expect(fr.day('2026-03-15T22:30:00Z')).toBe('15/03/2026');
  expect(it.instant('2026-03-15T12:30:00Z')).toMatch(/^1[56]\/03\/2026 \d\d:\d\d$/);
});
test('empty is a dash, zero is not empty', () => {
  for (const shown of [it.number(null), it.money(undefined), it.day(''), it.text(null)]) expect(shown).toBe(EMPTY);
  expect(it.number(0)).toBe('0');
});

test('a text that a spreadsheet would compute stays a text', () => {
  for (const text of ['=1+1', '+39', '-5', '@SUM(A1)']) expect(safeText(text)).toBe(`'${text}`);
  expect(safeText('A-1')).toBe('A-1');
  for (const text of ['\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠x']) expect(safeText(text)).toBe(`'${text}`);
  expect(sheetName('Ordini [2026]: tutti / aperti, in ordine di arrivo')).toBe('Ordini  2026   tutti   aperti,');
});
