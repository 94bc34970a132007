/** Sending again and cancelling rows of the outbox. */
import { sql } from 'kysely';
import type { OutboxRow } from '@bobina/contract/system/outbox.ts';
import type { Act } from '../../platform/context.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { readOutboxRow, seesAllRows } from './outbox-rows.ts';

interface Locked {
  state: OutboxRow['state'];
  kind: OutboxRow['kind'];
  subject: string;
  is_handing_over: boolean;
  /** False for a mail whose message was secret or erased. */
  has_message: boolean;
}

/**
 * Lets a row wait again from now on, for the recipients who do not have it, or for all. Its message stays the same. Locks
 * the row. @throws NOT_FOUND, INVALID_TRANSITION when no recipient is left, while it is being handed over, or after its message was deleted
 */
export async function deliverAgain(act: Act, id: number, { all }: { all: boolean }): Promise<OutboxRow> {
  const row = await lockRow(act, id);
  if (row.is_handing_over || !row.has_message) throw new Problem('INVALID_TRANSITION');
  if (row.kind === 'mail') {
    const { rows } = await sql<{ waiting: number }>`
      with again as (
        update outbox_recipients set state = 'waiting', message = null
        where outbox_id = ${id} and (${all} or state <> 'handed_over') returning 1)
      select count(*)::integer as waiting from again`.execute(act.tx);
    if (rows[0]!.waiting === 0) throw new Problem('INVALID_TRANSITION');
  } else if (row.state === 'handed_over' && !all) throw new Problem('INVALID_TRANSITION');
  await sql`
    update outbox set state = 'waiting', attempts = 0, waiting_since = clock_timestamp(), next_attempt_at = clock_timestamp(),
      lease = null, leased_until = null, is_handing_over = false, last_error = null, status = null
    where id = ${id}`.execute(act.tx);
  act.record('send-again', 'outbox', id, row.subject);
  return readOutboxRow(act, id);
}

/** Cancels a row that waits. Locks the row. @throws NOT_FOUND, INVALID_TRANSITION */
export async function cancelRow(act: Act, id: number): Promise<void> {
  const row = await lockRow(act, id);
  if (row.state !== 'waiting' || row.is_handing_over) throw new Problem('INVALID_TRANSITION');
  await sql`
    update outbox set state = 'cancelled', next_attempt_at = null, lease = null, leased_until = null
    where id = ${id}`.execute(act.tx);
  act.record('cancel', 'outbox', id, row.subject);
}

/** A hand-over ends when its lease expires: the worker has stopped. */
async function lockRow(act: Act, id: number): Promise<Locked> {
  const { rows } = await sql<Locked>`
    select state, kind, subject, is_handing_over and leased_until > clock_timestamp() as is_handing_over,
      kind <> 'mail' or message is not null or exists (select from outbox_secrets s where s.outbox_id = id) as has_message
    from outbox where id = ${id} and (${seesAllRows(act.user)} or created_by = ${act.user.id}) for update`.execute(
    act.tx,
  );
  if (!rows[0]) throw notFound();
  return rows[0];
}
