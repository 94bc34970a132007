import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import type { FieldChecks } from '../../platform/problem.ts';

/**
 * Checks that the products exist and that the receipt lines are of the supplier and of the product. Locks the products
 * against a deletion.
 */
export async function checkTypedLines(
  act: Act,
  checks: FieldChecks,
  {
    supplier,
    lines,
  }: {
    supplier: number | null;
    lines: readonly { product_id?: number | null | undefined; receipt_item_id?: number | null | undefined }[];
  },
): Promise<void> {
  const products = lines.flatMap(({ product_id }) => product_id ?? []);
  const receipts = lines.flatMap(({ receipt_item_id }) => receipt_item_id ?? []);
  const { rows: known } = await sql<{ id: number }>`
    select id from products where id = any(${products}) and deleted_at is null order by id for key share`.execute(
    act.tx,
  );
  const { rows: received } = await sql<{ id: number; product_id: number }>`
    select r.id, i.product_id from goods_receipt_items r
    join goods_receipts g on g.id = r.receipt_id and g.cancelled_at is null
    join purchase_order_items i on i.id = r.order_item_id join purchase_orders o on o.id = i.order_id
    where r.id = any(${receipts}) and o.supplier_id = ${supplier}`.execute(act.tx);
  const productIds = new Set(known.map(({ id }) => id));
  const productOf = new Map(received.map(({ id, product_id }) => [id, product_id]));
  for (const [at, { product_id, receipt_item_id }] of lines.entries()) {
    if (product_id != null && !productIds.has(product_id)) checks.add(`lines.${at}.product_id`, 'unknown');
    if (receipt_item_id != null && (product_id == null || productOf.get(receipt_item_id) !== product_id))
      checks.add(`lines.${at}.receipt_item_id`, 'otherReceipt');
  }
}
