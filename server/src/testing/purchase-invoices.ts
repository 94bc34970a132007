/** Purchase invoices as rows, for tests that read accepted ones. */
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

interface Given {
  supplier_id: number;
  number: string;
  net: number;
  vat: number;
  vat_rate?: number;
  kind?: 'invoice' | 'credit_note';
  product_id?: number;
  currency?: string;
  exchange_rate?: number;
  document_date?: string;
}

/** Adds a new purchase invoice with one line. @returns its id */
export async function addPurchaseInvoice(db: Db, given: Given): Promise<number> {
  const { supplier_id, number, net, vat, vat_rate = 22, kind = 'invoice', product_id = null } = given;
  const { currency = 'EUR', exchange_rate = null, document_date = '2026-01-15' } = given;
  const { rows } = await sql<{ id: number }>`
    insert into purchase_invoices (supplier_id, supplier_name, supplier_vat, kind, number, document_date, received_date, currency,
      exchange_rate, net_amount, vat_amount, total_amount, to_pay_amount, format)
    select id, business_name, vat_number, ${kind}, ${number}, ${document_date}::date, ${document_date}::date, ${currency},
      ${exchange_rate}, ${net}::numeric, ${vat}::numeric, ${net}::numeric + ${vat}::numeric, ${net}::numeric + ${vat}::numeric, 'typed'
    from suppliers where id = ${supplier_id} returning id`.execute(db);
  const { id } = rows[0]!;
  await sql`insert into purchase_invoice_vat (purchase_invoice_id, position, vat_rate, net_amount, vat_amount)
    values (${id}, 0, ${vat_rate}, ${net}, ${vat})`.execute(db);
  await sql`insert into purchase_invoice_lines (purchase_invoice_id, position, description, quantity, unit_price, net_amount, vat_rate, product_id)
    values (${id}, 0, 'Carta', 1, ${net}, ${net}, ${vat_rate}, ${product_id})`.execute(db);
  return id;
}

/** Accepts a purchase invoice. */
export async function acceptPurchaseInvoice(db: Db, id: number, day: string): Promise<void> {
  await sql`insert into purchase_invoice_instalments (purchase_invoice_id, position, due_date, amount)
    select id, 0, ${day}::date, to_pay_amount from purchase_invoices where id = ${id} and kind = 'invoice'`.execute(db);
  await sql`update purchase_invoices set status = 'accepted', accepted_at = now(), registered_date = ${day}::date where id = ${id}`.execute(
    db,
  );
}
