import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { lastDue } from '@bobina/contract/sales/instalments.rules.ts';
import type { Invoice, invoices } from '@bobina/contract/sales/invoices.ts';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { contentColumns, instalmentsFor, invoiceContent, writeInstalments, writeLines } from './invoice-content.ts';
import { readInvoice } from './invoice-rows.ts';
import { nameOfInvoice } from './lock-invoice.ts';
import { lockPackingList } from '../shared/lock-packing-list.ts';

/**
 * Creates the draft invoice of a packing list. The batches of an order line form one line; the due date follows the
 * customer's payment terms unless one is typed. Locks the packing list, so that it has at most one live invoice.
 * @throws ALREADY_INVOICED, INVALID_TRANSITION when the packing list is cancelled
 */
export async function draftInvoice(
  act: Act,
  { id: packingListId, body }: HandlerInput<typeof invoices.createFromPackingList>,
): Promise<Invoice> {
  const packingList = await lockPackingList(act, packingListId);
  if (packingList.status === 'cancelled') throw new Problem('INVALID_TRANSITION', { text: 'PACKING_LIST_CANCELLED' });
  if (packingList.invoice_id !== null) throw new Problem('ALREADY_INVOICED');
  const today = await companyToday(act.tx);
  if (body.due_date && body.due_date < today) throw invalid('due_date', 'beforeInvoice');
  const exchange_rate = body.exchange_rate ? decimalOf(body.exchange_rate).toFixed() : null;
  const content = await invoiceContent(act.tx, { ...packingList, exchange_rate });
  if (exchange_rate && content.customer.valuta === 'EUR') throw invalid('exchange_rate', 'euro');
  const instalments = instalmentsFor(content, { day: today, typed: body.due_date ?? null });
  const { id } = await act.tx
    .insertInto('invoices')
    .values({
      ...contentColumns(content),
      invoice_date: today,
      due_date: lastDue(instalments),
      due_date_typed: Boolean(body.due_date),
      packing_list_id: packingList.id,
      packing_list_number: packingList.packing_list_number,
      order_number: packingList.order_number,
      customer_order_number: packingList.customer_order_number,
      customer_id: packingList.customer_id,
      notes: body.notes ?? null,
      exchange_rate,
      created_by: act.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLines(act, id, content);
  await writeInstalments(act, id, instalments);
  const invoice = await readInvoice(act, id);
  const label = `${nameOfInvoice(invoice)} · ${invoice.customer_name}`;
  act.did('create', 'invoices', id, label, invoice.version, diffRecords(null, invoice));
  act.changed('packing-lists', packingList.id);
  return invoice;
}
