import { sql } from 'kysely';
import { BULK_MOST } from '@bobina/contract/core/bulk.ts';
import type { PackingListsToInvoice } from '@bobina/contract/sales/invoices.ts';
import type { Tx } from '../../../platform/database/db.ts';
import { bulkResult } from '../../../platform/http/bulk-result.ts';
import type { ManyActs } from '../../../platform/http/many-acts.ts';
import { draftInvoice } from './draft-invoice.ts';
import type { OnIssued } from './on-issued.ts';
import { setInvoiceStatus } from './set-invoice-status.ts';

type ToInvoice = { id: number; customer_id: number | null };

/** Sends drafts in the order given, each as an act of its own. */
export async function sendInvoices(acts: ManyActs, ids: readonly number[], onIssued: OnIssued) {
  const done = await acts.each({
    items: ids,
    act: async (act, id) => void (await setInvoiceStatus(act, { id, status: 'sent', onIssued })),
  });
  return { results: done.map(({ item: id, outcome }) => ({ id, ...bulkResult(outcome, acts.language) })) };
}

/**
 * Creates a draft for each issued packing list without an invoice up to a day, the oldest first, or for each of the
 * given ids, each as an act of its own; takes at most 500. A retry with the same key goes on with the packing lists that were chosen first.
 */
export async function invoicePackingLists(acts: ManyActs, wanted: PackingListsToInvoice) {
  const done = await acts.each({
    items: (tx) => (wanted.ids ? namedPackingLists(tx, wanted.ids) : packingListsToInvoice(tx, wanted)),
    act: async (act, { id }) => (await draftInvoice(act, { id, body: {} })).id,
  });
  return {
    results: done.map(({ item, outcome }) => ({
      id: outcome.answer ?? null,
      ...bulkResult(outcome, acts.language, 201),
      customer_id: item.customer_id,
      packing_list_ids: [item.id],
    })),
  };
}

/** The given packing lists; the act of each refuses those that cannot be invoiced. */
async function namedPackingLists(tx: Tx, ids: readonly number[]): Promise<ToInvoice[]> {
  const { rows } = await sql<ToInvoice>`
    select asked.id, p.customer_id from unnest(${ids}::int[]) with ordinality asked (id, place)
    left join packing_lists p on p.id = asked.id order by asked.place`.execute(tx);
  return rows;
}

async function packingListsToInvoice(tx: Tx, { until, customer_ids }: PackingListsToInvoice): Promise<ToInvoice[]> {
  const { rows } = await sql<ToInvoice>`
    select id, customer_id from packing_lists
    where status = 'issued' and invoice_id is null and packing_date <= ${until}
      and ${customer_ids ? sql`customer_id = any(${customer_ids}::int[])` : sql`true`}
    order by packing_date, id limit ${BULK_MOST}`.execute(tx);
  return rows;
}
