/** Reads rows of the outbox as the API answers them. */
import { sql } from 'kysely';
import { can } from '@bobina/contract/core/permissions.ts';
import type { OutboxRow, outbox as contract } from '@bobina/contract/system/outbox.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { computed, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { notFound } from '../../platform/problem.ts';

const OUTBOX: List<SortOf<typeof contract.list>> = {
  // Ids are given in the order of creation.
  columns: { created_at: value('t.id'), subject: text('t.subject'), state: computed(sql`t.state`, { tables: ['t'] }) },
  alsoSearched: ['t.last_error', 'author.name'],
  order: '-created_at',
};
const RECIPIENTS = sql<OutboxRow['recipients']>`(
  select coalesce(json_agg(json_build_object('address', r.address, 'state', r.state, 'message', r.message) order by r.position), '[]')
  from outbox_recipients r where r.outbox_id = t.id)`;

type Asker = Pick<Reading, 'db' | 'user'>;

/** Lists the caller's own rows, or all of them for those who manage the settings. */
export async function listOutbox(reading: Reading, { query }: HandlerInput<typeof contract.list>) {
  let rows = ownRows(reading);
  if (query.state) rows = rows.where('t.state', '=', query.state);
  if (query.kind) rows = rows.where('t.kind', '=', query.kind);
  return page(reading, rows, query, OUTBOX);
}

/** Reads a row that the caller may see. @throws NOT_FOUND */
export async function readOutboxRow(asker: Asker, id: number): Promise<OutboxRow> {
  const row = await ownRows(asker).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Whether a user may read the rows of all users. */
export function seesAllRows(user: Reading['user']): boolean {
  return can(user, 'settings.manage');
}

function ownRows({ db, user }: Asker) {
  const rows = outboxRows(db);
  return seesAllRows(user) ? rows : rows.where('t.created_by', '=', user.id);
}

function outboxRows(db: Db) {
  return db
    .selectFrom('outbox as t')
    .leftJoin('users as author', 'author.id', 't.created_by')
    .select(['t.id', 't.subject', 't.message_id', 't.attempts', 't.next_attempt_at', 't.last_error'])
    .select(['t.possible_duplicate', 't.created_at', 't.created_by', 'author.name as created_by_name'])
    .select([
      sql<OutboxRow['kind']>`t.kind`.as('kind'),
      sql<OutboxRow['state']>`t.state`.as('state'),
      RECIPIENTS.as('recipients'),
      sql<OutboxRow['document']>`case when t.document_id is not null
        then json_build_object('kind', t.document_kind, 'id', t.document_id) end`.as('document'),
    ]);
}
