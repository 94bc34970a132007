/** GET /changes: committed acts by their position in the chain. */
import { sql } from 'kysely';
import { can } from '@bobina/contract/core/permissions.ts';
import { CHANGE_DAYS, CHANGE_NEEDS, type Change, type changes as contract } from '@bobina/contract/system/changes.ts';
import { isRecordEntity, RECORDS } from '@bobina/contract/system/records.ts';
import type { Caller, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { invalid } from '../../platform/problem.ts';
import { isNotified } from './write-deliveries.ts';

const LIMIT = 100;
/** After this many unreadable links an empty answer still advances the cursor. */
const FAR = 10_000;

export const changeHandlers: Handlers<typeof contract> = {
  list: (input, reading) => listChanges(reading, input),
};

interface Place {
  position: number;
  hash: Buffer;
}

async function listChanges({ db, user }: Reading, { query }: HandlerInput<typeof contract.list>) {
  const head = await readHead(db);
  if (query.since === 'now') return { cursor: cursorOf(head), changes: [] };
  const since = query.since === undefined ? await readOldest(db) : await readCursor(db, query.since);
  const limit = query.limit ?? LIMIT;
  const { rows } = await sql<Change & Place>`
    select c.position, c.hash, a.entity_type as entity, a.entity_id as id, a.action, a.created_at as at
    from chain c join activities a on a.id = c.row_id
    where c.source = 'activities' and c.position > ${since.position} and ${isNotified()}
      and a.entity_type = any(${readable(user)}::text[])
      and (a.entity_type <> 'notes' or exists (
        select from notes n where n.id = a.entity_id and n.entity = any(${readable(user)}::text[])))
    order by c.position limit ${limit}`.execute(db);
  const last = rows.at(-1) ?? (head.position - since.position > FAR ? head : since);
  return { cursor: cursorOf(last), changes: rows.map(({ entity, id, action, at }) => ({ entity, id, action, at })) };
}

/** The entities that the caller may read. */
function readable(user: Caller): string[] {
  return Object.entries(CHANGE_NEEDS)
    .filter(([entity, needs]) => can(user, isRecordEntity(entity) ? RECORDS[entity].read : needs))
    .map(([entity]) => entity);
}

/** A position with the first digits of its hash, so that a cursor of another database, or a made-up one, is refused. */
function cursorOf({ position, hash }: Place): string {
  return Buffer.from(`${position}.${hash.toString('hex').slice(0, 24)}`).toString('base64url');
}

/** @throws VALIDATION on `since` for a cursor that this chain does not have */
async function readCursor(db: Db, cursor: string): Promise<Place> {
  const position = Number(/^(\d{1,15})\./.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1] ?? Number.NaN);
  const place = Number.isNaN(position) ? undefined : await readPlace(db, position);
  if (!place || cursorOf(place) !== cursor) throw invalid('since', 'format');
  return place;
}

async function readPlace(db: Db, position: number): Promise<Place | undefined> {
  if (position === 0) return { position, hash: Buffer.alloc(32) };
  const row = await db.selectFrom('chain').select('hash').where('position', '=', position).executeTakeFirst();
  return row && { position, hash: row.hash };
}

async function readHead(db: Db): Promise<Place> {
  const row = await db
    .selectFrom('chain')
    .select(['position', 'hash'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { position: Number(row.position), hash: row.hash } : { position: 0, hash: Buffer.alloc(32) };
}

/** The place before the oldest act of the last days; the head when there is none. */
async function readOldest(db: Db): Promise<Place> {
  const { rows } = await sql<{ position: number | null }>`
    select min(c.position) - 1 as position from activities a
    join chain c on c.source = 'activities' and c.row_id = a.id
    where a.created_at > now() - make_interval(days => ${CHANGE_DAYS})`.execute(db);
  const position = rows[0]!.position;
  return position === null ? readHead(db) : (await readPlace(db, Number(position)))!;
}
