import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { bySizeOfDifference, isFarMore } from './count.rules.ts';

function counted(book_quantity: number, counted_quantity: number | null) {
  return { book_quantity, counted_quantity };
}

describe('differences of a stock count', () => {
  test('far more than in stock is more than double, and more than ten units more', () => {
    for (const [book, quantity, wanted] of [
      [110, 7_777_777, true],
      [110, 80_012, true],
      [110, 1110, true],
      [110, 221, true],
      [110, 220, false],
      [110, 0, false],
      [110, null, false],
      [3, 13, false],
      [3, 14, true],
      [0.5, 10.5, false],
      [0, 0, false],
      [0, 9_999, false],
      [0, 10_000, true],
    ] as const)
      assert.equal(isFarMore(counted(book, quantity)), wanted, `${quantity} of ${book}`);
  });

  test('differences are sorted by their share of the stock, those that are far more first', () => {
    const rows = [
      counted(100, 95),
      counted(0, 4),
      counted(100, 30),
      counted(5, 30),
      counted(2, 6),
      counted(110, 7777),
      counted(0, 80_012),
      counted(8, 0),
    ];
    assert.deepEqual(
      rows.toSorted(bySizeOfDifference).map((row) => row.counted_quantity),
      [7777, 30, 80_012, 6, 4, 0, 30, 95],
    );
  });
});
