import type { Day } from '@bobina/contract/core/dates.ts';
import type { PricesRaise } from '@bobina/contract/core/price-period.ts';
import type { CustomerPrice } from '@bobina/contract/orders/customer-prices.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import type { ManyActs } from '../../platform/http/many-acts.ts';
import { lockOne } from '../../platform/master-data.ts';
import { validOn } from '../../platform/price-periods.ts';
import { raisePrices, type PriceWriting } from '../../platform/raise-prices.ts';
import { customerPriceEntity } from './customer-price-rows.ts';
import { createCustomerPrice, deleteCustomerPrice, updateCustomerPrice } from './save-customer-price.ts';

/** How a raise and its reversal write the prices of customers. */
export const customerPriceWriting: PriceWriting<CustomerPrice> = {
  lock: lockPrice,
  end: updateCustomerPrice,
  remove: deleteCustomerPrice,
  create: succeed,
  isPriced,
};

/** Raises prices of customers by a percentage from a day on, each as a separate act. A dry run writes nothing. */
export function raiseCustomerPrices(acts: ManyActs, raise: PricesRaise) {
  return raisePrices(acts, { ...raise, writing: customerPriceWriting });
}

function lockPrice(act: Act, id: number): Promise<CustomerPrice> {
  return lockOne(act, customerPriceEntity, id);
}

/** The new price keeps the currency of the old one: a percentage does not convert it into the customer's present one. */
function succeed(
  act: Act,
  { customer_id, product_id, currency, price, start_date, end_date }: CustomerPrice,
): Promise<CustomerPrice> {
  return createCustomerPrice(act, { customer_id, product_id, currency, price, start_date, end_date });
}

async function isPriced(act: Act, { customer_id, product_id }: CustomerPrice, day: Day): Promise<boolean> {
  const { rows } = await sql`
    select 1 from customer_prices t where customer_id = ${customer_id} and product_id = ${product_id}
      and ${validOn(day)}`.execute(act.tx);
  return rows.length > 0;
}
