/** How deletions of customer orders and customer prices, and raises of these, are undone. */
import { contract } from '@bobina/contract/contract.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { undoRaise } from '../../platform/raise-prices.ts';
import { holdNamedRows, restoreRow, restoring, type LoggedAct, type Reversals } from '../../platform/undo.ts';
import { customerPriceWriting } from './raise-customer-prices.ts';

export const ordersReversals: Reversals = {
  'customer-orders.delete': { needs: contract.customerOrders.remove.needs, undo: restoreOrder },
  'customer-prices.delete': restoring('customer_prices', contract.customerPrices.remove.needs),
  // A raise keeps values with the change of the old price; other changes keep none.
  'customer-prices.update': {
    needs: contract.customerPrices.raise.needs,
    needsKept: true,
    undo: (act, logged) => undoRaise(act, logged, customerPriceWriting),
  },
};

/** Revives an order. Locks it, then its customer and products for share: all must still exist. */
async function restoreOrder(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ customer_id: number; products: number[] }>`
    select customer_id, array(select product_id from customer_order_items where order_id = o.id) as products
    from customer_orders o where id = ${logged.id} for update`.execute(act.tx);
  for (const { customer_id, products } of rows) {
    await holdNamedRows(act, 'customers', [customer_id]);
    await holdNamedRows(act, 'products', products);
  }
  await restoreRow(act, { table: 'customer_orders', logged });
  act.changed('production');
}
