import { dueDate } from '@bobina/contract/sales/due-date.rules.ts';
import type { Invoice, invoices } from '@bobina/contract/sales/invoices.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { requireVersion } from '../../../platform/master-data.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { paymentNow } from '../shared/parties.ts';
import { readInvoice, readInvoiceContent } from './invoice-rows.ts';
import { lockInvoice, nameOfInvoice } from './lock-invoice.ts';

/**
 * Changes the due date, the notes or the exchange rate of a draft. Locks its packing list, then the invoice.
 * @throws INVALID_TRANSITION unless it is a draft, STALE_VERSION
 */
export async function updateInvoice(
  act: Act,
  { id, body, version }: HandlerInput<typeof invoices.update>,
): Promise<Invoice> {
  const invoice = await lockInvoice(act, id);
  if (version !== undefined && version !== invoice.version) requireVersion(await readInvoice(act, id), version);
  if (invoice.status !== 'draft') throw new Problem('INVALID_TRANSITION');
  const before = await readInvoiceContent(act.tx, id);
  const { due_date, notes, exchange_rate } = body;
  if (due_date && due_date < invoice.invoice_date) throw invalid('due_date', 'beforeInvoice');
  if (exchange_rate && before.currency === 'EUR') throw invalid('exchange_rate', 'euro');
  const computed = async () => dueDate(invoice.invoice_date, await paymentNow(act.tx, invoice.customer_id));
  await act.tx
    .updateTable('invoices')
    .set({
      ...(due_date !== undefined && { due_date: due_date ?? (await computed()), due_date_typed: due_date !== null }),
      ...(notes !== undefined && { notes }),
      ...(exchange_rate !== undefined && { exchange_rate }),
      version: invoice.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', id)
    .execute();
  const after = await readInvoice(act, id);
  const label = `${nameOfInvoice(after)} · ${after.customer_name}`;
  act.did('update', 'invoices', id, label, after.version, diffRecords(before, after));
  return after;
}
