import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decimalOf, sum, toNumber } from '../core/decimal.ts';
import {
  planProduct,
  projectProduct,
  rankOffers,
  roundToLot,
  type Offer,
  type ProductToPlan,
} from './proposals.rules.ts';

const TODAY = '2026-11-23';
const WEEK = { today: TODAY, working_days: [1, 2, 3, 4, 5], receipt_days: 0 };
type Rows = [day: string, quantity: number][];
interface Case {
  stock: number;
  safety: number;
  needs: Rows;
  receipts?: Rows;
  lead: number;
  min_lot?: number;
  multiple?: number;
  cover?: number;
}

/** The worked examples of the rules: no receipt days, Monday to Friday. */
describe('planProduct', () => {
  test('counts the floor once, and applies least lot and multiple to the sum of a proposal', () => {
    const product = productOf({
      stock: 500,
      safety: 200,
      needs: [
        ['2026-12-01', 250],
        ['2026-12-03', 400],
        ['2026-12-04', 300],
        ['2026-12-15', 600],
      ],
      receipts: [['2026-12-04', 300]],
      lead: 5,
      min_lot: 500,
      multiple: 250,
      cover: 7,
    });
    assert.deepEqual(shown(product), [
      { need_day: '2026-12-03', shortage: 350, quantity: 500, order_by: '2026-11-26', late: false },
      { need_day: '2026-12-15', shortage: 450, quantity: 500, order_by: '2026-12-08', late: false },
    ]);
    assert.equal(endOf(product), 250);
  });

  test('orders the least lot once for three needs of one day', () => {
    const needs: Rows = [
      ['2026-12-01', 20],
      ['2026-12-01', 20],
      ['2026-12-01', 20],
    ];
    const product = productOf({ stock: 0, safety: 0, needs, lead: 3, min_lot: 100, multiple: 1, cover: 1 });
    assert.deepEqual(shown(product), [
      { need_day: '2026-12-01', shortage: 60, quantity: 100, order_by: '2026-11-26', late: false },
    ]);
    assert.equal(endOf(product), 40);
  });

  test('proposes nothing where the stock is just enough', () => {
    const needs: Rows = [
      ['2026-12-01', 12],
      ['2026-12-01', 1],
    ];
    const product = productOf({ stock: 13, safety: 0, needs, lead: 3, min_lot: 1, multiple: 1, cover: 1 });
    assert.deepEqual(shown(product), []);
    assert.equal(endOf(product), 0);
  });

  test('orders the shortage below the floor once, today, after counting the arrivals until then', () => {
    const below = { stock: 80, safety: 200, needs: [], lead: 4, multiple: 50 };
    const [proposal] = planProduct(productOf(below), WEEK);
    assert.equal(proposal!.need_day, null);
    assert.equal(toNumber(proposal!.quantity), 150);
    assert.deepEqual([proposal!.order_by, proposal!.arrival_day, proposal!.late], [TODAY, '2026-11-27', false]);
    assert.deepEqual(shown(productOf({ ...below, receipts: [['2026-11-27', 120]] })), []);
    assert.equal(shown(productOf({ ...below, receipts: [['2026-11-30', 120]] })).length, 1);
  });

  test('adds the needs of the days to cover that no receipt of these days meets', () => {
    const needs: Rows = [
      ['2026-12-01', 100],
      ['2026-12-07', 40],
      ['2026-12-08', 70],
    ];
    const base = { stock: 0, safety: 0, needs, lead: 0, cover: 7 };
    assert.deepEqual(
      shown(productOf(base)).map(({ quantity }) => quantity),
      [140, 70],
    );
    assert.deepEqual(
      shown(productOf({ ...base, receipts: [['2026-12-07', 25]] })).map(({ quantity }) => quantity),
      [115, 70],
    );
  });

  test('orders a late need for today plus the lead time, and not again once it is ordered', () => {
    const needs: Rows = [
      ['2026-11-20', 10],
      ['2026-11-25', 30],
      ['2026-12-10', 5],
    ];
    const product = productOf({ stock: 0, safety: 0, needs, lead: 5, cover: 3 });
    const plan = planProduct(product, WEEK);
    assert.deepEqual(
      plan.map(({ need_day, late, arrival_day, order_by }) => [need_day, late, arrival_day, order_by]),
      [
        [TODAY, true, '2026-11-30', '2026-11-16'],
        ['2026-12-10', false, '2026-12-10', '2026-12-03'],
      ],
    );
    const ordered = plan.map(({ arrival_day, quantity }) => ({ day: arrival_day, quantity }));
    assert.deepEqual(planProduct({ ...product, receipts: ordered }, WEEK), []);
  });

  test('keeps the equations of the reason, also for a late need that a coming order meets in part', () => {
    const product = productOf({
      stock: 5,
      safety: 10,
      needs: [['2026-11-25', 30]],
      receipts: [
        ['2026-11-24', 2],
        ['2026-11-27', 4],
      ],
      lead: 5,
    });
    const [{ why, shortage, quantity }] = planProduct(product, WEEK) as [ReturnType<typeof planProduct>[number]];
    const { stock, coming, needs, balance, floor, cover } = why;
    assert.deepEqual([stock, coming, needs, balance, floor, cover].map(toNumber), [5, 6, 30, -19, 10, 0]);
    assert.ok(stock.plus(coming).minus(needs).eq(balance) && floor.minus(balance).eq(shortage));
    assert.equal(toNumber(quantity), 29);
  });

  test('asks for the arrival before the day of need by the days of the receipt', () => {
    const product = productOf({ stock: 0, safety: 0, needs: [['2026-12-07', 1]], lead: 2 });
    const [proposal] = planProduct(product, { ...WEEK, receipt_days: 1 });
    assert.deepEqual([proposal!.arrival_day, proposal!.order_by], ['2026-12-04', '2026-12-02']);
  });
});

describe('rankOffers', () => {
  const late = offer({ supplier_id: 1, unit_price: 1.1, lead_days: 9 });
  const fast = offer({ supplier_id: 2, unit_price: 1.25, lead_days: 2 });
  const rank = (offers: Offer[], own_supplier_id: number | null = null, quantity = 1000) =>
    rankOffers({ offers, own_supplier_id }, { quantity: decimalOf(quantity), wanted: '2026-12-01', options: WEEK }).map(
      ({ supplier_id, in_time, saves }) => [supplier_id, in_time, saves && toNumber(saves)],
    );

  test('takes the cheapest offer in time and shows the saving of a cheaper late one', () => {
    assert.deepEqual(rank([late, fast]), [
      [2, true, null],
      [1, false, 150],
    ]);
  });

  test('takes the first to arrive when none is in time', () => {
    assert.deepEqual(
      rank([offer({ supplier_id: 3, unit_price: 1, lead_days: 20 }), late]).map(([id]) => id),
      [1, 3],
    );
  });

  test('prefers EUR, then the price, then the own supplier, and compares no currencies', () => {
    const dollars = offer({ supplier_id: 4, unit_price: 0.5, currency: 'USD' });
    const same = offer({ supplier_id: 5, unit_price: 1.25 });
    assert.deepEqual(rank([dollars, fast, same], 5), [
      [5, true, null],
      [2, true, null],
      [4, true, null],
    ]);
  });

  test('takes the price with the largest from_quantity up to the quantity', () => {
    const bulk = offer({ supplier_id: 2, unit_price: 1, from_quantity: 1000 });
    const cheap = offer({ supplier_id: 6, unit_price: 1.1 });
    assert.deepEqual(
      rank([fast, bulk, cheap], null, 999).map(([id]) => id),
      [6, 2],
    );
    assert.deepEqual(
      rank([fast, bulk, cheap], null, 1000).map(([id]) => id),
      [2, 6],
    );
  });
});

describe('roundToLot', () => {
  test('raises to the least lot, then to the next multiple, and keeps 5 decimals', () => {
    const rounded = (quantity: string, least: number, multiple: number | null) =>
      toNumber(roundToLot(decimalOf(quantity), decimalOf(least), multiple === null ? null : decimalOf(multiple)));
    assert.equal(rounded('350', 500, 250), 500);
    assert.equal(rounded('501', 500, 250), 750);
    assert.equal(rounded('0.000001', 0, null), 0.00001);
    assert.equal(rounded('7', 0, 0.3), 7.2);
    assert.equal(rounded('6.3', 0, 0.7), 6.3);
  });
});

describe('projectProduct', () => {
  test('starts today, and moves past days to it', () => {
    const days = projectProduct(
      productOf({ stock: 10, safety: 0, needs: [['2026-11-01', 3]], receipts: [['2026-12-01', 5]], lead: 0 }),
      TODAY,
    );
    assert.deepEqual(
      days.map(({ day, receipts, needs, balance }) => [day, ...[receipts, needs, balance].map(toNumber)]),
      [
        [TODAY, 0, 3, 7],
        ['2026-12-01', 5, 0, 12],
      ],
    );
  });
});

function productOf({
  stock,
  safety,
  needs,
  receipts = [],
  lead,
  min_lot = 0,
  multiple,
  cover = 1,
}: Case): ProductToPlan {
  const dated = (rows: Rows) => rows.map(([day, quantity]) => ({ day, quantity: decimalOf(quantity) }));
  return {
    stock: decimalOf(stock),
    floor: decimalOf(safety),
    needs: dated(needs),
    receipts: dated(receipts),
    min_lot: decimalOf(min_lot),
    lot_multiple: multiple === undefined ? null : decimalOf(multiple),
    cover_days: cover,
    offers: [],
    own_supplier_id: null,
    lead_days: lead,
  };
}

function offer({
  supplier_id,
  unit_price,
  lead_days = 0,
  currency = 'EUR',
  from_quantity = 0,
}: {
  supplier_id: number;
  unit_price: number;
  lead_days?: number;
  currency?: string;
  from_quantity?: number;
}): Offer {
  return {
    supplier_id,
    supplier_name: `S${supplier_id}`,
    unit_price: decimalOf(unit_price),
    currency,
    lead_days,
    from_quantity: decimalOf(from_quantity),
  };
}

function shown(product: ProductToPlan) {
  return planProduct(product, WEEK).map(({ need_day, shortage, quantity, order_by, late }) => ({
    need_day,
    shortage: toNumber(shortage),
    quantity: toNumber(quantity),
    order_by,
    late,
  }));
}

/** The balance after the last day, with all proposals. */
function endOf(product: ProductToPlan) {
  const all = (rows: readonly { quantity: ReturnType<typeof decimalOf> }[]) =>
    sum(rows.map(({ quantity }) => quantity));
  const { stock, receipts, needs } = product;
  return toNumber(
    stock
      .plus(all(receipts))
      .plus(all(planProduct(product, WEEK)))
      .minus(all(needs)),
  );
}
