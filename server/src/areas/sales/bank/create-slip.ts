import type { BankSlip, bankSlips, SlipKind } from '@bobina/contract/sales/bank.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import { now } from '../../../platform/clock.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { invalid, Problem } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { lockOwed } from '../payments/allocations.ts';
import { readForFile } from './due-items.ts';
import { lockSlip } from './lock-slip.ts';
import { nameOfSlip, readSlip } from './slip-rows.ts';
import { bankFileName, writeBankFile } from './write-file.ts';

/**
 * Puts the open instalments of documents on a slip and writes its file. Locks the documents by id.
 * @throws VALIDATION, also for several due days, INCOMPLETE_DOCUMENT, INVALID_TRANSITION on another live slip
 */
export async function createSlip(act: Act, { body }: HandlerInput<typeof bankSlips.create>): Promise<BankSlip> {
  await lockDocuments(act, body.kind, body.ids);
  const today = await companyToday(act.tx);
  const { company, items } = await readForFile(act.tx, { ...body, today });
  const due_date = items[0]!.day;
  if (items.some(({ day }) => day !== due_date)) throw invalid('ids', 'severalDays');
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('bank_slips', 'id'))::integer as id`.execute(act.tx);
  const { id } = rows[0]!;
  const file_name = bankFileName(body.kind, `${due_date}-${id}`);
  const content = writeBankFile({
    kind: body.kind,
    company,
    reference: `${body.kind.toUpperCase()}-${id}`,
    created: now(),
    today,
    items,
  });
  await sql`
    insert into bank_slips (id, kind, due_date, iban, bank, file_name, content, created_by) overriding system value
    values (${id}, ${body.kind}, ${due_date}, ${company.iban}, ${company.bank}, ${file_name}, ${content}, ${act.user.id})`.execute(
    act.tx,
  );
  const document = body.kind === 'pain001' ? 'purchase_invoice_id' : 'invoice_id';
  await act.tx
    .insertInto('bank_slip_items')
    .values(
      items.map(({ document_id, instalment, due_date: due, amount }, at) => ({
        slip_id: id,
        position: at + 1,
        [document]: document_id,
        instalment,
        due_date: due,
        amount,
      })),
    )
    .execute();
  const slip = await readSlip(act.tx, id);
  act.record('create', 'bank-slips', id, nameOfSlip(slip), slip.version, diffRecords(null, slip));
  return slip;
}

/** Deletes a slip that was not presented. Locks it. @throws NOT_FOUND, INVALID_TRANSITION when it was presented */
export async function deleteSlip(act: Act, id: number): Promise<void> {
  const before = await lockSlip(act, id);
  if (before.state !== 'new') throw new Problem('INVALID_TRANSITION');
  await sql`update bank_slip_items set state = 'withdrawn' where slip_id = ${id}`.execute(act.tx);
  await act.tx
    .updateTable('bank_slips')
    .set({ deleted_at: sql<string>`now()`, deleted_by: act.user.id, version: before.version + 1 })
    .where('id', '=', id)
    .execute();
  act.record('delete', 'bank-slips', id, nameOfSlip(before), before.version + 1, diffRecords(before, null));
}

/** Two slips of one document are made one after the other. */
async function lockDocuments(act: Act, kind: SlipKind, ids: readonly number[]): Promise<void> {
  if (kind === 'pain001')
    await sql`select id from purchase_invoices where id = any(${ids}::integer[]) order by id for no key update`.execute(
      act.tx,
    );
  else await lockOwed(act, ids);
}
