/** Properties of the proposals over generated stocks, needs, receipts, lots and offers. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addDays } from '@bobina/contract/core/dates.ts';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { addWorkingDays } from '@bobina/contract/core/working-days.ts';
import {
  planProduct,
  projectProduct,
  type Offer,
  type Planned,
  type ProductToPlan,
} from '@bobina/contract/purchasing/proposals.rules.ts';

const TODAY = '2026-11-23';
const quantity = fc.integer({ min: 1, max: 500_000 }).map((thousandths) => decimalOf(thousandths).div(1000));
const dated = fc.record({ day: fc.integer({ min: -5, max: 40 }).map((days) => addDays(TODAY, days)), quantity });
/** Prices differ by quantity, lead times only by supplier. */
const offers = fc
  .array(
    fc.record({
      lead_days: fc.integer({ min: 0, max: 15 }),
      prices: fc.array(fc.record({ from: fc.constantFrom(0, 100, 400), price: fc.integer({ min: 1, max: 5 }) }), {
        minLength: 1,
        maxLength: 3,
      }),
      currency: fc.constantFrom('EUR', 'USD'),
    }),
    { maxLength: 3 },
  )
  .map((suppliers) =>
    suppliers.flatMap(({ lead_days, prices, currency }, index) =>
      [{ from: 0, price: 6 }, ...prices].map(({ from, price }): Offer => ({
        supplier_id: index + 1,
        supplier_name: '',
        unit_price: decimalOf(price),
        currency,
        lead_days,
        from_quantity: decimalOf(from),
      })),
    ),
  );
const products: fc.Arbitrary<ProductToPlan> = fc.record({
  stock: fc.oneof(fc.constant(decimalOf(0)), quantity),
  floor: fc.oneof(fc.constant(decimalOf(0)), quantity),
  needs: fc.array(dated, { maxLength: 12 }),
  receipts: fc.array(dated, { maxLength: 4 }),
  min_lot: fc.oneof(fc.constant(decimalOf(0)), quantity),
  lot_multiple: fc.oneof(fc.constant(null), quantity),
  cover_days: fc.integer({ min: 1, max: 20 }),
  offers,
  own_supplier_id: fc.constantFrom(null, 1, 2),
  lead_days: fc.integer({ min: 0, max: 15 }),
});
const options = fc.record({
  // A Monday and a Sunday.
  today: fc.constantFrom(TODAY, '2026-11-29'),
  working_days: fc.constantFrom([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6, 7], [2, 4]),
  receipt_days: fc.integer({ min: 0, max: 3 }),
});

describe('purchase proposals', () => {
  test('propose nothing more after all of them were ordered', () => {
    fc.assert(
      fc.property(products, options, (product, given) => {
        assert.deepEqual(planProduct(withOrders(product, planProduct(product, given)), given), []);
      }),
      { numRuns: 1000 },
    );
  });

  test('keep the balance at or above the floor on each day of need that an order of today can reach', () => {
    fc.assert(
      fc.property(products, options, (product, given) => {
        const leads = [product.lead_days, ...product.offers.map(({ lead_days }) => lead_days)];
        const reached = addWorkingDays(given.today, Math.max(...leads), given.working_days);
        const plan = planProduct(product, given);
        for (const { day, needs, balance } of projectProduct(withOrders(product, plan), given.today))
          if (day >= reached && needs.gt(0)) assert.ok(balance.gte(product.floor), `${day}: ${balance.toFixed()}`);
      }),
      { numRuns: 1000 },
    );
  });

  test('order at least the least lot, in multiples, and explain the shortage', () => {
    fc.assert(
      fc.property(products, options, (product, given) => {
        for (const { quantity: ordered, shortage, why } of planProduct(product, given)) {
          assert.ok(ordered.gte(product.min_lot) && ordered.gte(shortage));
          if (product.lot_multiple) assert.ok(ordered.mod(product.lot_multiple).eq(0));
          assert.ok(why.stock.plus(why.coming).minus(why.needs).eq(why.balance));
          assert.ok(why.floor.minus(why.balance).eq(shortage) && shortage.gt(0));
        }
      }),
      { numRuns: 1000 },
    );
  });

  test('propose the same for two needs of one day as for their sum', () => {
    fc.assert(
      fc.property(products, options, dated, quantity, (product, given, need, more) => {
        const two = { ...product, needs: [...product.needs, need, { ...need, quantity: more }] };
        const one = { ...product, needs: [...product.needs, { ...need, quantity: need.quantity.plus(more) }] };
        const shown = (plan: Planned[]) =>
          plan.map(({ need_day, quantity: ordered, arrival_day }) => [need_day, ordered.toFixed(), arrival_day]);
        assert.deepEqual(shown(planProduct(two, given)), shown(planProduct(one, given)));
      }),
      { numRuns: 1000 },
    );
  });
});

function withOrders(product: ProductToPlan, plan: readonly Planned[]): ProductToPlan {
  const ordered = plan.map(({ arrival_day, quantity: bought }) => ({ day: arrival_day, quantity: bought }));
  return { ...product, receipts: [...product.receipts, ...ordered] };
}
