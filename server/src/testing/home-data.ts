/** Rows of the home that the API cannot create, because they are of the past or of later versions. */
import { IMPORT_REGISTERS, IMPORTS } from '@bobina/contract/system/imports.ts';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

export { noticeLateOrders } from '../app/notices/late-orders.ts';

/** Moves the entry of a customer order three days back. */
export async function enterEarlier(db: Db, order: number): Promise<void> {
  await sql`update customer_orders set created_at = created_at - interval '3 days' where id = ${order}`.execute(db);
}

/** Changes the days of a sent invoice to one instalment, which triggers otherwise refuse. */
export async function redateInvoice(db: Db, id: number, days: { dated: string; due: string }): Promise<void> {
  await sql`alter table invoices disable trigger user`.execute(db);
  await sql`update invoices set invoice_date = ${days.dated}, due_date = ${days.due} where id = ${id}`.execute(db);
  await sql`alter table invoices enable trigger user`.execute(db);
  await sql`alter table invoice_instalments disable trigger user`.execute(db);
  await sql`delete from invoice_instalments where invoice_id = ${id} and position > 1`.execute(db);
  await sql`update invoice_instalments set due_date = ${days.due}, amount = (select amount_to_pay(v) from invoices v where v.id = ${id})
    where invoice_id = ${id}`.execute(db);
  await sql`alter table invoice_instalments enable trigger user`.execute(db);
  await sql`select settle_invoice(${id}, null)`.execute(db);
}

/** Changes the due day of one instalment of a sent invoice, which triggers otherwise refuse. */
export async function redateInstalment(db: Db, id: number, one: { position: number; due: string }): Promise<void> {
  await sql`alter table invoice_instalments disable trigger user`.execute(db);
  await sql`update invoice_instalments set due_date = ${one.due} where invoice_id = ${id} and position = ${one.position}`.execute(
    db,
  );
  await sql`alter table invoice_instalments enable trigger user`.execute(db);
  await sql`select settle_invoice(${id}, null)`.execute(db);
}

/** Adds a failed import of products, and a mention of a user at a customer order. */
export async function addOtherNotices(
  db: Db,
  { user, order }: { user: number; order: { id: number; order_number: string } },
): Promise<void> {
  await sql`insert into notices (kind, entity, entity_id, code, label, needs, user_id) values
    ('import_failed', 'products', 1, 'products', '1 / 3', 'products.write', null)`.execute(db);
  await sql`insert into notices (kind, entity, entity_id, code, label, needs, user_id) values
    ('mention', 'customer-orders', ${order.id}, ${order.order_number}, ${order.order_number}, null, ${user})`.execute(
    db,
  );
}

/** Adds a notice of each kind, and of failed imports one of each register. @param of ids of the records */
export async function addNoticeOfEach(db: Db, of: { order: number; purchase: number }): Promise<void> {
  const failed = [
    ...IMPORT_REGISTERS.map((register) => ({ register, needs: IMPORTS[register].needs })),
    { register: 'customer-orders', needs: 'customer_orders.write' },
  ];
  for (const { register, needs } of failed)
    await sql`insert into notices (kind, entity, entity_id, code, label, needs) values
      ('import_failed', ${register}, 1, ${register}, '1 / 3', ${needs})`.execute(db);
  await sql`insert into notices (kind, entity, entity_id, code, label) values
    ('order_late', 'customer-orders', ${of.order}, 'OC-1', 'OC-1'),
    ('goods_arrived', 'purchase-orders', ${of.purchase}, 'A-1', 'A-1')`.execute(db);
}
