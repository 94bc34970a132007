/** How deletions in purchasing, and raises of prices, are undone. */
import { contract } from '@bobina/contract/contract.ts';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { undoRaise } from '../../platform/raise-prices.ts';
import { holdNamedRows, restoreRow, restoring, type LoggedAct, type Reversals } from '../../platform/undo.ts';
import { purchasePriceWriting } from './raise-prices.ts';

export const purchasingReversals: Reversals = {
  'prices.delete': restoring('prices', contract.prices.remove.needs),
  // A raise keeps values with the change of the old price; other changes keep none.
  'prices.update': {
    needs: contract.prices.raise.needs,
    needsKept: true,
    undo: (act, logged) => undoRaise(act, logged, purchasePriceWriting),
  },
  'purchase-orders.delete': { needs: contract.purchaseOrders.remove.needs, undo: restoreOrder },
};

/** Revives an order. Locks it, then its supplier and products for share: all must still exist. */
async function restoreOrder(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ supplier_id: number; products: number[] }>`
    select supplier_id, array(select product_id from purchase_order_items where order_id = o.id) as products
    from purchase_orders o where id = ${logged.id} for update`.execute(act.tx);
  for (const { supplier_id, products } of rows) {
    await holdNamedRows(act, 'suppliers', [supplier_id]);
    await holdNamedRows(act, 'products', products);
  }
  await restoreRow(act, { table: 'purchase_orders', logged });
}
