import { expect, test } from 'vitest';
import { foldOf } from '../src/ui/table/tracks.ts';

const columns = [
  { priority: 1, width: 'minmax(10rem, 1fr)' },
  { priority: 3, width: '8rem' },
  { priority: 2, width: '7rem' },
  { priority: 3, width: '5rem' },
  { width: 'minmax(6rem, 1fr)' }, // priority 2
] as const;

test.each([
  ['all of them', 40, [0, 1, 2, 3, 4]],
  ['the last that does not fit folds', 39, [0, 1, 2, 4]],
  ['a narrower one takes the room that a wider one leaves', 32, [0, 2, 3, 4]],
  ['those of priority 2 before those of 3', 27, [0, 2, 4]],
  ['no priority is folded as a whole', 21, [0, 2]],
  ['those of priority 1 always', 14, [0]],
])('%s', (_, width, shown) => {
  expect(foldOf(width, columns, 4)).toEqual({ shown, isSqueezed: false });
});

test('those of priority 1 are squeezed where not even they fit', () => {
  expect(foldOf(13, columns, 4)).toEqual({ shown: [0], isSqueezed: true });
});

test('no folded column would fit into the room that is left', () => {
  for (let width = 14; width < 45; width += 0.25) {
    const { shown } = foldOf(width, columns, 4);
    const least = (index: number) => [10, 8, 7, 5, 6][index]!;
    const room = width - 4 - shown.reduce((sum, index) => sum + least(index), 0);
    for (const index of columns.keys()) if (!shown.includes(index)) expect(least(index)).toBeGreaterThan(room);
  }
});
