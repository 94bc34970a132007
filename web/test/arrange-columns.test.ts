import { expect, test } from 'vitest';
import { arrange, withWidth } from '../src/ui/table/arrange-columns.ts';
import { DEFAULT_CHOICE } from '../src/ui/table/column-choice.ts';

const declared = ['a', 'b', 'c', 'd'].map((key) => ({ key, label: key, width: 'minmax(8rem, 1fr)' }));
function keysOf(choice: object) {
  return arrange(declared, { ...DEFAULT_CHOICE, ...choice }).columns.map(({ key }) => key);
}

test('columns are hidden, ordered and pinned', () => {
  expect(keysOf({})).toEqual(['a', 'b', 'c', 'd']);
  expect(keysOf({ columnVisibility: { b: false } })).toEqual(['a', 'c', 'd']);
  expect(keysOf({ columnOrder: ['d', 'c', 'a'] })).toEqual(['d', 'c', 'a', 'b']);
  expect(keysOf({ columnOrder: ['d', 'c', 'b', 'a'], columnPinning: { start: ['b'], end: [] } })).toEqual([
    'b',
    'd',
    'c',
    'a',
  ]);
});

test('a pinned column never folds, and a chosen width holds outside narrow windows', () => {
  const { columns, unsized, pinned, scrolls, linked } = arrange(declared, {
    columnSizing: { c: 320 },
    columnPinning: { start: ['c'] },
    columnVisibility: { a: false },
  });
  expect(columns[0]).toMatchObject({ key: 'c', width: '20rem', isSized: true, priority: 1 });
  expect(unsized[0]).toMatchObject({ key: 'c', width: 'minmax(8rem, 1fr)', priority: 1 });
  expect({ pinned, scrolls, linked }).toEqual({ pinned: 1, scrolls: true, linked: 'c' });
});

test('columns that this reader does not have are left out', () => {
  expect(keysOf({ columnOrder: ['amount', 'b'], columnPinning: { start: ['amount'], end: [] } })).toEqual([
    'a',
    'b',
    'c',
    'd',
  ]);
});

test('the declared width is restored, and nothing is stored then', () => {
  const wide = withWidth(null, 'a', 300);
  expect(wide?.columnSizing).toEqual({ a: 300 });
  expect(withWidth(wide, 'a', null)).toBe(null);
});
