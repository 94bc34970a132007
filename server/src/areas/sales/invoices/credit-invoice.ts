import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import {
  creditAmounts,
  partsLeft,
  type CreditableLine,
  type CreditedPart,
} from '@bobina/contract/sales/credit.rules.ts';
import type { CreditNoteInput, Invoice, invoices } from '@bobina/contract/sales/invoices.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { FieldChecks, Problem, type FieldRefusal } from '../../../platform/problem.ts';
import { countInvoiced } from '../../orders/index.ts';
import { nameMovements } from '../../stock/index.ts';
import { freeAllocations } from '../payments/allocations.ts';
import { documentDay, nextNumber } from '../shared/document-number.ts';
import { quantitiesOf } from '../shared/quantities.ts';
import { addPackingLists, numbersOfPackingLists } from './draft-invoice.ts';
import { readInvoice } from './invoice-rows.ts';
import { lockInvoice, lockLinesOfOrders, ordersOf, type LockedInvoice } from './lock-invoice.ts';
import type { OnIssued } from './on-issued.ts';
import { returnGoods } from './return-goods.ts';

interface Line extends CreditableLine {
  packing_list_id: number;
  /** Null for the line that charges the stamp duty. */
  order_item_id: number | null;
  unit_of_measure: string;
}
type Credited = CreditedPart<Line>[];

/** States of an invoice that can be credited in part. */
const CREDITABLE = new Set<string>(['sent', 'partly_paid', 'paid']);

/** Whether an invoice can be credited. */
export function isCreditable({ type, status }: Pick<Invoice, 'type' | 'status'>): boolean {
  return type === 'invoice' && CREDITABLE.has(status);
}

/**
 * Credits an invoice with a credit note, which is issued at once. A sent invoice that is credited in full, without
 * earlier credits and without goods back, is cancelled and its packing lists can be invoiced again; in all other cases
 * it is not cancelled, and a credit above what is open frees payments. Locks the packing lists, the invoice, the lines of
 * the orders or the returned goods, the payments and, last, the number counter.
 * @throws INVALID_TRANSITION unless the invoice is sent or paid, when a paid one would be credited in full, or when goods
 * cannot be returned; OVER_CREDIT above the rest
 */
export async function creditInvoice(
  act: Act,
  { id, body }: HandlerInput<typeof invoices.credit>,
  onIssued: OnIssued,
): Promise<Invoice> {
  const invoice = await lockInvoice(act, id);
  if (!isCreditable(invoice)) throw new Problem('INVALID_TRANSITION');
  const before = await readInvoice(act, id);
  const isInFull = !body.items && !body.goods_back && before.credited_amount === 0 && before.credit_notes.length === 0;
  if (isInFull && invoice.status !== 'sent') throw new Problem('INVALID_TRANSITION');
  const credited = await creditedLines(act, before, body);
  const day = await documentDay(act, { series: 'NC', follows: invoice.invoice_date });
  const note = await writeCreditNote(act, { invoice, credited, day, notes: body.notes ?? null });
  if (isInFull) await releaseOrders(act, invoice, credited);
  const movements = body.goods_back ? await returnGoods(act, { note, day }) : [];
  await freeExcess(act, { invoice: id, note });
  const changed = { modified_at: sql<string>`now()`, modified_by: act.user.id };
  await act.tx
    .updateTable('invoices')
    .set({ invoice_number: nextNumber('NC', day), status: 'sent', sent_at: sql<string>`now()` })
    .where('id', '=', note)
    .execute();
  await act.tx
    .updateTable('invoices')
    .set({ ...(isInFull && { status: 'cancelled' }), version: sql<number>`version + 1`, ...changed })
    .where('id', '=', id)
    .execute();
  await onIssued(act, note);
  const credit = await readInvoice(act, note);
  if (movements.length > 0) await nameMovements(act, { movements, number: credit.invoice_number! });
  const label = `${credit.invoice_number} · ${credit.customer_name}`;
  act.record('create', 'invoices', note, label, credit.version, diffRecords(null, credit));
  const after = await readInvoice(act, id);
  const fields = [
    'status',
    'credited_amount',
    'paid_amount',
    'open_amount',
    'credit_note_id',
    'credit_note_number',
  ] as const;
  act.record(
    'credit',
    'invoices',
    id,
    `${invoice.invoice_number} · ${credit.invoice_number}`,
    after.version,
    fields
      .filter((field) => before[field] !== after[field])
      .map((field) => ({ field, before: before[field], after: after[field] })),
  );
  for (const packingList of invoice.packing_lists) act.changed('packing-lists', packingList.id);
  for (const order of ordersOf(invoice.packing_lists)) act.changed('customer-orders', order);
  return credit;
}

/** Computes the credited lines, in the order of the invoice's lines. @throws OVER_CREDIT, 400 on lines of others */
async function creditedLines(
  act: Act,
  { id: invoice, currency }: Pick<Invoice, 'id' | 'currency'>,
  { items }: CreditNoteInput,
): Promise<Credited> {
  const lines = await readLines(act, invoice);
  const checks = new FieldChecks();
  const known = new Set(lines.map((line) => line.id));
  for (const [index, item] of (items ?? []).entries())
    if (!known.has(item.invoice_item_id)) checks.add(`items.${index}.invoice_item_id`, 'notOfInvoice');
  checks.done();
  const parts = items ?? partsLeft(lines);
  if (parts.length === 0) throw new Problem('OVER_CREDIT');
  const { credited, over } = creditAmounts(lines, parts);
  if (over.length > 0)
    throw new Problem('OVER_CREDIT', {
      fields: over.map(({ at, field, of, left }): FieldRefusal => {
        const path = `items.${at}.${field}`;
        if (of === 'net') return { path, code: 'overCreditAmount', values: { max: toNumber(left), currency } };
        const line = lines.find(({ id }) => id === parts[at]!.invoice_item_id)!;
        return { path, code: 'overCredit', values: { max: toNumber(left), unit: line.unit_of_measure } };
      }),
    });
  const place = new Map(lines.map((line, index) => [line.id, index]));
  return credited.toSorted((a, b) => place.get(a.line.id)! - place.get(b.line.id)!);
}

/** Reads the lines of an invoice, with their credited parts. */
async function readLines(act: Act, invoice: number): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select i.id, i.packing_list_id, i.order_item_id, i.unit_of_measure, i.quantity, i.unit_price, i.net_amount, i.vat_amount,
      i.vat_rate, i.natura, coalesce(c.quantity, 0) as credited_quantity, coalesce(c.net, 0) as credited_net,
      coalesce(c.vat, 0) as credited_vat
    from invoice_items i left join lateral (
      select sum(quantity) as quantity, sum(net_amount) as net, sum(vat_amount) as vat
      from invoice_items where credited_item_id = i.id
    ) c on true
    where i.invoice_id = ${invoice} order by i.position`.execute(act.tx);
  return rows;
}

/** Writes the credit note with the parties and texts of the invoice, without a number. @returns its id */
async function writeCreditNote(
  act: Act,
  { invoice, credited, day, notes }: { invoice: LockedInvoice; credited: Credited; day: Day; notes: string | null },
): Promise<number> {
  const ids = new Set(credited.map(({ line }) => line.packing_list_id));
  const packingLists = invoice.packing_lists.filter((packingList) => ids.has(packingList.id));
  const of = numbersOfPackingLists(packingLists);
  const net = sum(credited.map((part) => part.net));
  const vat = sum(credited.map((part) => part.vat));
  const { rows } = await sql<{ id: number }>`
    insert into invoices (type, invoice_date, due_date, packing_list_id, packing_list_number, order_number, customer_order_number,
      customer_id, customer, company, payment, net_amount, vat_amount, total_amount, currency, exchange_rate, cig, cup, notes,
      credited_invoice_id, created_by)
    select 'credit_note', ${day}::date, ${day}::date, ${of.packing_list_id}, ${of.packing_list_number}, ${of.order_number},
      ${of.customer_order_number}, customer_id, customer, company, payment, ${net.toFixed()}, ${vat.toFixed()},
      ${net.plus(vat).toFixed()}, currency, exchange_rate, cig, cup, ${notes}, id, ${act.user.id}
    from invoices where id = ${invoice.id} returning id`.execute(act.tx);
  const { id } = rows[0]!;
  if (packingLists.length > 1) await addPackingLists(act, id, packingLists);
  const lines = credited.map((part, position) => ({
    position,
    credited: part.line.id,
    quantity: part.quantity?.toFixed() ?? null,
    price: part.quantity ? part.line.unit_price : part.net.toFixed(),
    net: part.net.toFixed(),
    vat: part.vat.toFixed(),
  }));
  await sql`
    insert into invoice_items (invoice_id, position, packing_list_id, credited_item_id, order_item_id, product_id, code, product_name,
      unit_of_measure, quantity, unit_price, net_amount, vat_amount, total_price, vat_code, vat_rate, natura, vat_description,
      conai_material, conai_kg, conai_amount)
    select ${id}, c.position, i.packing_list_id, i.id, i.order_item_id, i.product_id, i.code, i.product_name,
      i.unit_of_measure, c.quantity, c.price, c.net, c.vat, c.net + c.vat, i.vat_code, i.vat_rate, i.natura, i.vat_description,
      case when c.quantity is not null then i.conai_material end,
      round(i.conai_kg::numeric * c.quantity / i.quantity::numeric, 5), round(i.conai_amount::numeric * c.quantity / i.quantity::numeric, 2)
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      c (position integer, credited integer, quantity numeric, price numeric, net numeric, vat numeric)
    join invoice_items i on i.id = c.credited order by c.position`.execute(act.tx);
  return id;
}

/** Frees allocations above the open amount after the credit note, as an advance of the customer. */
async function freeExcess(act: Act, { invoice, note }: { invoice: number; note: number }): Promise<void> {
  const { rows } = await sql<{ excess: string }>`
    select credited_of(v.id) + amount_to_pay(n) + v.paid_amount::numeric - amount_to_pay(v) as excess
    from invoices v, invoices n where v.id = ${invoice} and n.id = ${note}`.execute(act.tx);
  const excess = decimalOf(rows[0]!.excess);
  if (excess.gt(0)) await freeAllocations(act, invoice, { amount: excess, credit_note_id: note });
}

/** Subtracts the quantities of a cancelled invoice from the invoiced quantities of the orders. */
async function releaseOrders(act: Act, invoice: LockedInvoice, credited: Credited): Promise<void> {
  const quantities = quantitiesOf(
    credited.map(({ line, quantity }) => ({ order_item_id: line.order_item_id, quantity: quantity!.toFixed() })),
    -1,
  );
  await lockLinesOfOrders(act, invoice, quantities);
  await countInvoiced(act, quantities);
}
