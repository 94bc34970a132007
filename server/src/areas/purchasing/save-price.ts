import { sql } from 'kysely';
import { addDays } from '@bobina/contract/core/dates.ts';
import type { NewPrice, Price, PriceInput, prices } from '@bobina/contract/purchasing/prices.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { describeChanges, requireVersion } from '../../platform/master-data.ts';
import { checkPeriod, startedBefore, warnOfFreePrice } from '../../platform/price-periods.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { checkReference } from '../registry/index.ts';
import { holdProducts } from '../stock/index.ts';
import { lockPrice, priceLabel, readPrice } from './price-rows.ts';

/**
 * Creates a price. An exclusion constraint refuses overlapping periods of a product, a supplier and
 * a quantity. With `closes_previous`, locks the price that is valid on the first day and ends it on the day before.
 * @throws PRICE_OVERLAP
 */
export async function createPrice(act: Act, body: NewPrice): Promise<Price> {
  // Lock order: the other price first, as in an update.
  if (body.closes_previous) await closePrevious(act, body);
  const { id } = await act.tx
    .insertInto('prices')
    .values({ ...(await columnsOf(act, body)), created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const created = await readPrice(act.tx, id);
  warnOfFreePrice(act, created, body.price);
  act.record('create', 'prices', id, priceLabel(created), created.version, diffRecords(null, created));
  return created;
}

/**
 * Changes a price and locks it. A new product without a given currency sets the product's currency.
 * @throws PRICE_OVERLAP, STALE_VERSION
 */
export async function updatePrice(act: Act, { id, body, version }: HandlerInput<typeof prices.update>): Promise<Price> {
  const before = await lockPrice(act, id);
  requireVersion(before, version);
  const sent = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const keepsCurrency = (body.product_id ?? before.product_id) === before.product_id && body.currency === undefined;
  const columns = await columnsOf(act, { ...before, ...(!keepsCurrency && { currency: null }), ...sent });
  await act.tx
    .updateTable('prices')
    .set({ ...columns, version: before.version + 1, modified_at: sql<string>`now()`, modified_by: act.user.id })
    .where('id', '=', id)
    .execute();
  const after = await readPrice(act.tx, id);
  warnOfFreePrice(act, after, body.price);
  act.record(
    'update',
    'prices',
    id,
    [priceLabel(after), describeChanges(before, columns)].filter(Boolean).join(' · '),
    after.version,
    diffRecords(before, after),
  );
  return after;
}

async function closePrevious(act: Act, { product_id, supplier_id, start_date, from_quantity }: NewPrice) {
  const { rows } = await sql<{ id: number }>`
    select t.id from prices t where t.product_id = ${product_id} and t.supplier_id = ${supplier_id}
      and t.from_quantity = ${from_quantity ?? 0} and ${startedBefore(start_date)}`.execute(act.tx);
  for (const { id } of rows) await updatePrice(act, { id, body: { end_date: addDays(start_date, -1) } });
}

/** Locks the rows that a price names for share. @returns its columns; the currency defaults to the product's */
async function columnsOf(
  act: Act,
  { product_id, supplier_id, price, currency, start_date, end_date, from_quantity, lead_days }: PriceInput,
) {
  const checks = new FieldChecks();
  // Lock order: the supplier first, as in an order, because renaming a supplier also updates its products.
  await checkReference(act, checks, { table: 'suppliers', id: supplier_id, path: 'supplier_id' });
  const product = (await holdProducts(act, [product_id])).get(product_id);
  if (!product) checks.add('product_id', 'unknown');
  checkPeriod(checks, start_date, end_date);
  checks.done();
  return {
    product_id,
    supplier_id,
    price,
    currency: currency ?? product!.currency,
    start_date,
    end_date: end_date ?? null,
    from_quantity: from_quantity ?? 0,
    lead_days: lead_days ?? null,
  };
}
