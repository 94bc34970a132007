import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, GREATEST, round, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Price, PricesRaise } from '@bobina/contract/purchasing/prices.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { bulkResult } from '../../platform/http/bulk-result.ts';
import type { ManyActs } from '../../platform/http/many-acts.ts';
import { validOn } from '../../platform/price-periods.ts';
import { invalid, Problem } from '../../platform/problem.ts';
import { lockPrice } from './price-rows.ts';
import { createPrice, updatePrice } from './save-price.ts';

type Raised = { old_price: number; new_price: number; new_id: number };

/** Raises prices by a percentage from a day on, each as a separate act. A dry run writes nothing. */
export async function raisePrices(acts: ManyActs, { ids, dry_run, ...raise }: PricesRaise) {
  const done = await acts.each({ items: ids, dryRun: dry_run, act: (act, id) => raisePrice(act, { id, ...raise }) });
  return {
    results: done.map(({ item: id, outcome }) => ({
      id,
      ...bulkResult(outcome, acts.language),
      old_price: outcome.answer?.old_price ?? null,
      new_price: outcome.answer?.new_price ?? null,
      new_id: dry_run ? null : (outcome.answer?.new_id ?? null),
    })),
  };
}

/** The error of a price whose period contains a day of another price of the same product and supplier. */
export function overlappingPrice(): Problem {
  return new Problem('PRICE_OVERLAP', { fields: [{ path: 'start_date', code: 'overlap' }] });
}

/**
 * Ends a price on the day before `start_date` and creates its successor, rounded to 5 decimals, which takes its end.
 * Locks the price.
 * @throws PRICE_OVERLAP when the price or a later one starts on or after `start_date`, INVALID_TRANSITION when it ended
 * before
 */
async function raisePrice(
  act: Act,
  { id, percent, start_date }: { id: number; percent: number; start_date: string },
): Promise<Raised> {
  const before = await lockPrice(act, id);
  if (before.start_date >= start_date) throw overlappingPrice();
  if (before.end_date !== null && before.end_date < start_date) {
    if (before.end_date === addDays(start_date, -1) && (await hasPriceOn(act, before, start_date)))
      throw overlappingPrice();
    throw new Problem('INVALID_TRANSITION');
  }
  const price = toNumber(round(decimalOf(before.price).times(decimalOf(percent).plus(100)).times('0.01'), 5));
  if (price > GREATEST) throw invalid('percent', 'max', { max: GREATEST });
  const { product_id, supplier_id, currency, end_date, from_quantity, lead_days } = before;
  await updatePrice(act, { id, body: { end_date: addDays(start_date, -1) } });
  const raised = await createPrice(act, {
    product_id,
    supplier_id,
    currency,
    price,
    start_date,
    end_date,
    from_quantity,
    lead_days,
  });
  return { old_price: before.price, new_price: price, new_id: raised.id };
}

/** Whether another price of the same product and supplier is valid on a day. */
async function hasPriceOn(act: Act, { product_id, supplier_id, from_quantity }: Price, day: Day): Promise<boolean> {
  const { rows } = await sql`
    select 1 from prices t where product_id = ${product_id} and supplier_id = ${supplier_id}
      and from_quantity = ${from_quantity} and ${validOn(day)}`.execute(act.tx);
  return rows.length > 0;
}
