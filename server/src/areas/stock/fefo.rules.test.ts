import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocateFefo, type StockedBatch } from './fefo.rules.ts';

function batch(
  batch_number: string,
  quantity: number,
  expiry_date: string | null = null,
  production_date: string | null = null,
): StockedBatch {
  return {
    batch_number,
    quantity,
    expiry_date,
    production_date,
  };
}
const L0 = batch('L0', 20, '2026-01-31');
const L1 = batch('L1', 30, '2026-12-31', '2026-01-01');
const L2 = batch('L2', 40, '2026-12-31', '2026-02-01');
const L3 = batch('L3', 100);

const cases: [string, StockedBatch[], number, { taken: [string, string][]; missing: string }][] = [
  [
    'skips expired batches, takes batches without expiry last',
    [L3, L2, L1, L0],
    95,
    {
      taken: [
        ['L1', '30'],
        ['L2', '40'],
        ['L3', '25'],
      ],
      missing: '0',
    },
  ],
  ['stops when it has enough', [L1, L2], 30, { taken: [['L1', '30']], missing: '0' }],
  ['returns the missing quantity', [L0, L1], 30.5, { taken: [['L1', '30']], missing: '0.5' }],
  ['takes a batch on its last day', [batch('L', 5, '2026-06-01')], 5, { taken: [['L', '5']], missing: '0' }],
  [
    'breaks ties by production date, none last, then by batch',
    [batch('B', 1), batch('A', 1), batch('C', 1, null, '2026-01-01')],
    3,
    {
      taken: [
        ['C', '1'],
        ['A', '1'],
        ['B', '1'],
      ],
      missing: '0',
    },
  ],
  [
    'adds decimals exactly',
    [batch('A', 0.1), batch('B', 0.2)],
    0.3,
    {
      taken: [
        ['A', '0.1'],
        ['B', '0.2'],
      ],
      missing: '0',
    },
  ],
];
for (const [name, batches, wanted, expected] of cases) {
  test(`allocateFefo ${name}`, () => {
    const { taken, missing } = allocateFefo(batches, wanted, '2026-06-01');
    assert.deepEqual({ taken: taken.map(({ batch_number, quantity }) => [batch_number, quantity]), missing }, expected);
  });
}
