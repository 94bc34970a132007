import { sql } from 'kysely';
import type { ReceiptInput } from '@bobina/contract/purchasing/receipts.ts';
import type { Act } from '../../platform/context.ts';

/**
 * Warns when a line of a receipt was received before with a delivery note of the same number and year: with the same day and
 * content it is refused. A note in several parts is usual, so the receipt is accepted.
 */
export async function warnRepeatedDocument(
  act: Act,
  receipt: number,
  { order_id, document_number, document_date }: ReceiptInput,
): Promise<void> {
  const { rows } = await sql<{ products: string | null }>`
    select string_agg(distinct p.code, ', ' order by p.code) as products
    from goods_receipts g
    join goods_receipt_items i on i.receipt_id = g.id
    join purchase_order_items l on l.id = i.order_item_id
    join products p on p.id = l.product_id
    where g.order_id = ${order_id} and lower(g.document_number) = lower(${document_number})
      and date_trunc('year', g.document_date) = date_trunc('year', ${document_date}::date) and g.id <> ${receipt} and g.cancelled_at is null
      and i.order_item_id in (select order_item_id from goods_receipt_items where receipt_id = ${receipt})`.execute(
    act.tx,
  );
  const products = rows[0]?.products;
  if (products) act.warn('received_before', { document: document_number, products }, 'document_number');
}
