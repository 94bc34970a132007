/** Service tokens of users. */
import { sql, type SqlBool } from 'kysely';
import { can } from '@bobina/contract/core/permissions.ts';
import { TOKEN_DAYS, type Token, type tokens } from '@bobina/contract/identity/tokens.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { FieldChecks, notFound, Problem } from '../../platform/problem.ts';
import { requireConfirmed } from './require-confirmed.ts';
import { createServiceToken, holdServiceToken } from '../../platform/sessions/sessions.ts';

const TOKENS: List<SortOf<typeof tokens.list>> = {
  columns: {
    name: text('t.name'),
    user_name: text('owner.name'),
    expires_at: value('t.expires_at'),
    last_used_at: value('t.last_used_at'),
    created_at: value('t.id'),
  },
  order: 'name',
};

export const tokenHandlers: Handlers<typeof tokens> = {
  list: (input, reading) => listTokens(reading, input),
  create: ({ body }, act) => createToken(act, body),
  remove: async ({ id }, act) => {
    const rows = tokenRows(act.tx).where('t.id', '=', id);
    const token = await (act.may('users.manage') ? rows : rows.where('t.user_id', '=', act.user.id)).executeTakeFirst();
    if (!token) throw notFound();
    await holdServiceToken(act.tx, id);
    const { numDeletedRows } = await act.tx.deleteFrom('service_tokens').where('id', '=', id).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound();
    act.record('delete', 'tokens', id, labelOf(token));
  },
};

async function listTokens(reading: Reading, { query }: HandlerInput<typeof tokens.list>) {
  let rows = tokenRows(reading.db);
  if (!query.all) rows = rows.where('t.user_id', '=', reading.user.id);
  else if (!can(reading.user, 'users.manage')) throw new Problem('FORBIDDEN');
  return page(reading, rows, query, TOKENS);
}

/** @throws CONFIRMATION_REQUIRED, VALIDATION for a capability that the caller lacks, or an expiry that is past or too far ahead */
async function createToken(act: Act, { name, capabilities, expires_at }: HandlerInput<typeof tokens.create>['body']) {
  await requireConfirmed(act);
  const checks = new FieldChecks();
  for (const [at, capability] of capabilities.entries())
    if (!act.may(capability)) checks.add(`capabilities.${at}`, 'enum');
  const { rows } = await sql<{ now: string; last: string }>`
    select now() as now, now() + make_interval(days => ${TOKEN_DAYS}) as last`.execute(act.tx);
  const [expiry, { now, last }] = [new Date(expires_at).toISOString(), rows[0]!];
  if (expiry <= now) checks.add('expires_at', 'min', { min: now });
  if (expiry > last) checks.add('expires_at', 'max', { max: last });
  checks.done();
  const { token, tokenHash } = createServiceToken();
  const { id } = await act.tx
    .insertInto('service_tokens')
    .values({
      user_id: act.user.id,
      name,
      token_hash: tokenHash,
      capabilities: [...new Set(capabilities)],
      expires_at: expiry,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const created = await tokenRows(act.tx).where('t.id', '=', id).executeTakeFirstOrThrow();
  act.record('create', 'tokens', id, labelOf(created));
  return { ...created, token };
}

/** The tokens of users that are not deleted. */
function tokenRows(db: Db) {
  return db
    .selectFrom('service_tokens as t')
    .innerJoin('users as owner', 'owner.id', 't.user_id')
    .where(sql<SqlBool>`owner.deleted_at is null`)
    .select(['t.id', 't.name', 't.expires_at', 't.last_used_at', 't.created_at', 't.user_id'])
    .select(['owner.name as user_name', sql<Token['capabilities']>`t.capabilities`.as('capabilities')]);
}

function labelOf({ name, user_name }: Pick<Token, 'name' | 'user_name'>): string {
  return `${name} · ${user_name}`;
}
