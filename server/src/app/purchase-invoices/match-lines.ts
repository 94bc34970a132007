/** Matches the stored lines of an invoice to the receipts of its supplier. */
import { sql } from 'kysely';
import { matchInvoice, type LineToMatch, type ReceiptToBill } from '@bobina/contract/purchasing/invoice-match.rules.ts';
import { lockSupplierInvoices } from '../../areas/purchasing/lock-supplier-invoices.ts';
import { readSettings } from '../../areas/registry/index.ts';
import type { Tx } from '../../platform/database/db.ts';

interface ToMatch {
  id: number;
  supplier_id: number | null;
  kind: 'invoice' | 'credit_note';
  currency: string;
}

/**
 * Matches the lines and writes the result. Holds an advisory lock per supplier until the commit, so that two invoices do
 * not bill the same receipt.
 */
export async function matchPurchaseLines(tx: Tx, invoice: ToMatch): Promise<void> {
  if (invoice.supplier_id !== null) await lockSupplierInvoices(tx, invoice.supplier_id);
  const { rows: lines } = await sql<LineToMatch>`
    select id, supplier_code, quantity, net_amount, ddt_number, ddt_date, order_number, product_id, receipt_item_id, is_confirmed
    from purchase_invoice_lines where purchase_invoice_id = ${invoice.id} order by position`.execute(tx);
  const codes = await readCodes(tx, invoice.supplier_id, lines);
  const receipts = await readReceipts(tx, invoice, [
    ...codes.values(),
    ...lines.flatMap(({ product_id }) => (product_id === null ? [] : [product_id])),
  ]);
  const { invoice_quantity_tolerance: quantity, invoice_price_tolerance: price } = await readSettings(tx);
  const found = matchInvoice({ ...invoice, lines }, { codes, receipts, tolerances: { quantity, price } });
  await sql`
    update purchase_invoice_lines l
    set product_id = m.product_id, receipt_item_id = m.receipt_item_id, matched_quantity = m.matched_quantity,
      match = m.match, differences = m.differences
    from jsonb_to_recordset(${JSON.stringify(found.lines)}::jsonb)
      as m (id integer, product_id integer, receipt_item_id integer, matched_quantity numeric, match text, differences jsonb)
    where l.id = m.id`.execute(tx);
  await sql`update purchase_invoices set match = ${found.match} where id = ${invoice.id} and match <> ${found.match}`.execute(
    tx,
  );
}

/** Frees the receipt lines that an invoice bills. */
export async function freeLines(tx: Tx, invoice: number): Promise<void> {
  await sql`
    update purchase_invoice_lines set receipt_item_id = null, matched_quantity = 0
    where purchase_invoice_id = ${invoice} and receipt_item_id is not null`.execute(tx);
}

/** Learns the products of a supplier's codes from lines that a user confirmed. */
export async function learnCodes(
  tx: Tx,
  { supplier, lines, user }: { supplier: number; lines: readonly number[]; user: number },
): Promise<void> {
  await sql`
    insert into supplier_codes (supplier_id, code, product_id, learned_by)
    select distinct on (lower(supplier_code)) ${supplier}::integer, supplier_code, product_id, ${user}::integer
    from purchase_invoice_lines
    where id = any(${[...lines]}) and supplier_code is not null and product_id is not null
    order by lower(supplier_code), position desc
    on conflict (supplier_id, lower(code)) do update
      set product_id = excluded.product_id, learned_at = now(), learned_by = excluded.learned_by
      where supplier_codes.product_id <> excluded.product_id`.execute(tx);
}

/** Writes the cost of the batches of receipt lines. */
export async function writeCosts(tx: Tx, receiptItems: readonly number[]): Promise<void> {
  await sql`
    select keep_received_costs(array(
      select distinct m.batch_id from goods_receipt_movements g join stock_movements m on m.id = g.movement_id
      where g.receipt_item_id = any(${[...receiptItems]}) and m.batch_id is not null))`.execute(tx);
}

async function readCodes(tx: Tx, supplier: number | null, lines: readonly LineToMatch[]): Promise<Map<string, number>> {
  const wanted = lines.flatMap(({ supplier_code: code }) => (code === null ? [] : [code.toLowerCase()]));
  if (supplier === null || wanted.length === 0) return new Map();
  const { rows } = await sql<{ code: string; product_id: number }>`
    select lower(c.code) as code, c.product_id from supplier_codes c
    join products p on p.id = c.product_id and p.deleted_at is null
    where c.supplier_id = ${supplier} and lower(c.code) = any(${wanted})`.execute(tx);
  return new Map(rows.map(({ code, product_id }) => [code, product_id]));
}

async function readReceipts(
  tx: Tx,
  { id, supplier_id }: ToMatch,
  products: readonly number[],
): Promise<ReceiptToBill[]> {
  if (supplier_id === null || products.length === 0) return [];
  const { rows } = await sql<ReceiptToBill>`
    select r.id, i.product_id, g.document_number, g.document_date, o.order_number, r.quantity, i.unit_price, o.currency,
      r.quantity::numeric - coalesce((
        select sum(b.matched_quantity::numeric) from purchase_invoice_lines b
        where b.receipt_item_id = r.id and b.purchase_invoice_id <> ${id}), 0) as left
    from purchase_orders o
    join purchase_order_items i on i.order_id = o.id
    join goods_receipt_items r on r.order_item_id = i.id
    join goods_receipts g on g.id = r.receipt_id
    where o.supplier_id = ${supplier_id} and g.cancelled_at is null and i.product_id = any(${[...new Set(products)]})
    order by g.receipt_date, r.id`.execute(tx);
  return rows;
}
