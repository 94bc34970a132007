import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { lastDue } from '@bobina/contract/sales/instalments.rules.ts';
import type { Invoice, InvoiceInput, invoices } from '@bobina/contract/sales/invoices.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { FieldChecks, invalid, Problem } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { contentColumns, instalmentsFor, invoiceContent, writeInstalments, writeLines } from './invoice-content.ts';
import { readInvoice } from './invoice-rows.ts';
import { nameOfInvoice } from './lock-invoice.ts';
import { lockPackingList, lockPackingLists, type LockedPackingList } from '../shared/lock-packing-list.ts';

/**
 * Creates the draft invoice of a packing list. The batches of an order line form one line; the due date follows the
 * customer's payment terms unless one is typed. Locks the packing list, so that it has at most one live invoice.
 * @throws ALREADY_INVOICED, INVALID_TRANSITION when the packing list is cancelled
 */
export async function draftInvoice(
  act: Act,
  { id, body }: HandlerInput<typeof invoices.createFromPackingList>,
): Promise<Invoice> {
  return writeDraft(act, [await lockPackingList(act, id)], body);
}

/**
 * Creates one draft invoice of several packing lists, in the order of their days. Locks them by id.
 * @throws 400 on an unknown packing list, or when customers, currencies, CIG or CUP differ; ALREADY_INVOICED, INVALID_TRANSITION
 * when one of them is cancelled
 */
export async function draftInvoiceOfSeveral(
  act: Act,
  { body: { packing_list_ids, ...body } }: HandlerInput<typeof invoices.createFromSeveral>,
): Promise<Invoice> {
  const packingLists = await lockPackingLists(act, packing_list_ids);
  const found = new Set(packingLists.map(({ id }) => id));
  const checks = new FieldChecks();
  for (const [index, id] of packing_list_ids.entries())
    if (!found.has(id)) checks.add(`packing_list_ids.${index}`, 'unknown');
  checks.done();
  const kinds = new Set(
    packingLists.map(({ customer_id, currency, cig, cup }) => JSON.stringify([customer_id, currency, cig, cup])),
  );
  if (kinds.size > 1) throw invalid('packing_list_ids', 'mixed');
  return writeDraft(act, packingLists, body);
}

type Numbered = Pick<LockedPackingList, 'id' | 'packing_list_number' | 'order_number' | 'customer_order_number'>;

/** Returns the invoice columns that name its packing lists and orders; several numbers are joined, each once. */
export function numbersOfPackingLists(packingLists: readonly Numbered[]) {
  const [only] = packingLists.length === 1 ? packingLists : [];
  return {
    packing_list_id: only?.id ?? null,
    packing_list_number: joined(packingLists.map(({ packing_list_number }) => packing_list_number)) ?? '',
    order_number: joined(packingLists.map(({ order_number }) => order_number)) ?? '',
    customer_order_number: joined(packingLists.map(({ customer_order_number }) => customer_order_number)),
  };
}

/** Adds several packing lists to a draft; the database adds the only one of a draft itself. */
export async function addPackingLists(
  act: Act,
  invoice: number,
  packingLists: readonly { id: number }[],
): Promise<void> {
  await sql`
    insert into invoice_packing_lists (invoice_id, packing_list_id, position, is_live)
    select ${invoice}, id, place - 1, false from unnest(${packingLists.map(({ id }) => id)}::int[]) with ordinality l (id, place)`.execute(
    act.tx,
  );
}

/** @param packingLists locked, of one customer, in the order of the document */
async function writeDraft(act: Act, packingLists: readonly LockedPackingList[], body: InvoiceInput): Promise<Invoice> {
  if (packingLists.some(({ status }) => status === 'cancelled'))
    throw new Problem('INVALID_TRANSITION', { text: 'PACKING_LIST_CANCELLED' });
  if (packingLists.some(({ invoice_id }) => invoice_id !== null)) throw new Problem('ALREADY_INVOICED');
  const today = await companyToday(act.tx);
  if (body.due_date && body.due_date < today) throw invalid('due_date', 'beforeInvoice');
  const { customer_id } = packingLists[0]!;
  const exchange_rate = body.exchange_rate ? decimalOf(body.exchange_rate).toFixed() : null;
  const ids = packingLists.map(({ id }) => id);
  const content = await invoiceContent(act.tx, { customer_id, packingLists: ids, exchange_rate });
  if (exchange_rate && content.customer.valuta === 'EUR') throw invalid('exchange_rate', 'euro');
  const instalments = instalmentsFor(content, { day: today, typed: body.due_date ?? null });
  const { id } = await act.tx
    .insertInto('invoices')
    .values({
      ...contentColumns(content),
      invoice_date: today,
      due_date: lastDue(instalments),
      due_date_typed: Boolean(body.due_date),
      ...numbersOfPackingLists(packingLists),
      customer_id,
      notes: body.notes ?? null,
      exchange_rate,
      created_by: act.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (packingLists.length > 1) await addPackingLists(act, id, packingLists);
  await writeLines(act, id, content);
  await writeInstalments(act, id, instalments);
  const invoice = await readInvoice(act, id);
  const label = `${nameOfInvoice(invoice)} · ${invoice.customer_name}`;
  act.record('create', 'invoices', id, label, invoice.version, diffRecords(null, invoice));
  for (const packingList of packingLists) act.changed('packing-lists', packingList.id);
  return invoice;
}

function joined(numbers: readonly (string | null)[]): string | null {
  return [...new Set(numbers.filter((number) => number !== null))].join(', ') || null;
}
