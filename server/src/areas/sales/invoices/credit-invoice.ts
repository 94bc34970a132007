import type { Invoice, invoices } from '@bobina/contract/sales/invoices.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { Problem } from '../../../platform/problem.ts';
import { countInvoiced, lockLines } from '../../orders/index.ts';
import { documentDay, nextNumber } from '../shared/document-number.ts';
import { readInvoice } from './invoice-rows.ts';
import { lockInvoice } from './lock-invoice.ts';
import type { OnIssued } from './on-issued.ts';
import { quantitiesOf } from '../shared/quantities.ts';

/**
 * Reverses a sent invoice in full with a credit note, which is issued at once. The invoice is cancelled and its packing
 * list can be invoiced again. Locks the packing list, the invoice, the order's lines and, last, the number counter.
 * @throws INVALID_TRANSITION unless the invoice is sent; a payment has to be undone first
 */
export async function creditInvoice(
  act: Act,
  { id, body }: HandlerInput<typeof invoices.credit>,
  onIssued: OnIssued,
): Promise<Invoice> {
  const invoice = await lockInvoice(act, id);
  if (invoice.type !== 'invoice' || invoice.status !== 'sent') throw new Problem('INVALID_TRANSITION');
  const day = await documentDay(act, { series: 'NC', follows: invoice.invoice_date });
  const note = await copyInvoice(act, id, day, body.notes ?? null);
  const items = await act.tx
    .selectFrom('invoice_items')
    .select(['order_item_id', 'quantity'])
    .where('invoice_id', '=', id)
    .execute();
  const quantities = quantitiesOf(items, -1);
  await lockLines(act, { order: invoice.packing_list.order_id, items: [...quantities.keys()] });
  await countInvoiced(act, quantities);
  const changed = { modified_at: sql<string>`now()`, modified_by: act.user.id };
  await act.tx
    .updateTable('invoices')
    .set({ invoice_number: nextNumber('NC', day), status: 'sent', sent_at: sql<string>`now()` })
    .where('id', '=', note)
    .execute();
  await act.tx
    .updateTable('invoices')
    .set({ status: 'cancelled', version: invoice.version + 1, ...changed })
    .where('id', '=', id)
    .execute();
  await onIssued(act, note);
  const credit = await readInvoice(act, note);
  const label = `${credit.invoice_number} · ${credit.customer_name}`;
  act.did('create', 'invoices', note, label, credit.version, diffRecords(null, credit));
  act.did('credit', 'invoices', id, `${invoice.invoice_number} · ${credit.invoice_number}`, invoice.version + 1, [
    { field: 'status', before: invoice.status, after: 'cancelled' },
    { field: 'credit_note_id', before: null, after: note },
    { field: 'credit_note_number', before: null, after: credit.invoice_number },
  ]);
  act.changed('packing-lists', invoice.packing_list.id);
  act.changed('customer-orders', invoice.packing_list.order_id);
  return credit;
}

/** Writes the credit note with the texts and amounts of the invoice, without a number. */
async function copyInvoice(act: Act, invoice: number, day: string, notes: string | null): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into invoices (type, invoice_date, due_date, packing_list_id, packing_list_number, order_number, customer_order_number,
      customer_id, customer, company, payment, net_amount, vat_amount, total_amount, currency, exchange_rate, cig, cup, notes,
      credited_invoice_id, created_by)
    select 'credit_note', ${day}::date, ${day}::date, packing_list_id, packing_list_number, order_number, customer_order_number,
      customer_id, customer, company, payment, net_amount, vat_amount, total_amount, currency, exchange_rate, cig, cup, ${notes},
      id, ${act.user.id}
    from invoices where id = ${invoice} returning id`.execute(act.tx);
  const { id } = rows[0]!;
  await sql`
    insert into invoice_items (invoice_id, position, order_item_id, product_id, code, product_name, unit_of_measure, quantity, unit_price,
      net_amount, vat_amount, total_price, vat_code, vat_rate, natura, vat_description, conai_material, conai_kg, conai_amount)
    select ${id}, position, order_item_id, product_id, code, product_name, unit_of_measure, quantity, unit_price,
      net_amount, vat_amount, total_price, vat_code, vat_rate, natura, vat_description, conai_material, conai_kg, conai_amount
    from invoice_items where invoice_id = ${invoice} order by position`.execute(act.tx);
  return id;
}
