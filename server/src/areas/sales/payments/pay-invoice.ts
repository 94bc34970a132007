/** The payments behind the mark `paid` of an invoice. */
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import { companyToday } from '../../registry/index.ts';
import { freeAllocations } from './allocations.ts';
import { nameOfPayment, readPayment } from './payment-rows.ts';
import { reversePayment } from './reverse-payment.ts';

/** Records a payment of the open amount of a locked invoice, today, in the invoice's currency. */
export async function payInvoice(act: Act, invoice: number): Promise<void> {
  const { rows } = await sql<{ id: number; amount: string }>`
    insert into payments (customer_id, day, amount, currency, method, origin, created_by)
    select customer_id, ${await companyToday(act.tx)}::date, open_amount, currency, payment ->> 'modalita_pagamento', 'flag', ${act.user.id}
    from invoices where id = ${invoice} returning id, amount`.execute(act.tx);
  const { id, amount } = rows[0]!;
  if (Number(amount) > 0)
    await act.tx
      .insertInto('payment_allocations')
      .values({ payment_id: id, invoice_id: invoice, amount, created_by: act.user.id })
      .execute();
  else await act.tx.insertInto('zero_payments').values({ payment_id: id, invoice_id: invoice }).execute();
  const payment = await readPayment(act.tx, id);
  act.record('create', 'payments', id, nameOfPayment(payment), payment.version, diffRecords(null, payment));
}

/**
 * Takes the payments of a locked invoice back: those that the mark made are reversed, unless they also pay another
 * invoice; the others become advances.
 */
export async function unpayInvoice(act: Act, invoice: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select p.id from payments p
    where p.origin = 'flag' and p.reverses is null and not exists (select from payments r where r.reverses = p.id)
      and (p.id in (select z.payment_id from zero_payments z where z.invoice_id = ${invoice})
        or p.id in (select a.payment_id from payment_allocations a where a.invoice_id = ${invoice} group by 1 having sum(a.amount) > 0))
      and not exists (select from payment_allocations a where a.payment_id = p.id and a.invoice_id <> ${invoice} group by a.invoice_id having sum(a.amount) > 0)
    order by p.id`.execute(act.tx);
  for (const { id } of rows) await reversePayment(act, id, { tellsInvoices: false });
  await freeAllocations(act, invoice);
}
