import { expect, test } from 'vitest';
import { readRows } from '../src/ui/lines/paste-lines.ts';
import { sortPasted } from '../src/ui/lines/sort-pasted.ts';

const products = new Map([['kraft', { unit_of_measure: 'kg' }]]);
function sorted(text: string) {
  return sortPasted(readRows(text)!, {
    products,
    lineOf: (product, numbers) => ({ ...product, ...numbers }),
    takesDay: true,
    language: 'it',
    reading: 'decimal',
  });
}

test('a row of headings above pasted lines is left out', () => {
  const { lines, unknown } = sorted('Codice\tQta\tPrezzo\tConsegna\nKRAFT\t5\t1,20\t20/03/2026');
  expect(lines).toEqual([{ unit_of_measure: 'kg', quantity: 5, price: 1.2, day: '2026-03-20' }]);
  expect(unknown).toEqual([]);
});

test('a first row with an unknown code and a quantity is named, and so is one with words further down', () => {
  expect(sorted('IGNOTO\t5\nKRAFT\t5').unknown).toEqual(['IGNOTO · 5']);
  expect(sorted('IGNOTO\t\nKRAFT\t5').unknown).toEqual(['IGNOTO']);
  expect(sorted('KRAFT\t5\nCodice\tQta').unknown).toEqual(['Codice · Qta']);
});
