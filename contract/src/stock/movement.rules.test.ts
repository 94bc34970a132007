import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movementFaults, type Traced } from './movement.rules.ts';

const TODAY = '2026-06-15';
const load = { movement_type: 'C' as const, movement_date: TODAY, warehouse_id: 1 };
const plain: Traced = { has_batch: false, has_expiry_date: true, has_production_date: true };
const batched: Traced = { has_batch: true, has_expiry_date: false, has_production_date: false };
const tracked: Traced = { has_batch: true, has_expiry_date: true, has_production_date: true };
const dates = { production_date: '2026-01-01', expiry_date: '2027-01-01' };

const cases: [string, Parameters<typeof movementFaults>[0], Traced | undefined, string[]][] = [
  ['a load of today', load, plain, []],
  ['a load of tomorrow', { ...load, movement_date: '2026-06-16' }, plain, ['movement_date future']],
  ['a load with an unknown product', load, undefined, []],
  ['a batch without batch tracking', { ...load, batch_number: 'L' }, plain, ['batch_number batchNotManaged']],
  ['no batch with batch tracking', load, batched, ['batch_number required']],
  ['a batch without dates that are not tracked', { ...load, batch_number: 'L' }, batched, []],
  [
    'a load without its dates',
    { ...load, batch_number: 'L' },
    tracked,
    ['production_date productionDateRequired', 'expiry_date expiryDateRequired'],
  ],
  [
    'an unload, which takes the dates that the batch has',
    { ...load, movement_type: 'S', batch_number: 'L' },
    tracked,
    [],
  ],
  [
    'an expiry on the day of production',
    { ...load, batch_number: 'L', ...dates, expiry_date: '2026-01-01' },
    tracked,
    [],
  ],
  [
    'an expiry before the production',
    { ...load, batch_number: 'L', ...dates, expiry_date: '2025-12-31' },
    batched,
    ['expiry_date invalidDates'],
  ],
  ['a transfer to nowhere', { ...load, movement_type: 'T' }, plain, ['destination_warehouse_id required']],
  [
    'a transfer to itself',
    { ...load, movement_type: 'T', destination_warehouse_id: 1 },
    plain,
    ['destination_warehouse_id sameWarehouse'],
  ],
  ['a transfer', { ...load, movement_type: 'T', destination_warehouse_id: 2 }, plain, []],
];
for (const [name, movement, product, faults] of cases)
  test(`movementFaults of ${name}`, () =>
    assert.deepEqual(
      movementFaults(movement, product, TODAY).map(({ path, code }) => `${path} ${code}`),
      faults,
    ));
