/** How a worker takes a row, keeps it while it works, and records the result. */
import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../database/db.ts';
import { inTransaction } from '../database/transaction.ts';
import { DEAD_AFTER_MS, waitAfter } from './backoff.rules.ts';
import type { ClaimedRow, Deliverers, Outcome } from './outbox-row.ts';

/** A worker holds a row for this long, in seconds, and renews it while it works. */
export const LEASE_SECONDS = 60;

/** The time of the database, or in tests a given one. */
export type Clock = (() => Date) | undefined;

export interface Held {
  row: ClaimedRow;
  lease: string;
}

/**
 * Takes the next row that is due and that no worker holds, and counts the attempt. Skips locked rows. A row whose worker died during the
 * hand-over may have been sent. A webhook gets one delivery at a time, in order.
 */
export async function claimRow(db: Db, kinds: readonly string[], clock: Clock): Promise<Held | undefined> {
  const lease = randomUUID();
  const now = timeOf(clock);
  const { rows } = await inTransaction(db, (tx) =>
    sql<ClaimedRow>`
      update outbox t set lease = ${lease}, leased_until = ${now} + make_interval(secs => ${LEASE_SECONDS}),
        attempts = t.attempts + 1, possible_duplicate = t.possible_duplicate or t.is_handing_over, is_handing_over = false
      where t.id = (
        select o.id from outbox o
        where o.state = 'waiting' and o.next_attempt_at <= ${now} and o.kind = any(${kinds}::text[])
          and (o.leased_until is null or o.leased_until <= ${now})
          and (o.webhook_id is null or not exists (
            select from outbox w where w.webhook_id = o.webhook_id and w.state = 'waiting' and w.sequence < o.sequence))
        order by o.next_attempt_at, o.id limit 1 for update skip locked)
      returning t.id, t.kind, t.attempts, t.message_id, t.sender, t.document_kind, t.document_id, t.webhook_id,
        t.sequence, t.entity,
        t.entity_id, t.action, t.created_at,
        coalesce(t.message, (select s.message from outbox_secrets s where s.outbox_id = t.id)) as message,
        (select coalesce(json_agg(json_build_object('position', r.position, 'address', r.address) order by r.position), '[]')
          from outbox_recipients r where r.outbox_id = t.id and r.state = 'waiting') as recipients`.execute(tx),
  );
  return rows[0] && { row: rows[0], lease };
}

/** Renews the lease. @returns false when the row is no longer held by it */
export async function renewLease(db: Db, { row, lease }: Held, clock: Clock): Promise<boolean> {
  return changeHeld(db, { row, lease }, sql`leased_until = ${timeOf(clock)} + make_interval(secs => ${LEASE_SECONDS})`);
}

/** Records that the hand-over begins. @returns false when the row is no longer held by the lease */
export async function beginHandOver(db: Db, { row, lease }: Held, clock: Clock): Promise<boolean> {
  return changeHeld(
    db,
    { row, lease },
    sql`is_handing_over = true, leased_until = ${timeOf(clock)} + make_interval(secs => ${LEASE_SECONDS})`,
  );
}

/**
 * Records the result of an attempt and frees the row: handed over, refused, waiting for the next attempt or dead. Locks the
 * row. @returns false when another worker holds it by now, or it was cancelled
 */
export async function recordOutcome(
  db: Db,
  { row, lease }: Held,
  {
    outcome,
    deliverers,
    clock,
    random,
  }: { outcome: Outcome; deliverers: Deliverers; clock: Clock; random: () => number },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ is_late: boolean }>`
      select waiting_since + make_interval(secs => ${DEAD_AFTER_MS / 1000}) <= ${timeOf(clock)} as is_late
      from outbox where id = ${row.id} and lease = ${lease} and state = 'waiting' for update`.execute(tx);
    if (!rows[0]) return false;
    for (const { position, state, message } of outcome.recipients ?? [])
      await sql`
        update outbox_recipients set state = ${state}, message = ${message}
        where outbox_id = ${row.id} and position = ${position} and state = 'waiting'`.execute(tx);
    const state = outcome.isDone ? await stateOf(tx, row.id) : rows[0].is_late ? 'dead' : 'waiting';
    const wait = waitAfter(row.attempts, random());
    const next = state === 'waiting' ? sql`${timeOf(clock)} + make_interval(secs => ${wait / 1000})` : sql`null`;
    await sql`
      update outbox set state = ${state}, last_error = ${outcome.error}, status = ${outcome.status ?? null},
        possible_duplicate = possible_duplicate or ${outcome.mayHaveLeft ?? false},
        lease = null, leased_until = null, is_handing_over = false, next_attempt_at = ${next}
      where id = ${row.id}`.execute(tx);
    if (state === 'dead') await deliverers[row.kind]?.died?.(tx, row);
    return true;
  });
}

/** Gives up the rows that have waited for three days and are not due. Locks them and skips locked ones. @returns their ids */
export async function expireOldRows(db: Db, deliverers: Deliverers, clock: Clock): Promise<number[]> {
  const now = timeOf(clock);
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<Pick<ClaimedRow, 'id' | 'kind' | 'webhook_id'>>`
      update outbox set state = 'dead', next_attempt_at = null, lease = null, leased_until = null, is_handing_over = false
      where id in (
        select id from outbox where state = 'waiting' and attempts > 0 and next_attempt_at > ${now}
          and (leased_until is null or leased_until <= ${now})
          and waiting_since + make_interval(secs => ${DEAD_AFTER_MS / 1000}) <= ${now}
        order by id for update skip locked)
      returning id, kind, webhook_id`.execute(tx);
    for (const row of rows) await deliverers[row.kind]?.died?.(tx, row);
    return rows.map(({ id }) => id);
  });
}

function timeOf(clock: Clock): RawBuilder<Date> {
  return clock ? sql`${clock().toISOString()}::timestamptz` : sql`clock_timestamp()`;
}

async function changeHeld(db: Db, { row, lease }: Held, change: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows } = await inTransaction(db, (tx) =>
    sql`update outbox set ${change} where id = ${row.id} and lease = ${lease} and state = 'waiting'`.execute(tx),
  );
  return Number(numAffectedRows) === 1;
}

/** The state of a row of which nothing is left to deliver. A webhook has no recipients. */
async function stateOf(tx: Tx, id: number): Promise<'handed_over' | 'partly_refused' | 'refused'> {
  const { rows } = await sql<{ all: number; handed: number }>`
    select count(*)::integer as all, (count(*) filter (where state = 'handed_over'))::integer as handed
    from outbox_recipients where outbox_id = ${id}`.execute(tx);
  const { all, handed } = rows[0]!;
  if (handed === all) return 'handed_over';
  return handed === 0 ? 'refused' : 'partly_refused';
}
