import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allocateGoods, type Balance, type WantedGoods } from './allocate.rules.ts';

const DAY = '2026-06-01';
function balance(batch_number: string, quantity: string, expiry_date: string | null = null, warehouse_id = 1): Balance {
  return {
    product_id: 1,
    warehouse_id,
    batch_number,
    quantity,
    production_date: null,
    expiry_date,
  };
}
function wanted(quantity: string, batch_number: string | null = null, warehouse_id = 1): WantedGoods {
  return {
    product_id: 1,
    warehouse_id,
    quantity,
    batch_number,
  };
}
function allocate(balances: Balance[], lines: WantedGoods[]) {
  return allocateGoods(balances, lines, DAY).map(({ taken, missing }) => [
    taken.map(({ batch_number, quantity }) => `${batch_number} ${quantity}`),
    missing,
  ]);
}

test('a second line continues with the batch at which the first one stopped', () =>
  assert.deepEqual(allocate([balance('L1', '30', '2026-12-01'), balance('L2', '40')], [wanted('20'), wanted('30')]), [
    [['L1 20'], '0'],
    [['L1 10', 'L2 20'], '0'],
  ]));

test('named batches are reserved for the lines that name them, in any order', () =>
  assert.deepEqual(
    allocate([balance('L1', '30', '2026-12-01'), balance('L2', '40')], [wanted('20'), wanted('30', 'L1')]),
    [
      [['L2 20'], '0'],
      [['L1 30'], '0'],
    ],
  ));

test('an expired batch is taken only if a line names it', () => {
  const balances = () => [balance('L0', '30', '2026-05-31'), balance('L1', '5')];
  assert.deepEqual(allocate(balances(), [wanted('6')]), [[['L1 5'], '1']]);
  assert.deepEqual(allocate(balances(), [wanted('6', 'L0')]), [[['L0 6'], '0']]);
});

test('goods without batches are one batch without a number', () =>
  assert.deepEqual(allocate([balance('', '10')], [wanted('4', ''), wanted('7', '')]), [
    [[' 4'], '0'],
    [[' 6'], '1'],
  ]));

test('a warehouse is not supplied from another one', () =>
  assert.deepEqual(
    allocate([balance('L1', '10'), balance('L1', '10', null, 2)], [wanted('15'), wanted('3', 'L1', 2)]),
    [
      [['L1 10'], '5'],
      [['L1 3'], '0'],
    ],
  ));

test('quantities stay exact', () =>
  assert.deepEqual(
    allocate([balance('L1', '0.30000'), balance('L2', '1')], [wanted('0.1'), wanted('0.2'), wanted('0.1')]),
    [
      [['L1 0.1'], '0'],
      [['L1 0.2'], '0'],
      [['L2 0.1'], '0'],
    ],
  ));
