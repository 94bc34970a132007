/** The sessions of the caller, and the end of those of a user. */
import { sql } from 'kysely';
import type { auth } from '@bobina/contract/identity/auth.ts';
import type { Act, Reading } from '../../platform/context.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { readOne } from '../../platform/master-data.ts';
import { notFound } from '../../platform/problem.ts';
import { endSession, endSessionsOf, holdUser, isLive } from '../../platform/sessions/sessions.ts';
import { requireConfirmed } from './require-confirmed.ts';
import { refuseChangeOfAdmin } from './guard-users.ts';
import { recordSecurityEvent } from './security-events.ts';
import { userEntity } from './users.ts';

const SESSIONS: List<SortOf<typeof auth.sessions>> = {
  columns: {
    last_used_at: value('t.last_used'),
    created_at: value('t.created_at'),
    address: text('t.address'),
    user_agent: text('t.user_agent'),
  },
  order: '-last_used_at',
};

/** Lists the caller's valid sessions, the last used first by default. */
export function listSessions(reading: Reading, { query }: HandlerInput<typeof auth.sessions>) {
  const rows = reading.db
    .selectFrom('sessions as t')
    .select(['t.id', 't.created_at', 't.last_used as last_used_at', 't.address', 't.user_agent'])
    .select(sql<boolean>`t.token_hash = ${reading.user.tokenHash}`.as('is_current'))
    .where('t.user_id', '=', reading.user.id)
    .where(isLive('t'));
  return page(reading, rows, query, SESSIONS);
}

/** Ends a valid session of the caller, whose row it locks. @throws NOT_FOUND also for a session of another user */
export async function endOwnSession(act: Act, id: number): Promise<void> {
  const found = await act.tx
    .selectFrom('sessions as t')
    .select(['t.token_hash', 't.address', 't.user_agent'])
    .where('t.id', '=', id)
    .where('t.user_id', '=', act.user.id)
    .where(isLive('t'))
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw notFound();
  if (!found.token_hash.equals(act.user.tokenHash)) await requireConfirmed(act);
  await endSession(act.tx, found.token_hash);
  act.record('end-session', 'users', act.user.id, [found.address, found.user_agent].filter(Boolean).join(' · '));
}

/**
 * Ends all sessions of a user; of the own user all but the current one. Locks the user, and waits for its running acts.
 * @throws NOT_FOUND, FORBIDDEN, CONFIRMATION_REQUIRED for the own user
 */
export async function endSessionsOfUser(act: Act, id: number): Promise<void> {
  const isOwn = id === act.user.id;
  if (isOwn) await requireConfirmed(act);
  await holdUser(act.tx, id);
  const user = await readOne(act.tx, userEntity, id);
  refuseChangeOfAdmin(act, user.role);
  await endSessionsOf(act.tx, id, isOwn ? act.user.tokenHash : undefined);
  await recordSecurityEvent(act.tx, { kind: 'sessions_ended', user, address: act.address, actor: act.user.id });
  act.record('end-sessions', 'users', id, user.username);
}
