import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { InvoiceStatus, InvoiceType, TransmissionEvent } from '@bobina/contract/sales/statuses.ts';
import type { Act } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/problem.ts';
import { lockLines } from '../../orders/index.ts';
import { lockPackingLists, type LockedPackingList } from '../shared/lock-packing-list.ts';

export interface LockedInvoice {
  id: number;
  type: InvoiceType;
  invoice_number: string | null;
  status: InvoiceStatus;
  invoice_date: Day;
  due_date: Day;
  due_date_typed: boolean;
  /** Units of the currency for 1 EUR, exact decimal text. */
  exchange_rate: string | null;
  customer_id: number;
  customer_name: string;
  version: number;
  transmission: TransmissionEvent | null;
  /** In the order of the document. */
  packing_lists: LockedPackingList[];
}

/** Locks the packing lists of an invoice by id, then the invoice, until the act commits. @throws NOT_FOUND */
export async function lockInvoice(act: Act, id: number): Promise<LockedInvoice> {
  const packing_lists = await lockPackingLists(act, await readPackingListIds(act.tx, id));
  const { rows } = await sql<Omit<LockedInvoice, 'packing_lists'>>`
    select id, type, invoice_number, status, invoice_date, due_date, due_date_typed, exchange_rate, customer_id, customer_name, version, transmission
    from invoices where id = ${id} and deleted_at is null for no key update`.execute(act.tx);
  if (!rows[0]) throw notFound();
  return { ...rows[0], packing_lists };
}

/** Returns the ids of the packing lists of an invoice, in the order of the document. They never change. */
export async function readPackingListIds(db: Db, invoice: number): Promise<number[]> {
  const { rows } = await sql<{ packing_list_id: number }>`
    select packing_list_id from invoice_packing_lists where invoice_id = ${invoice} order by position`.execute(db);
  return rows.map(({ packing_list_id }) => packing_list_id);
}

/** Returns the display name of an invoice: its number, or a draft name. */
export function nameOfInvoice({ id, invoice_number }: { id: number; invoice_number: string | null }): string {
  return invoice_number ?? `BOZZA-${id}`;
}

/** Locks the orders of an invoice for share and the given lines of each, by the order's id. */
export async function lockLinesOfOrders(
  act: Act,
  { packing_lists }: Pick<LockedInvoice, 'packing_lists'>,
  lines: ReadonlyMap<number, unknown>,
): Promise<void> {
  for (const order of ordersOf(packing_lists)) await lockLines(act, { order, items: [...lines.keys()] });
}

/** Returns the ids of the orders of packing lists, ascending. */
export function ordersOf(packingLists: readonly LockedPackingList[]): number[] {
  return [...new Set(packingLists.map(({ order_id }) => order_id))].toSorted((a, b) => a - b);
}
