/** Notes at records. Their records belong to all areas, so this folder belongs to none of them. */
import { sql } from 'kysely';
import { can, type Role } from '@bobina/contract/core/permissions.ts';
import {
  MOST_MENTIONABLE,
  NOTE_MINUTES,
  type Mentionable,
  type Note,
  type notes as notesContract,
} from '@bobina/contract/system/notes.ts';
import { RECORDS, type RecordEntity } from '@bobina/contract/system/records.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { ConstraintProblems } from '../../platform/http/errors.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { fold } from '../../platform/fold.ts';
import { addMention } from '../../platform/notices.ts';
import { readRecordName } from '../record-name.ts';
import { requireRecord } from '../require-record.ts';

const NOTES: List<SortOf<typeof notesContract.list>> = {
  columns: { created_at: value('t.id') },
  alsoSearched: ['t.text', 'author.name'],
  order: '-created_at',
};

export const noteHandlers: Handlers<typeof notesContract> = {
  list: async ({ entity, id, query }, reading) => {
    const record = await requireRecord(reading, { entity, id, to: 'read' });
    return page(
      reading,
      noteRows(reading.db).where('t.entity', '=', record).where('t.entity_id', '=', id),
      query,
      NOTES,
    );
  },
  mentionable: (input, reading) => listMentionable(reading, input),
  create: async ({ entity, id, body }, act) => {
    const record = await requireRecord(act, { entity, id, to: 'read' });
    const mentioned = await readMentioned(act, body.text);
    const { id: note } = await act.tx
      .insertInto('notes')
      .values({ entity: record, entity_id: id, text: body.text, mentions: idsOf(mentioned), created_by: act.user.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    const label = await notifyMentioned(act, { entity: record, id, text: body.text }, mentioned);
    act.record('create', 'notes', note, label);
    return readNote(act.tx, note);
  },
  update: (input, act) => editNote(act, input),
};

export const noteConstraints: ConstraintProblems = { notes_kept: () => new Problem('NOTE_KEPT') };

async function editNote(act: Act, { id, body }: HandlerInput<typeof notesContract.update>): Promise<Note> {
  const before = await act.tx
    .selectFrom('notes')
    .select(['entity', 'entity_id', 'created_by', 'mentions'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!before) throw notFound();
  const entity = await requireRecord(act, { entity: before.entity, id: before.entity_id, to: 'read' });
  if (before.created_by !== act.user.id) throw new Problem('FORBIDDEN');
  const mentioned = await readMentioned(act, body.text);
  await act.tx
    .updateTable('notes')
    .set({ text: body.text, mentions: idsOf(mentioned), edited_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  const known = new Set(before.mentions);
  const label = await notifyMentioned(
    act,
    { entity, id: before.entity_id, text: body.text },
    mentioned.filter((user) => !known.has(user.id)),
  );
  act.record('update', 'notes', id, label);
  return readNote(act.tx, id);
}

function noteRows(db: Db) {
  return db
    .selectFrom('notes as t')
    .innerJoin('users as author', 'author.id', 't.created_by')
    .select(['t.id', 't.text', 't.mentions', 't.created_at', 't.created_by', 'author.name as created_by_name'])
    .select('t.edited_at')
    .select(sql<string>`t.created_at + make_interval(mins => ${NOTE_MINUTES})`.as('editable_until'));
}

function readNote(db: Db, id: number): Promise<Note> {
  return noteRows(db).where('t.id', '=', id).executeTakeFirstOrThrow();
}

/** How a text writes a user: the name after `@`. */
const WRITTEN_NAME = '[\\p{L}\\p{N}][\\p{L}\\p{N}._-]*';
const WRITABLE = new RegExp(`^${WRITTEN_NAME}$`, 'u');
const WRITTEN = new RegExp(`(?<![\\p{L}\\p{N}._%+-])@(${WRITTEN_NAME})`, 'gu');

/**
 * The other active users who may read the record and whose username or name begins with `q`. Without `users.manage`, only
 * those whom the record's history or its notes name: the list of users stays hidden.
 */
async function listMentionable(
  { db, user }: Reading,
  { entity, id, query: { q = '' } }: HandlerInput<typeof notesContract.mentionable>,
): Promise<Mentionable[]> {
  const record = await requireRecord({ db, user }, { entity, id, to: 'read' });
  const { rows } = await sql<Mentionable & { role: Role }>`
    select id, username, name, role from users
    where deleted_at is null and is_active and id <> ${user.id} and (${can(user, 'users.manage')}
      or id in (select user_id from activities where entity_type = ${record} and entity_id = ${id})
      or id in (select created_by from notes where entity = ${record} and entity_id = ${id}))
    order by lower(username)`.execute(db);
  const wanted = fold(q);
  return rows
    .filter((row) => can(row, RECORDS[record].read) && WRITABLE.test(row.username))
    .map(({ id: reader, username, name }) => ({
      row: { id: reader, username, name },
      rank: rankOf({ username, name }, wanted),
    }))
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_MENTIONABLE)
    .map(({ row }) => row);
}

/** 0 for a username that begins with the text, 1 for a word of the name, 2 for neither. */
function rankOf({ username, name }: Omit<Mentionable, 'id'>, text: string): 0 | 1 | 2 {
  if (fold(username).startsWith(text)) return 0;
  return fold(name)
    .split(/\s+/)
    .some((word) => word.startsWith(text))
    ? 1
    : 2;
}

interface Mentioned {
  id: number;
  name: string;
  role: Role;
}

/** The active users that a text mentions by `@username`. Warns of names that no active user has. */
async function readMentioned(act: Act, text: string): Promise<Mentioned[]> {
  const written = mentionsIn(text);
  if (written.length === 0) return [];
  const { rows } = await sql<Mentioned & { username: string }>`
    select id, name, role, lower(username) as username from users
    where deleted_at is null and is_active and lower(username) = any(${written.flat()}) order by id`.execute(act.tx);
  const byName = new Map(rows.map((row) => [row.username, row]));
  const found = written.map((spellings) => spellings.map((name) => byName.get(name)).find((user) => user));
  written.forEach((spellings, at) => {
    if (!found[at]) act.warn('unknown_mention', { name: spellings.at(-1)! });
  });
  return [...new Map(found.flatMap((user) => (user ? [[user.id, user] as const] : []))).values()];
}

/** The names after `@`, in lower case: as written, then without the punctuation that may end a sentence. */
function mentionsIn(text: string): string[][] {
  const found = [...text.matchAll(WRITTEN)].map(([, name]) => name!.toLowerCase());
  return [...new Set(found)].map((name) => [...new Set([name, name.replace(/[._-]+$/, '')])]);
}

function idsOf(users: readonly Mentioned[]): number[] {
  return users.map(({ id }) => id);
}

/** Notifies the mentioned users, except those who may not read the record. @returns the label of the record */
async function notifyMentioned(
  act: Act,
  { entity, id, text }: { entity: RecordEntity; id: number; text: string },
  mentioned: readonly Mentioned[],
): Promise<string> {
  const name = await readRecordName(act.tx, entity, id);
  for (const user of mentioned) {
    if (can(user, RECORDS[entity].read)) await addMention(act, { entity, entity_id: id, ...name, user: user.id, text });
    else act.warn('CANNOT_READ', { name: user.name });
  }
  return name.label;
}
