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
  order_id: number;
  order_number: string;
  customer_order_number: string | null;
  invoice_id: number | null;
  version: number;
}

/** Locks a packing list until the act commits, always before its invoice. @throws NOT_FOUND */
export async function lockPackingList(act: Act, id: number): Promise<LockedPackingList> {
  const { rows } = await sql<LockedPackingList>`
    select id, packing_list_number, packing_date, status, customer_id, customer_name, order_id, order_number, customer_order_number, invoice_id, version
    from packing_lists where id = ${id} for no key update`.execute(act.tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}
