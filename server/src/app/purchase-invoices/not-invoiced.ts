/** Lists the goods that were received without an invoice. */
import { sql, type SqlBool } from 'kysely';
import type { NotInvoiced, purchaseInvoices } from '@bobina/contract/purchasing/purchase-invoices.ts';
import type { Reading } from '../../platform/context.ts';
import { computed, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { numeric } from '../../platform/master-data.ts';

const invoiced = sql<string>`(select coalesce(sum(b.matched_quantity::numeric), 0) from purchase_invoice_lines b where b.receipt_item_id = t.id)`;
const remaining = sql`(t.quantity::numeric - ${invoiced})`;
const amount = sql`round(${remaining} * item.unit_price::numeric, 2)`;

const ROWS: List<SortOf<typeof purchaseInvoices.notInvoiced>> = {
  columns: {
    receipt_date: value('receipt.receipt_date'),
    document_number: text('receipt.document_number'),
    document_date: value('receipt.document_date'),
    supplier_name: text('supplier.business_name'),
    order_number: text('order.order_number'),
    product_code: text('product.code'),
    remaining_quantity: computed(remaining),
    amount: computed(amount),
  },
  alsoSearched: ['product.name'],
  order: 'receipt_date',
};

/** Lists one page of receipt lines with something left to bill. */
export async function listNotInvoiced(reading: Reading, { query }: HandlerInput<typeof purchaseInvoices.notInvoiced>) {
  let rows = reading.db
    .selectFrom('goods_receipt_items as t')
    .innerJoin('goods_receipts as receipt', 'receipt.id', 't.receipt_id')
    .innerJoin('purchase_order_items as item', 'item.id', 't.order_item_id')
    .innerJoin('purchase_orders as order', 'order.id', 'receipt.order_id')
    .innerJoin('suppliers as supplier', 'supplier.id', 'order.supplier_id')
    .innerJoin('products as product', 'product.id', 'item.product_id')
    .where(sql<SqlBool>`${remaining} > 0`)
    .where('receipt.cancelled_at', 'is', null)
    .select([
      't.id as receipt_item_id',
      't.receipt_id',
      'receipt.document_number',
      'receipt.document_date',
      'receipt.receipt_date',
      'order.supplier_id',
      'supplier.business_name as supplier_name',
      'receipt.order_id',
      't.order_item_id',
      'order.order_number',
      'item.product_id',
      'product.code as product_code',
      'product.name as product_name',
      'product.unit_of_measure',
      'order.currency',
    ])
    .select([
      numeric('t.quantity', 'quantity'),
      sql<number>`${invoiced}::float8`.as('invoiced_quantity'),
      sql<number>`${remaining}::float8`.as('remaining_quantity'),
      numeric('item.unit_price', 'unit_price'),
      sql<number>`${amount}::float8`.as('amount'),
    ]);
  if (query.supplier_id) rows = rows.where('order.supplier_id', '=', query.supplier_id);
  if (query.product_id) rows = rows.where('item.product_id', '=', query.product_id);
  if (query.from) rows = rows.where('receipt.receipt_date', '>=', query.from);
  if (query.to) rows = rows.where('receipt.receipt_date', '<=', query.to);
  if (query.at_least !== undefined) rows = rows.where(sql<SqlBool>`${remaining} >= ${query.at_least}`);
  return page<
    { t: { id: unknown } },
    't',
    NotInvoiced,
    SortOf<typeof purchaseInvoices.notInvoiced>,
    { t: { id: unknown } },
    't'
  >(reading, rows as never, query, ROWS);
}
