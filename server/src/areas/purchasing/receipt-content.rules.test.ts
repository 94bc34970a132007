import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receiptContent } from './receipt-content.rules.ts';

function line(id: number, ...parts: [string | null, number | string][]) {
  return {
    item: { id },
    parts: parts.map(([batch_number, quantity]) => ({ batch_number, quantity })),
  };
}
const cases: [string, Parameters<typeof receiptContent>[0], Parameters<typeof receiptContent>[0], boolean][] = [
  [
    'lines and batches in another order',
    [line(1, ['a', 1], ['b', 2]), line(2, [null, 3])],
    [line(2, [null, 3]), line(1, ['b', 2], ['a', 1])],
    true,
  ],
  ['one number written in two ways', [line(1, [null, '1.50'])], [line(1, [null, 1.5])], true],
  ['another quantity', [line(1, [null, 1])], [line(1, [null, 1.00001])], false],
  ['another batch', [line(1, ['a', 1])], [line(1, ['A', 1])], false],
  ['quantities that changed places', [line(1, ['a', 1], ['b', 2])], [line(1, ['a', 2], ['b', 1])], false],
  ['another line', [line(1, [null, 1])], [line(2, [null, 1])], false],
  ['one line more', [line(1, [null, 1])], [line(1, [null, 1]), line(1, [null, 1])], false],
];
for (const [name, one, other, same] of cases)
  test(`receiptContent of ${name} is ${same ? 'the same' : 'different'}`, () =>
    assert.equal(receiptContent(one) === receiptContent(other), same));
