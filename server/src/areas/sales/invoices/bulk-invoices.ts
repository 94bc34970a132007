import { sql } from 'kysely';
import { BULK_MOST } from '@bobina/contract/core/bulk.ts';
import {
  PACKING_LISTS_OF_INVOICE,
  type PackingListsToInvoice,
  type WaitingToInvoice,
} from '@bobina/contract/sales/invoices.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Db, Tx } from '../../../platform/database/db.ts';
import { bulkResult } from '../../../platform/http/bulk-result.ts';
import type { ManyActs } from '../../../platform/http/many-acts.ts';
import { draftInvoice, draftInvoiceOfSeveral } from './draft-invoice.ts';
import type { OnIssued } from './on-issued.ts';
import { setInvoiceStatus } from './set-invoice-status.ts';

/** The packing lists of one draft. */
type ToInvoice = { customer_id: number | null; packing_list_ids: number[] };

/** The issued packing lists without an invoice, with the values that those of one draft share. */
const WAITING = sql`
  select p.id, p.packing_date, p.total_amount, o.cig, o.cup, p.customer_id, coalesce(p.customer ->> 'valuta', 'EUR') as currency,
    case when c.invoice_by = 'destination' then p.destination_id end as destination, c.business_name
  from packing_lists p join customers c on c.id = p.customer_id join customer_orders o on o.id = p.order_id
  where p.status = 'issued' and p.invoice_id is null`;

/** Sends drafts in the order given, each as a separate act. */
export async function sendInvoices(acts: ManyActs, ids: readonly number[], onIssued: OnIssued) {
  const done = await acts.each({
    items: ids,
    act: async (act, id) => void (await setInvoiceStatus(act, { id, status: 'sent', onIssued })),
  });
  return { results: done.map(({ item: id, outcome }) => ({ id, ...bulkResult(outcome, acts.language) })) };
}

/**
 * Creates drafts for the issued packing lists without an invoice up to a day, one per customer, or per customer and
 * destination; or a draft for each of the given packing lists. Each draft is an act of its own; makes at most 500. A retry
 * with the same key continues with the packing lists of the first request.
 */
export async function invoicePackingLists(acts: ManyActs, wanted: PackingListsToInvoice) {
  const done = await acts.each({
    items: (tx) => (wanted.ids ? namedPackingLists(tx, wanted.ids) : packingListsToInvoice(tx, wanted)),
    act: async (act, { packing_list_ids }) =>
      (wanted.ids
        ? await draftInvoice(act, { id: packing_list_ids[0]!, body: {} })
        : await draftInvoiceOfSeveral(act, { body: { packing_list_ids } })
      ).id,
  });
  return {
    results: done.map(({ item, outcome }) => ({
      id: outcome.answer ?? null,
      ...bulkResult(outcome, acts.language, 201),
      ...item,
    })),
  };
}

/** Reads what `invoicePackingLists` would invoice up to a day, by customer and currency. */
export async function readWaiting(db: Db, until: Day): Promise<WaitingToInvoice> {
  const { rows } = await sql<WaitingToInvoice['customers'][number] & { later: number }>`
    select customer_id, business_name as customer_name, currency,
      (count(*) filter (where packing_date <= ${until}))::integer as packing_lists,
      coalesce(sum(total_amount::numeric) filter (where packing_date <= ${until}), 0)::float8 as net_amount,
      (count(*) filter (where packing_date > ${until}))::integer as later
    from (${WAITING}) l group by customer_id, business_name, currency
    order by lower(business_name) collate "C", customer_id, currency`.execute(db);
  return {
    customers: rows.filter(({ packing_lists }) => packing_lists > 0).map(({ later: _later, ...row }) => row),
    later: rows.reduce((all, row) => all + row.later, 0),
  };
}

/** The given packing lists; the act of each refuses those that cannot be invoiced. */
async function namedPackingLists(tx: Tx, ids: readonly number[]): Promise<ToInvoice[]> {
  const { rows } = await sql<ToInvoice>`
    select p.customer_id, array[asked.id] as packing_list_ids from unnest(${ids}::int[]) with ordinality asked (id, place)
    left join packing_lists p on p.id = asked.id order by asked.place`.execute(tx);
  return rows;
}

/** Chooses the packing lists of each draft, the draft with the oldest packing list first. */
async function packingListsToInvoice(tx: Tx, { until, customer_ids }: PackingListsToInvoice): Promise<ToInvoice[]> {
  const { rows } = await sql<ToInvoice>`
    select customer_id, array_agg(id order by packing_date, id) as packing_list_ids
    from (
      select l.*, (row_number() over (partition by customer_id, currency, destination, cig, cup order by packing_date, id) - 1)
        / ${PACKING_LISTS_OF_INVOICE}::integer as piece
      from (
        ${WAITING} and p.packing_date <= ${until} and ${customer_ids ? sql`p.customer_id = any(${customer_ids}::int[])` : sql`true`}
      ) l
    ) l
    group by customer_id, currency, destination, cig, cup, piece
    order by min(packing_date), min(id) limit ${BULK_MOST}`.execute(tx);
  return rows;
}
