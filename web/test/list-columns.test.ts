import { expect, test } from 'vitest';
import { completeOrder, isWidened, moveKey, readChoice } from '../src/ui/table/column-choice.ts';
import { leastWidthOf, pinsOf, templateOf } from '../src/ui/table/tracks.ts';

test.each([
  ['without a stored order, the declaration counts', [], ['a', 'b', 'c']],
  ['the stored order wins', ['c', 'a', 'b'], ['c', 'a', 'b']],
  ['a new column follows the one before it in the declaration', ['c', 'a'], ['c', 'a', 'b']],
  ['a new first column comes first', ['c', 'b'], ['a', 'c', 'b']],
  [
    'columns that the reader may not see, and repeated ones, are left out',
    ['secret', 'b', 'b', 'a', 'c'],
    ['b', 'a', 'c'],
  ],
])('%s', (_, stored, order) => {
  expect(completeOrder(['a', 'b', 'c'], stored)).toEqual(order);
});

test('a column moves to an index, at most to the end', () => {
  expect(moveKey(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c']);
  expect(moveKey(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a']);
  expect(moveKey(['a', 'b', 'c'], 'c', -1)).toEqual(['c', 'a', 'b']);
});

test.each([undefined, null, 7, 'x', [], { columnOrder: 'a', columnSizing: [1], columnPinning: { start: {} } }])(
  'a stored choice of another shape gives the declared columns: %j',
  (stored) => {
    expect(completeOrder(['a', 'b'], readChoice(stored).columnOrder)).toEqual(['a', 'b']);
    expect(readChoice(stored).columnPinning.start).toEqual([]);
  },
);

test('stored widths are read within the limits', () => {
  const { columnSizing } = readChoice({ columnSizing: { a: 200, b: 1, c: 1e9, d: 'wide', e: Number.NaN } });
  expect(columnSizing).toEqual({ a: 200, b: 64, c: 960 });
});

test('only a column beyond its declared minimum makes the table scroll', () => {
  const columns = [
    { key: 'a', width: 'minmax(10rem, 1fr)' },
    { key: 'b', width: '8rem' },
  ];
  expect(isWidened(columns, { a: 160, b: 100 })).toBe(false);
  expect(isWidened(columns, { b: 129 })).toBe(true);
  expect(isWidened(columns, { gone: 900 })).toBe(false);
});

test('pinned columns have fixed widths and offsets after the checkbox', () => {
  const tracks = {
    select: '2.25rem',
    columns: ['minmax(9rem, 1fr)', '20rem', '5rem'],
    spacing: 'normal',
    fixed: 2,
  } as const;
  expect(templateOf(tracks)).toBe('2.25rem 9rem 20rem 5rem');
  expect(pinsOf(tracks)).toEqual([0, 11.25]);
  expect(pinsOf({ ...tracks, lead: '3rem' })).toEqual([0, 5.25, 14.25]);
  expect(pinsOf({ ...tracks, fixed: 0 })).toEqual([]);
  expect(leastWidthOf(tracks)).toBe(36.25);
});
