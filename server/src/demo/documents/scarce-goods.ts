import type { PurchaseProposals } from '@bobina/contract/purchasing/proposals.ts';
import { dayOf } from '../days.ts';
import type { Chance } from '../chance.ts';
import { takeOrder } from './sell.ts';
import type { Office } from './topic.ts';

/** How many purchases for customers' orders are proposed at least, whatever day the company is loaded on. */
const PROPOSED = 4;
/** Days until the delivery of the orders, in turn: too few to buy the paper in time, and enough. */
const DUE = [4, 25];
const MOST_ORDERS = 12;

/** Enters large orders of today until enough paper or film is short for orders, some of it too late to be bought in time. */
export async function orderScarceGoods(office: Office, chance: Chance): Promise<void> {
  for (let count = 0; count < MOST_ORDERS; count++) {
    const { proposals } = await office.call<PurchaseProposals>('GET', '/purchase-proposals');
    const forOrders = proposals.filter(({ need_day }) => need_day !== null);
    const isVaried = forOrders.some(({ late }) => late) && forOrders.some(({ late }) => !late);
    if (isVaried && forOrders.length >= PROPOSED) break;
    await takeOrder(
      office,
      chance,
      { order_date: dayOf(0), requested_delivery_date: dayOf(-DUE[count % DUE.length]!) },
      { customer_id: chance.pick(office.weekly), lines: 1, quantity: 300 },
    );
  }
  await orderWithoutMaterial(office, chance);
}

/** Orders rolls of a film that is no product, unless another order needs one already. */
async function orderWithoutMaterial({ call, weekly }: Office, chance: Chance): Promise<void> {
  const { without_product } = await call<PurchaseProposals>('GET', '/purchase-proposals');
  if (without_product.length > 0) return;
  const [rolls] = await call<{ id: number }[]>('GET', '/products?q=ROF-&limit=1');
  await call('POST', '/customer-orders', {
    customer_id: chance.pick(weekly),
    order_date: dayOf(0),
    requested_delivery_date: dayOf(-DUE[1]!),
    items: [{ product_id: rolls!.id, quantity: 120, unit_price: 4.2 }],
  });
}
