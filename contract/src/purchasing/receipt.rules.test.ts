import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchesMatch, bookedQuantity, receivedItemFaults } from './receipt.rules.ts';

const plain = { has_batches: false, has_expiry: true, has_production_date: true };
const batched = { has_batches: true, has_expiry: false, has_production_date: false };
const tracked = { has_batches: true, has_expiry: true, has_production_date: true };
function batch(quantity: number, dates: object = {}) {
  return { batch_number: 'L', quantity, ...dates };
}

const cases: [string, Parameters<typeof receivedItemFaults>[0], typeof plain, string[]][] = [
  ['nothing received', { quantity: 0, batches: [batch(5)] }, batched, []],
  ['a product without batches', { quantity: 5, batches: [] }, plain, []],
  ['a batch of a product without', { quantity: 5, batches: [batch(5)] }, plain, ['batches batchNotManaged']],
  ['no batch', { quantity: 5 }, batched, ['batches batchesRequired']],
  ['batches that are the quantity', { quantity: 0.3, batches: [batch(0.1), batch(0.2)] }, batched, []],
  ['batches at the tolerance', { quantity: 1, batches: [batch(1.001)] }, batched, []],
  ['batches beyond it', { quantity: 1, batches: [batch(1.00101)] }, batched, ['batches quantityMismatch']],
  [
    'dates that are missing, batch by batch',
    { quantity: 2, batches: [batch(1, { expiry_date: '2027-01-01' }), batch(1, { production_date: '2026-01-01' })] },
    tracked,
    ['batches.0.production_date productionDateRequired', 'batches.1.expiry_date expiryDateRequired'],
  ],
  [
    'an expiry before the production',
    { quantity: 1, batches: [batch(1, { production_date: '2026-01-02', expiry_date: '2026-01-01' })] },
    batched,
    ['batches.0.expiry_date invalidDates'],
  ],
];
for (const [name, line, item, faults] of cases)
  test(`receivedItemFaults of ${name}`, () =>
    assert.deepEqual(
      receivedItemFaults(line, item).map(({ path, code }) => `${path} ${code}`),
      faults,
    ));

test('the booked quantity is the sum of the batches, or else the quantity', () => {
  const line = { quantity: 1, batches: [batch(0.333), batch(0.333), batch(0.333)] };
  assert.equal(batchesMatch(line), true);
  assert.equal(bookedQuantity(line, batched).toFixed(), '0.999');
  assert.equal(bookedQuantity(line, plain).toFixed(), '1');
});
