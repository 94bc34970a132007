import { sql } from 'kysely';
import { addDays } from '@bobina/contract/core/dates.ts';
import type {
  CustomerPrice,
  CustomerPriceInput,
  customerPrices,
  NewCustomerPrice,
} from '@bobina/contract/orders/customer-prices.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { changeOne, createOne, deleteOne, lockOne } from '../../platform/master-data.ts';
import { checkPeriod, startedBefore, warnOfFreePrice } from '../../platform/price-periods.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { customerPriceEntity } from './customer-price-rows.ts';
import { holdOrderedProducts } from './hold-named.ts';

/** An import also gives the currency. */
type Currency = Partial<Pick<CustomerPrice, 'currency'>>;
type Input = HandlerInput<typeof customerPrices.update>;
type Change = Input & { body: Currency };

/**
 * Creates a price in the customer's currency, unless another one is given. An exclusion constraint refuses overlapping periods of a customer and
 * product. Locks the customer and the product for share. With `closes_previous`, locks the price that is valid on the
 * first day and ends it on the day before.
 * @throws PRICE_OVERLAP
 */
export async function createCustomerPrice(
  act: Act,
  { closes_previous, currency, ...body }: NewCustomerPrice & Currency,
): Promise<CustomerPrice> {
  // Lock order: the other price first, as in an update.
  if (closes_previous) await closePrevious(act, body);
  const current = await holdPriced(act, body);
  const created = await createOne(act, customerPriceEntity, { ...body, currency: currency ?? current });
  warnOfFreePrice(act, created, body.price);
  return created;
}

/**
 * Changes a price and locks it. Without a given currency, a new price or customer also takes the customer's; otherwise
 * the stored currency stays, so that a price agreed in it is not relabelled.
 * @throws PRICE_OVERLAP, STALE_VERSION
 */
export async function updateCustomerPrice(
  act: Act,
  { id, body: { currency: given, ...body }, version }: Change,
): Promise<CustomerPrice> {
  const before = await lockOne(act, customerPriceEntity, id, version);
  const { customer_id, product_id, price, start_date, end_date } = {
    ...before,
    ...Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)),
  };
  const current = await holdPriced(act, { customer_id, product_id, price, start_date, end_date });
  const isKept = price === before.price && customer_id === before.customer_id;
  const currency = given ?? (isKept ? before.currency : current);
  const after = await changeOne(act, customerPriceEntity, before, {
    customer_id,
    product_id,
    price,
    currency,
    start_date,
    end_date,
  });
  warnOfFreePrice(act, after, body.price);
  return after;
}

/** Deletes a price and frees its period. Locks it. */
export async function deleteCustomerPrice(act: Act, id: number): Promise<void> {
  await deleteOne(act, customerPriceEntity, await lockOne(act, customerPriceEntity, id));
}

async function closePrevious(act: Act, { customer_id, product_id, start_date }: CustomerPriceInput) {
  const { rows } = await sql<{ id: number }>`
    select t.id from customer_prices t where t.customer_id = ${customer_id} and t.product_id = ${product_id}
      and ${startedBefore(start_date)}`.execute(act.tx);
  for (const { id } of rows) await updateCustomerPrice(act, { id, body: { end_date: addDays(start_date, -1) } });
}

/** Checks a price, and locks the customer and product that it names for share. @returns the customer's currency */
async function holdPriced(act: Act, { customer_id, product_id, start_date, end_date }: CustomerPriceInput) {
  const checks = new FieldChecks();
  // Lock order: the customer first, as in an order.
  const { rows } = await sql<{ valuta: CustomerPrice['currency'] }>`
    select valuta from customers where id = ${customer_id} and deleted_at is null for share`.execute(act.tx);
  if (!rows[0]) checks.add('customer_id', 'unknown');
  if (!(await holdOrderedProducts(act, [product_id])).has(product_id)) checks.add('product_id', 'unknown');
  checkPeriod(checks, start_date, end_date);
  checks.done();
  return rows[0]!.valuta;
}
