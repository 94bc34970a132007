import { dueDate } from '@bobina/contract/sales/due-date.rules.ts';
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import { Problem } from '../../../platform/problem.ts';
import { countInvoiced } from '../../orders/index.ts';
import { documentDay, nextNumber } from '../shared/document-number.ts';
import { contentColumns, invoiceContent, missingDueDate, writeLines, type InvoiceContent } from './invoice-content.ts';
import { lockLinesOfOrders, type LockedInvoice } from './lock-invoice.ts';
import { quantitiesOf } from '../shared/quantities.ts';

/**
 * Sends a draft that the act has locked: recomputes it from the current registry, sets the day and, last, the number.
 * Locks each order for share and its lines, orders by id, and increases their invoiced quantities.
 * @throws INCOMPLETE_DOCUMENT
 */
export async function sendInvoice(act: Act, invoice: LockedInvoice): Promise<void> {
  const day = await documentDay(act, { series: 'FT', follows: invoice.packing_lists.at(-1)!.packing_date });
  const content = await invoiceContent(act.tx, {
    customer_id: invoice.customer_id,
    packingLists: invoice.packing_lists.map(({ id }) => id),
  });
  requireComplete(invoice, content, day);
  await writeLines(act, invoice.id, content);
  const quantities = quantitiesOf(content.lines);
  await lockLinesOfOrders(act, invoice, quantities);
  await countInvoiced(act, quantities);
  const due_date = invoice.due_date_typed ? invoice.due_date : dueDate(day, content.payment);
  await act.tx
    .updateTable('invoices')
    .set({
      ...contentColumns(content),
      invoice_number: nextNumber('FT', day),
      status: 'sent',
      invoice_date: day,
      due_date,
      sent_at: sql<string>`now()`,
      version: invoice.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', invoice.id)
    .execute();
}

/** Refuses an incomplete draft. @throws INCOMPLETE_DOCUMENT with the missing data */
function requireComplete(invoice: LockedInvoice, { missing }: InvoiceContent, day: string): void {
  const all = [...missing, ...missingDueDate(invoice, day)];
  if (all.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing: all });
}
