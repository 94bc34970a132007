import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchLines } from './order-lines.rules.ts';

const lines = [
  { id: 1, product_id: 10 },
  { id: 2, product_id: 20 },
  { id: 3, product_id: 10 },
];
const cases: [
  string,
  { id?: number | null; product_id: number }[],
  { stored: (number | undefined)[]; gone: number[]; unknown: number[] },
][] = [
  [
    'by id, independent of order and product',
    [
      { id: 3, product_id: 99 },
      { id: 1, product_id: 10 },
    ],
    { stored: [3, 1], gone: [2], unknown: [] },
  ],
  [
    'by product, in order',
    [{ product_id: 10 }, { product_id: 10 }, { product_id: 10 }],
    { stored: [1, 3, undefined], gone: [2], unknown: [] },
  ],
  [
    'named lines before those of the same product',
    [{ product_id: 10 }, { id: 1, product_id: 10 }],
    { stored: [3, 1], gone: [2], unknown: [] },
  ],
  [
    'new products to no line',
    [{ product_id: 30 }, { id: null, product_id: 20 }],
    { stored: [undefined, 2], gone: [1, 3], unknown: [] },
  ],
  [
    'not by an unknown or duplicate id',
    [
      { id: 9, product_id: 10 },
      { id: 2, product_id: 20 },
      { id: 2, product_id: 20 },
    ],
    { stored: [undefined, 2, undefined], gone: [1, 3], unknown: [0, 2] },
  ],
];
for (const [name, sent, expected] of cases) {
  test(`matchLines matches ${name}`, () => {
    const { stored, gone, unknown } = matchLines(lines, sent);
    assert.deepEqual({ stored: stored.map((line) => line?.id), gone: gone.map((line) => line.id), unknown }, expected);
  });
}
