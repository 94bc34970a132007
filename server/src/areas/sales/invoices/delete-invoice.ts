import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act } from '../../../platform/context.ts';
import { Problem } from '../../../platform/problem.ts';
import { readInvoiceContent } from './invoice-rows.ts';
import { lockInvoice, nameOfInvoice } from './lock-invoice.ts';

/** Deletes a draft; its packing lists can be invoiced again. @throws INVALID_TRANSITION unless it is a draft */
export async function deleteInvoice(act: Act, id: number): Promise<void> {
  const invoice = await lockInvoice(act, id);
  if (invoice.status !== 'draft') throw new Problem('INVALID_TRANSITION');
  const before = await readInvoiceContent(act.tx, id);
  await act.tx
    .updateTable('invoices')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', id)
    .execute();
  const label = `${nameOfInvoice(invoice)} · ${invoice.customer_name}`;
  act.record('delete', 'invoices', id, label, null, diffRecords(before, null));
  for (const packingList of invoice.packing_lists) act.changed('packing-lists', packingList.id);
}
