import { sql } from 'kysely';
import type { Transmission } from '@bobina/contract/sales/transmissions.ts';
import type { Act } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { Problem } from '../../../platform/problem.ts';
import { lockInvoice, nameOfInvoice } from '../invoices/lock-invoice.ts';
import { readTransmission } from './list-transmissions.ts';
import { recordTransmission } from './record-transmission.ts';

/** Whether a mail with a file of a document waits. */
export async function waitsForPec(db: Db, invoice: number): Promise<boolean> {
  const { rows } = await sql<{ waits: boolean }>`select waits_for_pec(${invoice}) as waits`.execute(db);
  return rows[0]!.waits;
}

/** Records that the newest file of a document was handed over. @throws NOT_FOUND, INVALID_TRANSITION */
export async function handOver(act: Act, id: number): Promise<Transmission> {
  const invoice = await lockInvoice(act, id);
  if (invoice.transmission !== 'to_send' || (await waitsForPec(act.tx, id))) throw new Problem('INVALID_TRANSITION');
  const { rows } = await sql<{ id: number }>`
    select id from document_files where invoice_id = ${id} and is_transmitted order by issue desc limit 1`.execute(
    act.tx,
  );
  const event = await recordTransmission(act.tx, {
    invoice: id,
    file: rows[0]!.id,
    event: 'handed_over',
    channel: 'user',
    user: act.user.id,
  });
  act.record('hand-over', 'invoices', id, `${nameOfInvoice(invoice)} · ${invoice.customer_name}`, invoice.version, [
    { field: 'transmission', before: 'to_send', after: 'handed_over' },
  ]);
  return readTransmission(act.tx, event!);
}
