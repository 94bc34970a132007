import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { lastDue } from '@bobina/contract/sales/instalments.rules.ts';
import type { Invoice, invoices } from '@bobina/contract/sales/invoices.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { requireVersion } from '../../../platform/master-data.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { instalmentsFor, invoiceContent, writeInstalments } from './invoice-content.ts';
import { readInvoice, readInvoiceContent } from './invoice-rows.ts';
import { lockInvoice, nameOfInvoice } from './lock-invoice.ts';

/**
 * Changes the due date, the notes or the exchange rate of a draft. Locks its packing lists, then the invoice.
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
  const rate =
    exchange_rate === undefined ? invoice.exchange_rate : exchange_rate ? decimalOf(exchange_rate).toFixed() : null;
  const content = await invoiceContent(act.tx, {
    customer_id: invoice.customer_id,
    packingLists: invoice.packing_lists.map((packingList) => packingList.id),
    exchange_rate: rate,
  });
  const kept = invoice.due_date_typed ? invoice.due_date : null;
  const typed = due_date === undefined ? kept : due_date;
  const instalments = instalmentsFor(content, { day: invoice.invoice_date, typed });
  await writeInstalments(act, id, instalments);
  await act.tx
    .updateTable('invoices')
    .set({
      due_date: lastDue(instalments),
      due_date_typed: typed !== null,
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
  act.record('update', 'invoices', id, label, after.version, diffRecords(before, after));
  return after;
}
