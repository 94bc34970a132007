import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { decimalOf, sum } from '../core/decimal.ts';
import { allotCost, costOf, runMinutes, unitCostOf, type CostedRun } from './cost.rules.ts';

const RUN: CostedRun = {
  inputs: [],
  outputs: [],
  setup_minutes: 0,
  run_minutes: 0,
  waste_kg: 0,
  cost_per_hour: null,
  people: null,
  wages_per_hour: 0,
  waste_price_per_kg: 0,
};
function output(output_id: number, given: { quantity: number; kg?: number | null; unit_of_measure?: string }) {
  return { output_id, batch_id: output_id, batch_number: `B${output_id}`, kg: null, unit_of_measure: 'kg', ...given };
}
function eur(quantity: number | null, unit_cost: number | string) {
  return { quantity, unit_cost, currency: 'EUR' };
}

test('the second run of the worked example: two reels and film, two batches, machine, wages and sold waste', () => {
  const cost = costOf({
    ...RUN,
    inputs: [eur(196.2, 1.2345), eur(60, '2.1'), eur(100, 1.2345)],
    outputs: [output(1, { quantity: 200, kg: 200 }), output(2, { quantity: 140, kg: 140 })],
    setup_minutes: 20,
    run_minutes: 100,
    cost_per_hour: 50,
    people: 2,
    wages_per_hour: 25.5,
    waste_kg: 15.7,
    waste_price_per_kg: 0.08,
  });
  // Material 242.21 + 126.00 + 123.45. Machine 101 an hour: 33.67 + 168.33. Waste 1.26.
  assert.deepEqual(cost, {
    material: 491.66,
    machine: 202,
    waste_sold: 1.26,
    total: 692.4,
    per_kg: 2.03647,
    currency: 'EUR',
    partial: false,
    other: [],
    outputs: [
      { output_id: 1, batch_id: 1, batch_number: 'B1', cost: 407.29 },
      { output_id: 2, batch_id: 2, batch_number: 'B2', cost: 285.11 },
    ],
  });
});

describe('the parts of a cost', () => {
  test('each input and each time is rounded to the cent before the sum', () => {
    const { material, machine } = costOf({
      ...RUN,
      inputs: [eur(1, 0.005), eur(1, 0.005), eur(1, 0.004)],
      cost_per_hour: 0.3,
      setup_minutes: 1,
      run_minutes: 1,
    });
    assert.deepEqual([material, machine], [0.02, 0.02]);
  });
  test('another currency is shown separately, unconverted, and makes the cost partial', () => {
    const { material, total, partial, other } = costOf({
      ...RUN,
      inputs: [
        eur(10, 1),
        { quantity: 3, unit_cost: 2.5, currency: 'USD' },
        { quantity: 1, unit_cost: 7, currency: 'CNY' },
      ],
    });
    assert.deepEqual(
      [material, total, partial, other],
      [
        10,
        10,
        true,
        [
          { currency: 'CNY', amount: 7 },
          { currency: 'USD', amount: 7.5 },
        ],
      ],
    );
  });
  test('an input without a cost makes it partial, a mounted reel costs nothing yet, and an unused one nothing', () => {
    assert.equal(costOf({ ...RUN, inputs: [{ quantity: 1, unit_cost: null, currency: null }] }).partial, true);
    const { material, partial } = costOf({ ...RUN, inputs: [eur(null, 3)] });
    assert.deepEqual([material, partial], [0, false]);
    const unused = [
      { quantity: '0.00000', unit_cost: null, currency: null },
      { quantity: 0, unit_cost: 7, currency: 'USD' },
    ];
    assert.deepEqual(
      [costOf({ ...RUN, inputs: unused }).partial, costOf({ ...RUN, inputs: unused }).other],
      [false, []],
    );
  });
  test('wages need people, and 0 leaves them out', () => {
    const machine = (given: object) => costOf({ ...RUN, run_minutes: 30, cost_per_hour: 40, ...given }).machine;
    assert.deepEqual(
      [machine({ people: 3 }), machine({ wages_per_hour: 20 }), machine({ people: 3, wages_per_hour: 20 })],
      [20, 20, 50],
    );
  });
  test('without a run time, the time from start to end less the setup, and never below zero', () => {
    const times = { start: 0, end: 90.5 * 60_000 };
    assert.equal(Number(runMinutes({ setup_minutes: 30, run_minutes: null }, times)), 60.5);
    assert.equal(Number(runMinutes({ setup_minutes: 30, run_minutes: '12.25' }, times)), 12.25);
    assert.equal(Number(runMinutes({ setup_minutes: 120, run_minutes: null }, times)), 0);
  });
});

describe('the allotment to outputs', () => {
  const costs = (given: Partial<CostedRun>) => costOf({ ...RUN, ...given }).outputs.map(({ cost }) => cost);
  test('is by kg, and the last takes the cent', () => {
    const outputs = [1, 2, 3].map((id) => output(id, { quantity: id, kg: 10 }));
    assert.deepEqual(costs({ inputs: [eur(100, 1)], outputs }), [33.33, 33.33, 33.34]);
  });
  test('of pieces is by quantity, independent of their weight', () => {
    const outputs = [
      output(1, { quantity: 100, kg: 1, unit_of_measure: 'piece' }),
      output(2, { quantity: 300, kg: 1, unit_of_measure: 'piece' }),
    ];
    assert.deepEqual(costs({ inputs: [eur(100, 1)], outputs }), [25, 75]);
  });
  test('is by quantity if a weight is not known', () => {
    const outputs = [output(1, { quantity: 1, kg: 5 }), output(2, { quantity: 3, kg: null })];
    assert.deepEqual(costs({ inputs: [eur(8, 1)], outputs }), [2, 6]);
  });
  test('of sold waste worth more than the rest is negative, without a unit cost', () => {
    const given = { waste_kg: 10, waste_price_per_kg: 1, outputs: [output(1, { quantity: 1, kg: 1 })] };
    assert.deepEqual(costs(given), [-10]);
    assert.equal(unitCostOf(-10, 1), null);
    assert.equal(Number(unitCostOf('10', 3)), 3.33333);
  });
  test('sums to the cost of the run, and no share has another sign than the cost', () => {
    const weight = fc.integer({ min: 1, max: 1_000_000 }).map((n) => decimalOf(n).div(1000));
    fc.assert(
      fc.property(
        fc.integer({ min: -100_000, max: 100_000 }),
        fc.array(weight, { minLength: 1, maxLength: 12 }),
        (cents, weights) => {
          const total = decimalOf(cents).div(100);
          const shares = allotCost(total, weights);
          assert.ok(sum(shares).eq(total));
          assert.ok(shares.every((share) => share.times(cents).gte(0)));
        },
      ),
    );
  });
});
