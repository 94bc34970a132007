import { expect, test } from 'vitest';
import { foldOf, templateOf } from '../src/ui/table/tracks.ts';

const columns = [
  { priority: 1, width: 'minmax(10rem, 1fr)' },
  { priority: 3, width: '8rem' },
  { priority: 2, width: '7rem' },
  { priority: 3, width: '5rem' },
  { width: 'minmax(6rem, 1fr)' }, // priority 2
] as const;

test.each([
  ['all columns fit', 40, [0, 1, 2, 3, 4]],
  ['the last column that does not fit folds', 37, [0, 1, 2, 4]],
  ['a narrower column takes the width that a folded wider one frees', 32, [0, 2, 3, 4]],
  ['priority 2 is kept before priority 3', 27, [0, 2, 4]],
  ['a priority may fold partially', 21, [0, 2]],
  ['priority 1 stays', 14, [0]],
])('%s', (_, width, shown) => {
  expect(foldOf(width, columns, 4)).toEqual({ shown, spacing: 'normal' });
});

test('columns of priority 1 are squeezed if they do not fit', () => {
  expect(foldOf(13, columns, 4)).toEqual({ shown: [0], spacing: 'squeezed' });
});

test('columns of priority 1 fold if less space beside their texts is not enough, but never the first', () => {
  const wide = ['7rem', '8rem', '6rem'].map((width) => ({ priority: 1, width }) as const);
  expect(foldOf(20, wide, 1)).toEqual({ shown: [0, 1, 2], spacing: 'squeezed' });
  expect(foldOf(18, wide, 1)).toEqual({ shown: [0, 1], spacing: 'squeezed' });
  expect(foldOf(13, wide, 1)).toEqual({ shown: [0, 2], spacing: 'squeezed' });
  expect(foldOf(5, wide, 1)).toEqual({ shown: [0], spacing: 'squeezed' });
});

test('all columns are shown with less space beside their texts, if that is enough', () => {
  expect(foldOf(37.5, columns, 4)).toEqual({ shown: [0, 1, 2, 3, 4], spacing: 'tight' });
  const widths = ['minmax(10rem, 1fr)', '8rem'];
  expect(templateOf({ select: '2rem', columns: widths, spacing: 'tight' })).toBe('2rem minmax(9.5rem, 1fr) 7.5rem');
});

test('no folded column would fit into the remaining width', () => {
  for (let width = 14; width < 45; width += 0.25) {
    const { shown } = foldOf(width, columns, 4);
    const least = (index: number) => [10, 8, 7, 5, 6][index]!;
    const room = width - 4 - shown.reduce((sum, index) => sum + least(index), 0);
    for (const index of columns.keys()) if (!shown.includes(index)) expect(least(index)).toBeGreaterThan(room);
  }
});
