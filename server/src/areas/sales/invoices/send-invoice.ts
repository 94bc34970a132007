import { lastDue } from '@bobina/contract/sales/instalments.rules.ts';
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import { Problem } from '../../../platform/problem.ts';
import { countInvoiced } from '../../orders/index.ts';
import { documentDay, nextNumber } from '../shared/document-number.ts';
import { findDeclaration, lockDeclarations, warnOfDeclaration } from './declaration.ts';
import {
  contentColumns,
  instalmentsFor,
  invoiceContent,
  missingDueDate,
  writeInstalments,
  writeLines,
  type InvoiceContent,
} from './invoice-content.ts';
import { lockLinesOfOrders, type LockedInvoice } from './lock-invoice.ts';
import type { OnIssued } from './on-issued.ts';
import { quantitiesOf } from '../shared/quantities.ts';

/**
 * Sends a draft that the act has locked: recomputes it from the current registry, sets the day and the number,
 * and completes the issued document.
 * Locks the declarations of intent that it may draw down, then each order for share and its lines, orders by id, and
 * increases their invoiced quantities.
 * @throws INCOMPLETE_DOCUMENT
 */
export async function sendInvoice(act: Act, invoice: LockedInvoice, onIssued: OnIssued): Promise<void> {
  const day = await documentDay(act, { series: 'FT', follows: invoice.packing_lists.at(-1)!.packing_date });
  const { customer_id, exchange_rate } = invoice;
  const packingLists = invoice.packing_lists.map(({ id }) => id);
  const content = await invoiceContent(act.tx, { customer_id, packingLists, exchange_rate });
  await lockDeclarations(act, content, day);
  const drawn = await findDeclaration(act.tx, content, { exchange_rate, day });
  requireComplete(invoice, { ...content, missing: [...content.missing, ...drawn.missing] }, day);
  warnOfDeclaration(act, drawn, day);
  if (drawn.declaration) act.changed('declarations-of-intent', drawn.declaration.id);
  await writeLines(act, invoice.id, content);
  const quantities = quantitiesOf(content.lines);
  await lockLinesOfOrders(act, invoice, quantities);
  await countInvoiced(act, quantities);
  const instalments = instalmentsFor(content, { day, typed: invoice.due_date_typed ? invoice.due_date : null });
  await writeInstalments(act, invoice.id, instalments);
  await act.tx
    .updateTable('invoices')
    .set({
      ...contentColumns(content),
      exchange_rate: content.customer.valuta === 'EUR' ? null : exchange_rate,
      declaration_id: drawn.declaration?.id ?? null,
      declaration: drawn.declaration && JSON.stringify(drawn.declaration),
      invoice_number: nextNumber('FT', day),
      status: 'sent',
      invoice_date: day,
      due_date: lastDue(instalments),
      sent_at: sql<string>`now()`,
      version: invoice.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', invoice.id)
    .execute();
  await onIssued(act, invoice.id);
}

/** Refuses an incomplete draft. @throws INCOMPLETE_DOCUMENT with the missing data */
function requireComplete(invoice: LockedInvoice, { missing }: InvoiceContent, day: string): void {
  const all = [...missing, ...missingDueDate(invoice, day)];
  if (all.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing: all });
}
