import type { Day } from '@bobina/contract/core/dates.ts';
import type { PricesRaise } from '@bobina/contract/core/price-period.ts';
import type { Price } from '@bobina/contract/purchasing/prices.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import type { ManyActs } from '../../platform/http/many-acts.ts';
import { validOn } from '../../platform/price-periods.ts';
import { raisePrices, type PriceWriting } from '../../platform/raise-prices.ts';
import { deletePrice } from './delete-price.ts';
import { lockPrice } from './price-rows.ts';
import { createPrice, updatePrice } from './save-price.ts';

/** How a raise and its reversal write purchase prices. */
export const purchasePriceWriting: PriceWriting<Price> = {
  lock: lockPrice,
  end: updatePrice,
  remove: deletePrice,
  create: succeed,
  isPriced,
};

/** Raises purchase prices by a percentage from a day on, each as a separate act. A dry run writes nothing. */
export function raisePurchasePrices(acts: ManyActs, raise: PricesRaise) {
  return raisePrices(acts, { ...raise, writing: purchasePriceWriting });
}

function succeed(
  act: Act,
  { product_id, supplier_id, currency, price, start_date, end_date, from_quantity, lead_days }: Price,
): Promise<Price> {
  return createPrice(act, {
    product_id,
    supplier_id,
    currency,
    price,
    start_date,
    end_date,
    from_quantity,
    lead_days,
  });
}

async function isPriced(act: Act, { product_id, supplier_id, from_quantity }: Price, day: Day): Promise<boolean> {
  const { rows } = await sql`
    select 1 from prices t where product_id = ${product_id} and supplier_id = ${supplier_id}
      and from_quantity = ${from_quantity} and ${validOn(day)}`.execute(act.tx);
  return rows.length > 0;
}
