import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planCompletion, splitLoad } from './load-batches.rules.ts';

function made(...batches: [string, number][]) {
  return batches.map(([batch_number, quantity_produced]) => ({
    batch_number,
    quantity_produced,
    production_date: null,
  }));
}
const cases: [string, [string, number][], number, number, string][] = [
  [
    'all of it',
    [
      ['L1', 600],
      ['L2', 400],
    ],
    1000,
    0,
    'L1 600, L2 400',
  ],
  [
    'a shortfall off the last',
    [
      ['L1', 600],
      ['L2', 400],
    ],
    950,
    0,
    'L1 600, L2 350',
  ],
  [
    'a shortfall beyond the last',
    [
      ['L1', 600],
      ['L2', 400],
    ],
    500,
    0,
    'L1 500',
  ],
  [
    'a surplus onto the last',
    [
      ['L1', 600],
      ['L2', 390],
    ],
    1000,
    0,
    'L1 600, L2 400',
  ],
  [
    'one batch twice',
    [
      ['L1', 1],
      ['L2', 2],
      ['L1', 3],
    ],
    5,
    0,
    'L1 3, L2 2',
  ],
  [
    'exact decimals',
    [
      ['L1', 0.1],
      ['L2', 0.2],
    ],
    0.3,
    0,
    'L1 0.1, L2 0.2',
  ],
  [
    'loaded batches are skipped',
    [
      ['L1', 600],
      ['L2', 400],
    ],
    300,
    700,
    'L2 300',
  ],
  ['more than was produced is loaded already', [['L1', 600]], 50, 700, 'L1 50'],
];
for (const [name, operations, quantity, loaded, expected] of cases)
  test(`splitLoad: ${name}`, () => {
    const parts = splitLoad(made(...operations), quantity, loaded);
    assert.equal(parts.map((part) => `${part.batch_number} ${part.quantity}`).join(', '), expected);
  });
test('the age of a batch is that of its first operation', () => {
  const [part] = splitLoad(
    [
      { batch_number: 'L1', quantity_produced: 1, production_date: '2026-01-02' },
      { batch_number: 'L1', quantity_produced: 1, production_date: '2026-01-01' },
    ],
    2,
  );
  assert.deepEqual(part, { batch_number: 'L1', quantity: '2', production_date: '2026-01-02' });
});

const facts = {
  quantity: '1000',
  produced: '0',
  loaded: '0',
  ownBatch: 'OC-2026/00001-1',
  operations: [],
  today: '2026-03-01',
};
const plans: [string, Partial<Parameters<typeof planCompletion>[0]>, string, string | undefined, string][] = [
  ['nothing produced', {}, '1000', 'OC-2026/00001-1', 'OC-2026/00001-1 1000'],
  ['a part produced', { produced: '600', operations: made(['L1', 600]) }, '600', undefined, 'L1 600'],
  ['more than ordered', { produced: '1100', operations: made(['L1', 1100]) }, '1100', undefined, 'L1 1100'],
  [
    'a part of it loaded',
    { produced: '1000', loaded: '600', operations: made(['L1', 600], ['L2', 400]) },
    '400',
    undefined,
    'L2 400',
  ],
  ['all of it loaded', { produced: '600', loaded: '600', operations: made(['L1', 600]) }, '0', undefined, ''],
];
for (const [name, given, quantity, own, batches] of plans)
  test(`planCompletion: ${name}`, () => {
    const plan = planCompletion({ ...facts, ...given });
    assert.deepEqual(
      [
        plan.quantity,
        plan.operation?.batch_number,
        plan.batches.map((part) => `${part.batch_number} ${part.quantity}`).join(', '),
      ],
      [quantity, own, batches],
    );
  });
