import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { Payment, PaymentInput, payments } from '@bobina/contract/sales/payments.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { requireVersion } from '../../../platform/master-data.ts';
import { FieldChecks, notFound, Problem } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { checkAllocations, lockOwed, raiseVersion, writeAllocations } from './allocations.ts';
import { nameOfPayment, readPayment } from './payment-rows.ts';

/**
 * Records a payment of a customer and allots it. Locks the invoices by id.
 * @throws VALIDATION, OVER_PAYMENT above the open amount of an invoice, PERIOD_CLOSED
 */
export async function recordPayment(
  act: Act,
  body: PaymentInput,
  origin: Payment['origin'] = 'user',
): Promise<Payment> {
  const checks = new FieldChecks();
  if (body.day > (await companyToday(act.tx))) checks.add('day', 'future');
  const { rows } =
    await sql`select 1 from customers where id = ${body.customer_id} and deleted_at is null for key share`.execute(
      act.tx,
    );
  if (rows.length === 0) checks.add('customer_id', 'unknown');
  checks.done();
  const { allocations, ...values } = body;
  const given = allocations ?? [];
  const currency = body.currency ?? 'EUR';
  const invoices = await lockOwed(
    act,
    given.map(({ invoice_id }) => invoice_id),
  );
  checkAllocations(given, { customer_id: body.customer_id, currency, left: decimalOf(body.amount) }, invoices);
  const { id } = await act.tx
    .insertInto('payments')
    .values({ ...values, amount: String(body.amount), currency, origin, created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeAllocations(act, id, { allocations: given, invoices });
  const payment = await readPayment(act.tx, id);
  act.record('create', 'payments', id, nameOfPayment(payment), payment.version, diffRecords(null, payment));
  return payment;
}

/**
 * Allots the rest of a payment. Locks the invoices by id, then the payment.
 * @throws NOT_FOUND, VALIDATION, STALE_VERSION, INVALID_TRANSITION when it is reversed, OVER_PAYMENT
 */
export async function allotPayment(
  act: Act,
  { id, body: { allocations }, version }: HandlerInput<typeof payments.allot>,
): Promise<Payment> {
  const invoices = await lockOwed(
    act,
    allocations.map(({ invoice_id }) => invoice_id),
  );
  const before = await lockPayment(act, id);
  requireVersion(before, version);
  if (before.reversed_at !== null) throw new Problem('INVALID_TRANSITION');
  const { customer_id, currency, unallocated_amount } = before;
  checkAllocations(allocations, { customer_id, currency, left: decimalOf(unallocated_amount) }, invoices);
  await writeAllocations(act, id, { allocations, invoices });
  await raiseVersion(act, id);
  const after = await readPayment(act.tx, id);
  act.record('update', 'payments', id, nameOfPayment(after), after.version, diffRecords(before, after));
  return after;
}

/** Locks a payment until the act commits. @throws NOT_FOUND */
export async function lockPayment(act: Act, id: number): Promise<Payment> {
  const { rows } = await sql`select 1 from payments where id = ${id} and reverses is null for no key update`.execute(
    act.tx,
  );
  if (rows.length === 0) throw notFound();
  return readPayment(act.tx, id);
}
