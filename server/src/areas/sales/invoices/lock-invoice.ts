import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { InvoiceStatus, InvoiceType, TransmissionEvent } from '@bobina/contract/sales/statuses.ts';
import type { Act } from '../../../platform/context.ts';
import { notFound } from '../../../platform/problem.ts';
import { lockPackingList, type LockedPackingList } from '../shared/lock-packing-list.ts';

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
  packing_list: LockedPackingList;
}

/** Locks the packing list of an invoice, then the invoice, until the act commits. @throws NOT_FOUND */
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
    select id, type, invoice_number, status, invoice_date, due_date, due_date_typed, exchange_rate, customer_id, customer_name, version, transmission
    from invoices where id = ${id} and deleted_at is null for no key update`.execute(act.tx);
  if (!rows[0]) throw notFound();
  return { ...rows[0], packing_list };
}

/** Returns the display name of an invoice: its number, or a draft name. */
export function nameOfInvoice({ id, invoice_number }: { id: number; invoice_number: string | null }): string {
  return invoice_number ?? `BOZZA-${id}`;
}
