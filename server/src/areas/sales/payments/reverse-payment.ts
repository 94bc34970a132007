import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import { Problem } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { freePart, lockOwed, raiseVersion, logSettled } from './allocations.ts';
import { nameOfPayment, readPayment } from './payment-rows.ts';
import { lockPayment } from './record-payment.ts';

/**
 * Reverses a payment with a row of today, and frees its allocations. Locks its invoices by id, then the payment.
 * @throws NOT_FOUND, INVALID_TRANSITION when it was reversed already, PERIOD_CLOSED @param options whether the invoices' changes are logged here
 */
export async function reversePayment(act: Act, id: number, { tellsInvoices = true } = {}): Promise<void> {
  const invoices = await lockOwed(act, await settledBy(act, id));
  const before = await lockPayment(act, id);
  if (before.reversed_at !== null) throw new Problem('INVALID_TRANSITION');
  // Another user may have allotted the payment to a further invoice before it was locked.
  const missed = (await settledBy(act, id)).filter((invoice) => !invoices.has(invoice));
  for (const [invoice, row] of await lockOwed(act, missed)) invoices.set(invoice, row);
  const { rows } = await sql<{ id: number }>`
    insert into payments (customer_id, day, amount, currency, bank, method, origin, reverses, created_by)
    select customer_id, ${await companyToday(act.tx)}::date, amount, currency, bank, method, origin, id, ${act.user.id}
    from payments where id = ${id} returning id`.execute(act.tx);
  const reversal_id = rows[0]!.id;
  for (const { invoice_id, amount } of before.allocations.toSorted((a, b) => a.invoice_id - b.invoice_id))
    await freePart(act, { payment_id: id, invoice_id, amount: decimalOf(amount), reversal_id });
  await raiseVersion(act, id);
  if (tellsInvoices) await logSettled(act, 'status', invoices);
  const after = await readPayment(act.tx, id);
  act.record('delete', 'payments', id, nameOfPayment(after), after.version, diffRecords(before, after));
}

async function settledBy(act: Act, payment: number): Promise<number[]> {
  const { rows } = await sql<{ invoice_id: number }>`
    select invoice_id from payment_allocations where payment_id = ${payment} group by 1 having sum(amount) > 0
    union select invoice_id from zero_payments where payment_id = ${payment}`.execute(act.tx);
  return rows.map(({ invoice_id }) => invoice_id);
}
