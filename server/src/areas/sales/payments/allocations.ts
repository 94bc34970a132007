/** Allots payments to invoices, and frees them. The database settles the invoices: see `settle_invoice`. */
import { decimalOf, sum, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { InvoiceStatus, InvoiceType } from '@bobina/contract/sales/statuses.ts';
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import { FieldChecks, Problem } from '../../../platform/problem.ts';

export interface Allotted {
  invoice_id: number;
  amount: number;
}
/** An invoice as payments see it. */
export interface OwedInvoice {
  id: number;
  type: InvoiceType;
  invoice_number: string | null;
  status: InvoiceStatus;
  customer_id: number;
  customer_name: string;
  currency: string;
  paid_amount: number;
  open_amount: string;
  version: number;
}
interface Paying {
  payment_id: number;
  customer_id: number;
  currency: string;
  /** The remaining amount of the payment. */
  left: Decimal;
}

/** Locks invoices in the order of their ids, before any payment. */
export async function lockOwed(act: Act, ids: readonly number[]): Promise<Map<number, OwedInvoice>> {
  const { rows } = await sql<OwedInvoice>`
    select id, type, invoice_number, status, customer_id, customer_name, currency, paid_amount::float8 as paid_amount,
      open_amount, version
    from invoices where id = any(${ids}::integer[]) and deleted_at is null order by id for no key update`.execute(
    act.tx,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/**
 * Checks allocations against the payment and its locked invoices.
 * @throws VALIDATION on `allocations.<n>`, OVER_PAYMENT above the open amount of an invoice
 */
export function checkAllocations(
  allocations: readonly Allotted[],
  { customer_id, currency, left }: Omit<Paying, 'payment_id'>,
  invoices: ReadonlyMap<number, OwedInvoice>,
): void {
  const checks = new FieldChecks();
  let rest = left;
  const seen = new Set<number>();
  for (const [index, { invoice_id, amount }] of allocations.entries()) {
    const path = `allocations.${index}`;
    const invoice = invoices.get(invoice_id);
    rest = rest.minus(amount);
    if (!invoice) checks.add(path, 'unknown');
    else if (invoice.type !== 'invoice' || invoice.status === 'draft' || invoice.invoice_number === null)
      checks.add(path, 'notIssued');
    else if (invoice.customer_id !== customer_id) checks.add(path, 'otherCustomer');
    else if (invoice.currency !== currency) checks.add(path, 'invoiceCurrency');
    else if (seen.has(invoice_id)) checks.add(path, 'listedTwice');
    else if (rest.lt(0)) checks.add(path, 'over_payment_amount');
    seen.add(invoice_id);
  }
  checks.done();
  const isOver = ({ invoice_id, amount }: Allotted) => decimalOf(amount).gt(invoices.get(invoice_id)!.open_amount);
  if (allocations.some(isOver)) throw new Problem('OVER_PAYMENT');
}

/** Writes checked allocations of a payment, in the order of the invoices. The database settles each invoice. */
export async function writeAllocations(
  act: Act,
  payment: number,
  { allocations, invoices }: { allocations: readonly Allotted[]; invoices: ReadonlyMap<number, OwedInvoice> },
): Promise<void> {
  for (const { invoice_id, amount } of allocations.toSorted((a, b) => a.invoice_id - b.invoice_id))
    await act.tx
      .insertInto('payment_allocations')
      .values({ payment_id: payment, invoice_id, amount: String(amount), created_by: act.user.id })
      .execute();
  await logSettled(act, 'pay', invoices);
}

/**
 * The cause that frees allocations: a reversal of the payment, a credit note, or neither when an invoice returns to
 * sent.
 */
type Cause = { reversal_id?: number; credit_note_id?: number };

/**
 * Frees the allocations of payments to an invoice, the newest first: all of it, or up to an amount. The money
 * becomes an advance. Locks the payments by id; the invoice is locked already.
 * @returns the ids of the payments
 */
export async function freeAllocations(
  act: Act,
  invoice: number,
  { amount, ...cause }: Cause & { amount?: Decimal | undefined } = {},
): Promise<number[]> {
  await sql`select id from payments where id in (select payment_id from payment_allocations where invoice_id = ${invoice})
    order by id for no key update`.execute(act.tx);
  const { rows } = await sql<{ payment_id: number; amount: string }>`
    select payment_id, sum(amount) as amount from payment_allocations where invoice_id = ${invoice}
    group by payment_id having sum(amount) > 0 order by max(id) filter (where amount > 0) desc`.execute(act.tx);
  let left = amount ?? sum(rows.map((row) => decimalOf(row.amount)));
  const freed: number[] = [];
  for (const { payment_id, amount: allotted } of rows) {
    if (left.lte(0)) break;
    const part = left.lt(allotted) ? left : decimalOf(allotted);
    left = left.minus(part);
    await freePart(act, { payment_id, invoice_id: invoice, amount: part, ...cause });
    await raiseVersion(act, payment_id);
    freed.push(payment_id);
  }
  return freed;
}

/** Frees the allocation of one payment to an invoice. */
export async function freePart(
  act: Act,
  { amount, ...row }: Cause & { payment_id: number; invoice_id: number; amount: Decimal },
): Promise<void> {
  await act.tx
    .insertInto('payment_allocations')
    .values({ ...row, amount: amount.times(-1).toFixed(), created_by: act.user.id })
    .execute();
}

/** Raises the version of a payment, whose allocations changed. */
export async function raiseVersion(act: Act, payment: number): Promise<void> {
  await sql`update payments set version = version + 1, modified_at = now(), modified_by = ${act.user.id} where id = ${payment}`.execute(
    act.tx,
  );
  act.changed('payments', payment);
}

/** Logs the changes of settled invoices. @param before the invoices as they were locked */
export async function logSettled(
  act: Act,
  action: 'pay' | 'status',
  before: ReadonlyMap<number, OwedInvoice>,
): Promise<void> {
  const after = await lockOwed(act, [...before.keys()]);
  for (const old of before.values()) {
    const invoice = after.get(old.id)!;
    const changes = (['status', 'paid_amount', 'open_amount'] as const)
      .map((field) => ({ field, before: plain(old[field]), after: plain(invoice[field]) }))
      .filter((change) => change.before !== change.after);
    const label = `${invoice.invoice_number} · ${invoice.customer_name}`;
    if (changes.length > 0) act.record(action, 'invoices', old.id, label, invoice.version, changes);
  }
}

function plain(value: string | number) {
  return typeof value === 'string' && /^\d/.test(value) ? toNumber(value) : value;
}
