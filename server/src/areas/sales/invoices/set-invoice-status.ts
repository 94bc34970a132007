import type { Capability } from '@bobina/contract/core/permissions.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { InvoiceStatus } from '@bobina/contract/sales/statuses.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import { requireVersion } from '../../../platform/master-data.ts';
import { Problem } from '../../../platform/problem.ts';
import { payInvoice, unpayInvoice } from '../payments/pay-invoice.ts';
import { readInvoice, readInvoiceContent } from './invoice-rows.ts';
import { lockInvoice, nameOfInvoice, ordersOf, type LockedInvoice } from './lock-invoice.ts';
import type { OnIssued } from './on-issued.ts';
import { sendInvoice } from './send-invoice.ts';

interface Transition {
  needs: Capability;
  /** The action name in the activity log. */
  action: string;
  run: (act: Act, invoice: LockedInvoice, onIssued: OnIssued) => Promise<void>;
}
/** Allowed transitions; a sent invoice is cancelled only by a credit note, and only payments make it partly paid. */
const TRANSITIONS: Record<string, Transition> = {
  'draft sent': { needs: 'invoices.write', action: 'send', run: sendInvoice },
  'draft cancelled': {
    needs: 'invoices.write',
    action: 'cancel',
    run: cancelDraft,
  },
  'sent paid': { needs: 'invoices.settle', action: 'pay', run: (act, { id }) => payInvoice(act, id) },
  'partly_paid paid': { needs: 'invoices.settle', action: 'pay', run: (act, { id }) => payInvoice(act, id) },
  'partly_paid sent': { needs: 'invoices.settle', action: 'status', run: (act, { id }) => unpayInvoice(act, id) },
  'paid sent': { needs: 'invoices.settle', action: 'status', run: (act, { id }) => unpayInvoice(act, id) },
};

/**
 * Changes the state of an invoice. Locks its packing lists, then the invoice, then its payments.
 * @throws INVALID_TRANSITION, FORBIDDEN without the permission for the transition, INCOMPLETE_DOCUMENT when it is sent,
 * STALE_VERSION, PERIOD_CLOSED
 */
export async function setInvoiceStatus(
  act: Act,
  { id, status, version, onIssued }: { id: number; status: InvoiceStatus; version?: number; onIssued: OnIssued },
): Promise<Invoice> {
  requireAnyWay(act, status);
  const invoice = await lockInvoice(act, id);
  if (version !== undefined && version !== invoice.version) requireVersion(await readInvoice(act, id), version);
  const transition = invoice.type === 'invoice' ? TRANSITIONS[`${invoice.status} ${status}`] : undefined;
  if (!transition) throw new Problem('INVALID_TRANSITION');
  if (!act.may(transition.needs)) throw new Problem('FORBIDDEN');
  const before = await readInvoiceContent(act.tx, id);
  await transition.run(act, invoice, onIssued);
  const after = await readInvoice(act, id);
  const label = `${nameOfInvoice(after)} · ${after.customer_name}`;
  act.record(transition.action, 'invoices', id, label, after.version, diffRecords(renumberLines(before, after), after));
  for (const packingList of invoice.packing_lists) act.changed('packing-lists', packingList.id);
  if (transition.action === 'send')
    for (const order of ordersOf(invoice.packing_lists)) act.changed('customer-orders', order);
  return after;
}

async function cancelDraft(act: Act, { id, version }: LockedInvoice): Promise<void> {
  await act.tx
    .updateTable('invoices')
    .set({
      status: 'cancelled',
      version: version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Gives the lines of a draft the ids that they have after sending, which writes the same lines of the packing lists again.
 */
function renumberLines(before: Pick<Invoice, 'items'>, { items }: Invoice): object {
  return { ...before, items: before.items.map((line, index) => ({ ...line, id: items[index]?.id ?? line.id })) };
}

/** Checks the permission before reading the invoice, so that the error reveals nothing about it. @throws FORBIDDEN */
function requireAnyWay(act: Act, status: InvoiceStatus): void {
  const ways = Object.entries(TRANSITIONS).filter(([way]) => way.endsWith(` ${status}`));
  if (ways.length > 0 && !ways.some(([, { needs }]) => act.may(needs))) throw new Problem('FORBIDDEN');
}
