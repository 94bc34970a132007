/** Reads payments of customers in their API form. */
import { sql, type SqlBool } from 'kysely';
import type { Payment, payments } from '@bobina/contract/sales/payments.ts';
import type { Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { AUDIT, numeric } from '../../../platform/master-data.ts';
import { notFound } from '../../../platform/problem.ts';

const PAYMENTS: List<SortOf<typeof payments.list>> = {
  columns: {
    day: value('t.day'),
    customer_name: text('customer.business_name'),
    amount: value('t.amount'),
    bank: text('t.bank'),
    method: text('t.method'),
    created_at: value('t.created_at'),
  },
  alsoSearched: ['t.notes'],
  order: '-day',
};

const reversal = sql`(select r.created_at from payments r where r.reverses = t.id)`;
const unallocated = sql`case when ${reversal} is null then t.amount::numeric - (
  select coalesce(sum(a.amount), 0) from payment_allocations a where a.payment_id = t.id) else 0 end`;

/** Lists one page of payments. */
export async function listPayments(reading: Reading, { query }: HandlerInput<typeof payments.list>) {
  let rows = paymentRows(reading.db);
  if (query.customer_id) rows = rows.where('t.customer_id', '=', query.customer_id);
  if (query.invoice_id)
    rows =
      rows.where(sql<SqlBool>`t.id in (select payment_id from payment_allocations where invoice_id = ${query.invoice_id}
      group by 1 having sum(amount) > 0)`);
  if (query.unallocated !== undefined) rows = rows.where(sql<SqlBool>`(${unallocated} > 0) = ${query.unallocated}`);
  if (query.reversed !== undefined) rows = rows.where(sql<SqlBool>`(${reversal} is not null) = ${query.reversed}`);
  if (query.from) rows = rows.where('t.day', '>=', query.from);
  if (query.to) rows = rows.where('t.day', '<=', query.to);
  return page(reading, rows, query, PAYMENTS);
}

/** Reads a payment. @throws NOT_FOUND, also for the id of a reversal */
export async function readPayment(db: Db, id: number): Promise<Payment> {
  const row = await paymentRows(db).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Returns the name of a payment in the activity log. */
export function nameOfPayment({ customer_name, day, amount, currency }: Payment): string {
  return `${customer_name} · ${day} · ${amount.toFixed(2)} ${currency}`;
}

function paymentRows(db: Db) {
  return db
    .selectFrom('payments as t')
    .innerJoin('customers as customer', 'customer.id', 't.customer_id')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.reverses', 'is', null)
    .select([
      't.id',
      't.customer_id',
      'customer.business_name as customer_name',
      't.day',
      't.bank',
      't.method',
      't.notes',
      ...AUDIT,
    ])
    .select([
      numeric('t.amount', 'amount'),
      sql<Payment['currency']>`t.currency`.as('currency'),
      sql<Payment['origin']>`t.origin`.as('origin'),
      sql<string | null>`${reversal}`.as('reversed_at'),
      sql<number>`(${unallocated})::float8`.as('unallocated_amount'),
      sql<Payment['allocations']>`coalesce((
        select json_agg(json_build_object('invoice_id', a.invoice_id, 'invoice_number', a.invoice_number, 'amount', a.amount::float8) order by a.first)
        from (
          select a.invoice_id, v.invoice_number, sum(a.amount) as amount, min(a.id) as first
          from payment_allocations a join invoices v on v.id = a.invoice_id
          where a.payment_id = t.id group by 1, 2 having sum(a.amount) > 0
        ) a), '[]')`.as('allocations'),
    ]);
}
