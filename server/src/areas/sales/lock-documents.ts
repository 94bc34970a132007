/** Documents of sale, locked until the act is committed: a packing list always before its invoice. */
import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { InvoiceStatus, InvoiceType, PackingListStatus } from '@bobina/contract/sales/statuses.ts';
import type { Act } from '../../platform/context.ts';
import { notFound } from '../../platform/problem.ts';

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

/** @throws NOT_FOUND */
export async function lockPackingList(act: Act, id: number): Promise<LockedPackingList> {
  const { rows } = await sql<LockedPackingList>`
    select id, packing_list_number, packing_date, status, customer_id, customer_name, order_id, order_number, customer_order_number, invoice_id, version
    from packing_lists where id = ${id} for no key update`.execute(act.tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

export interface LockedInvoice {
  id: number;
  type: InvoiceType;
  invoice_number: string | null;
  status: InvoiceStatus;
  invoice_date: Day;
  due_date: Day;
  due_date_typed: boolean;
  customer_id: number;
  customer_name: string;
  version: number;
  packing_list: LockedPackingList;
}

/** An invoice, after its packing list. @throws NOT_FOUND */
export async function lockInvoice(act: Act, id: number): Promise<LockedInvoice> {
  const found = await act.tx
    .selectFrom('invoices')
    .select('packing_list_id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) throw notFound();
  const packing_list = await lockPackingList(act, found.packing_list_id);
  const { rows } = await sql<Omit<LockedInvoice, 'packing_list'>>`
    select id, type, invoice_number, status, invoice_date, due_date, due_date_typed, customer_id, customer_name, version
    from invoices where id = ${id} and deleted_at is null for no key update`.execute(act.tx);
  if (!rows[0]) throw notFound();
  return { ...rows[0], packing_list };
}

/** What people call an invoice. */
export function nameOfInvoice({ id, invoice_number }: { id: number; invoice_number: string | null }): string {
  return invoice_number ?? `BOZZA-${id}`;
}
