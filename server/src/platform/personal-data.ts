/** Personal data of users and contacts: export, and erasure by the SQL function `erase_person`. */
import { sql } from 'kysely';
import type { Erasure, PersonalData } from '@bobina/contract/system/personal-data.ts';
import type { Db, Tx } from './database/db.ts';

type Entity = PersonalData['entity'];
/** Maximum number of rows of each kind in an export: the newest ones. */
const MOST_ROWS = 100_000;

/** Columns without data about the person: hashes, keys and contents of files. */
const LEFT_OUT = [
  'password_hash',
  'token_hash',
  'secret_hash',
  'secret',
  'code_hash',
  'public_key',
  'credential_id',
  'message',
  'thumbnail',
  'sha256',
];

/** Rows about a user, by kind; $1 is the id. */
const OF_USERS: Record<string, string> = {
  sessions: 'select * from sessions where user_id = $1',
  'security-events': 'select * from security_events where user_id = $1',
  activities: `
    select id, created_at, action, entity_type, entity_id, details, changes, token_name, user_id from activities
    where user_id = $1 or (entity_type = 'users' and entity_id = $1)`,
  'second-factors': 'select user_id as id, created_at, confirmed_at from totp_factors where user_id = $1',
  passkeys: 'select * from passkeys where user_id = $1',
  'oidc-links': 'select user_id as id, issuer, subject, created_at from oidc_links where user_id = $1',
  tokens: 'select * from service_tokens where user_id = $1',
  calendars: 'select * from calendars where user_id = $1',
  views: 'select * from views where user_id = $1',
  preferences: 'select user_id as id, content from preferences where user_id = $1',
  notices: 'select * from notices where user_id = $1',
  notes: 'select * from notes where created_by = $1 or $1 = any (mentions)',
  attachments: 'select * from attachments where created_by = $1',
  outbox: `
    select o.id, o.created_at, o.kind, o.state, o.subject, o.document_kind, o.document_id,
      array(select address from outbox_recipients r where r.outbox_id = o.id order by position) as recipients
    from outbox o where o.created_by = $1 or exists (
      select from outbox_recipients r join users u on lower(u.email) = lower(r.address) where r.outbox_id = o.id and u.id = $1)`,
};
/** Rows about a contact, by kind; $1 is the id. */
const OF_CONTACTS: Record<string, string> = {
  activities: `
    select id, created_at, action, entity_type, entity_id, details, changes, user_id from activities
    where entity_type = 'contacts' and entity_id = $1`,
  outbox: `
    select o.id, o.created_at, o.kind, o.state, o.subject, o.document_kind, o.document_id, r.state as recipient_state
    from outbox o join outbox_recipients r on r.outbox_id = o.id join contacts p on lower(p.email) = lower(r.address)
    where p.id = $1`,
};

/** Reads all that is held of a user or contact, also of a deleted one. @returns undefined when it does not exist */
export async function readPersonalData(db: Db, entity: Entity, id: number): Promise<PersonalData | undefined> {
  const person = await rowsOf(db, `select * from ${entity} where id = $1`, id);
  if (!person[0]) return undefined;
  const held: PersonalData['held'] = [];
  for (const [kind, query] of Object.entries(entity === 'users' ? OF_USERS : OF_CONTACTS)) {
    const rows = await rowsOf(db, query, id);
    if (rows.length > 0) held.push({ entity: kind, rows });
  }
  return { entity, id, person: person[0], held };
}

/**
 * Replaces a user or contact by its pseudonym, except where a law requires the data.
 * @returns the pseudonym, and what still names the person
 */
export async function erasePerson(tx: Tx, entity: Entity, id: number): Promise<Erasure> {
  const { rows } = await sql<Erasure['kept'][number]>`
    select entity, count::integer, reason from erase_person(${entity}, ${id})`.execute(tx);
  const { rows: named } = await sql<{ pseudonym: string }>`select pseudonym_of(${entity}, ${id}) as pseudonym`.execute(
    tx,
  );
  return { pseudonym: named[0]!.pseudonym, kept: rows };
}

async function rowsOf(db: Db, query: string, id: number): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ content: Record<string, unknown> }>`
    select to_jsonb(held) - ${LEFT_OUT}::text[] as content
    from (${sql.raw(query.replaceAll('$1', String(id)))}) held order by id desc limit ${MOST_ROWS}`.execute(db);
  return rows.map(({ content }) => content);
}
