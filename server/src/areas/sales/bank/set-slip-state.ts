/** Presents, credits and returns bank slips, with the payments that follow. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import type { BankSlip, BankSlipItem, bankSlips } from '@bobina/contract/sales/bank.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { FieldChecks, invalid, Problem } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { lockOwed } from '../payments/allocations.ts';
import { lockPayment, recordPayment } from '../payments/record-payment.ts';
import { reversePayment } from '../payments/reverse-payment.ts';
import { lockSlip } from './lock-slip.ts';
import { nameOfSlip, readSlip } from './slip-rows.ts';

/** The words of payment methods in Italian, as users write them. */
const METHODS = { riba: 'Ri.Ba.', pain008: 'SDD' } as const;

/**
 * Moves a slip, or some of its items, to the next state. Locks the slip, its documents by id, then payments.
 * @throws NOT_FOUND, STALE_VERSION, VALIDATION, INVALID_TRANSITION
 */
export async function setSlipState(
  act: Act,
  { id, body, version }: HandlerInput<typeof bankSlips.setState>,
): Promise<BankSlip> {
  const before = await lockSlip(act, id, version);
  const { state, item_ids, day } = body;
  if (item_ids && state !== 'unpaid') throw invalid('item_ids', 'notAvailable');
  const today = await companyToday(act.tx);
  if (day && day > today) throw invalid('day', 'future');
  if (state === 'presented') await present(act, before);
  else if (state === 'credited') await credit(act, before, day ?? today);
  else await returnItems(act, before, item_ids);
  await sql`update bank_slips set version = version + 1, modified_at = now(), modified_by = ${act.user.id} where id = ${id}`.execute(
    act.tx,
  );
  const after = await readSlip(act.tx, id);
  act.record('status', 'bank-slips', id, nameOfSlip(after), after.version, diffRecords(before, after));
  return after;
}

async function present(act: Act, slip: BankSlip): Promise<void> {
  if (slip.state !== 'new') throw new Problem('INVALID_TRANSITION');
  await sql`update bank_slip_items set state = 'presented' where slip_id = ${slip.id}`.execute(act.tx);
}

async function credit(act: Act, slip: BankSlip, day: Day): Promise<void> {
  if (slip.state !== 'presented') throw new Problem('INVALID_TRANSITION');
  const items = slip.items.filter((item) => item.state === 'presented');
  await lockOwed(act, idsOf(items, 'invoice_id'));
  if (slip.kind === 'pain001') return markPaid(act, items, day);
  for (const item of items) {
    const payment = await payItem(act, { ...slip, kind: slip.kind }, { item, day });
    await sql`update bank_slip_items set state = 'credited', payment_id = ${payment} where id = ${item.id}`.execute(
      act.tx,
    );
  }
}

/** Enters the payment of an item. An amount above the open amount of the invoice becomes an advance. */
async function payItem(
  act: Act,
  { kind, bank }: { kind: keyof typeof METHODS; bank: string | null },
  { item, day }: { item: BankSlipItem; day: Day },
): Promise<number> {
  const invoice_id = item.invoice_id!;
  const invoice = (await lockOwed(act, [invoice_id])).get(invoice_id)!;
  const owes = ['sent', 'partly_paid', 'paid'].includes(invoice.status) ? decimalOf(invoice.open_amount) : decimalOf(0);
  const part = owes.lt(item.amount) ? owes : decimalOf(item.amount);
  const { id } = await recordPayment(
    act,
    {
      customer_id: invoice.customer_id,
      day,
      amount: item.amount,
      currency: 'EUR',
      bank,
      method: METHODS[kind],
      allocations: part.gt(0) ? [{ invoice_id, amount: toNumber(part) }] : [],
    },
    'slip',
  );
  return id;
}

async function returnItems(act: Act, slip: BankSlip, ids: readonly number[] | null | undefined): Promise<void> {
  const checks = new FieldChecks();
  for (const [at, id] of (ids ?? []).entries())
    if (!slip.items.some((item) => item.id === id)) checks.add(`item_ids.${at}`, 'unknown');
  checks.done();
  const named = ids
    ? slip.items.filter(({ id }) => ids.includes(id))
    : slip.items.filter(({ state }) => state !== 'unpaid');
  if (named.length === 0 || named.some(({ state }) => state !== 'presented' && state !== 'credited'))
    throw new Problem('INVALID_TRANSITION');
  if (slip.kind === 'pain001') await markUnpaid(act, named);
  const paid = named.flatMap(({ payment_id }) => (payment_id === null ? [] : [payment_id]));
  // All invoices that the payments settle, before the first reversal.
  const { rows } = await sql<{ invoice_id: number }>`
    select distinct invoice_id from payment_allocations where payment_id = any(${paid}::integer[])`.execute(act.tx);
  await lockOwed(
    act,
    rows.map(({ invoice_id }) => invoice_id),
  );
  for (const payment of paid.toSorted((a, b) => a - b))
    // A payment without allocations is held by no invoice: another user may be reversing it.
    if ((await lockPayment(act, payment)).reversed_at === null) await reversePayment(act, payment);
  await sql`update bank_slip_items set state = 'unpaid' where id = any(${named.map(({ id }) => id)}::integer[])`.execute(
    act.tx,
  );
}

/** Marks the instalments of purchase invoices as paid, those that a user marked in the meantime excepted. */
async function markPaid(act: Act, items: readonly BankSlipItem[], day: Day): Promise<void> {
  await lockPurchases(act, items);
  await sql`
    update purchase_invoice_instalments n set paid_date = ${day}, paid_at = now(), paid_by = ${act.user.id}
    from bank_slip_items s
    where s.id = any(${items.map(({ id }) => id)}::integer[]) and n.purchase_invoice_id = s.purchase_invoice_id
      and n.position = s.instalment and n.paid_date is null`.execute(act.tx);
  await sql`update bank_slip_items set state = 'credited' where id = any(${items.map(({ id }) => id)}::integer[])`.execute(
    act.tx,
  );
}

async function markUnpaid(act: Act, items: readonly BankSlipItem[]): Promise<void> {
  await lockPurchases(act, items);
  await sql`
    update purchase_invoice_instalments n set paid_date = null, paid_at = null, paid_by = null
    from bank_slip_items s
    where s.id = any(${items.map(({ id }) => id)}::integer[]) and s.state = 'credited'
      and n.purchase_invoice_id = s.purchase_invoice_id and n.position = s.instalment`.execute(act.tx);
}

async function lockPurchases(act: Act, items: readonly BankSlipItem[]): Promise<void> {
  const ids = idsOf(items, 'purchase_invoice_id');
  await sql`select id from purchase_invoices where id = any(${ids}::integer[]) order by id for no key update`.execute(
    act.tx,
  );
  for (const id of ids) act.changed('purchase-invoices', id);
}

function idsOf(items: readonly BankSlipItem[], field: 'invoice_id' | 'purchase_invoice_id'): number[] {
  return [...new Set(items.flatMap((item) => item[field] ?? []))].toSorted((a, b) => a - b);
}
