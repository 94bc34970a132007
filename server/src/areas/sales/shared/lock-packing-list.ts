import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { PackingListStatus } from '@bobina/contract/sales/statuses.ts';
import type { Act } from '../../../platform/context.ts';
import { notFound } from '../../../platform/problem.ts';

export interface LockedPackingList {
  id: number;
  packing_list_number: string;
  packing_date: Day;
  status: PackingListStatus;
  customer_id: number;
  customer_name: string;
  /** The currency of the customer on the day of the packing list, in which its prices are. */
  currency: string;
  order_id: number;
  /** The tender code and the project code of the order. */
  cig: string | null;
  cup: string | null;
  order_number: string;
  customer_order_number: string | null;
  invoice_id: number | null;
  version: number;
}

/** Locks a packing list until the act commits, always before its invoice. @throws NOT_FOUND */
export async function lockPackingList(act: Act, id: number): Promise<LockedPackingList> {
  const [packingList] = await lockPackingLists(act, [id]);
  if (!packingList) throw notFound();
  return packingList;
}

/**
 * Locks packing lists by id until the act commits, always before their invoice.
 * @returns those that exist, by day and id, the order in which an invoice lists them
 */
export async function lockPackingLists(act: Act, ids: readonly number[]): Promise<LockedPackingList[]> {
  const { rows } = await sql<LockedPackingList>`
    select id, packing_list_number, packing_date, status, customer_id, customer_name,
      (select cig from customer_orders where id = packing_lists.order_id), (select cup from customer_orders where id = packing_lists.order_id),
      coalesce(customer ->> 'valuta', 'EUR') as currency, order_id, order_number, customer_order_number, invoice_id, version
    from packing_lists where id = any(${ids}::integer[]) order by id for no key update`.execute(act.tx);
  return rows.toSorted((a, b) =>
    a.packing_date < b.packing_date ? -1 : a.packing_date > b.packing_date ? 1 : a.id - b.id,
  );
}
