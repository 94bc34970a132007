/** Notices for the bell: written by the areas in the transaction of their act, read in `app/notices`. */
import { sql } from 'kysely';
import type { Capability } from '@bobina/contract/core/permissions.ts';
import type { NoticeKind } from '@bobina/contract/system/notices.ts';
import type { Act } from './context.ts';
import { PIPELINED } from './database/preparing-client.ts';
import type { Db } from './database/db.ts';

export const NOTICE_DAYS = 30;

interface NewNotice {
  kind: NoticeKind;
  /** The wire name of the record's list. */
  entity: string;
  entity_id: number;
  /** The record's number. */
  code: string;
  /** The number with the name of the customer or supplier. */
  label: string;
  /** A capability that the reader needs besides the role of the kind. */
  needs?: Capability;
}

/** Adds a notice for the roles of its kind, except the user of the act. Pipelined: saves one round trip. */
export async function addNotice(act: Act, { kind, entity, entity_id, code, label, needs }: NewNotice): Promise<void> {
  await sql`insert into notices (kind, entity, entity_id, code, label, needs, caused_by)
    values (${kind}, ${entity}, ${entity_id}, ${code}, ${label}, ${needs ?? null}, ${act.user.id}) ${sql.raw(PIPELINED)}`.execute(
    act.tx,
  );
  act.changed('notices');
}

/** Adds a notice for one user, whom a note mentions. */
export async function addMention(
  act: Act,
  { entity, entity_id, code, label, user, text }: Omit<NewNotice, 'kind' | 'needs'> & { user: number; text: string },
): Promise<void> {
  await sql`insert into notices (kind, entity, entity_id, code, label, caused_by, user_id, text)
    values ('mention', ${entity}, ${entity_id}, ${code}, ${label}, ${act.user.id}, ${user}, ${text})`.execute(act.tx);
  act.changed('notices');
}

/** Deletes notices that are no longer shown. */
export async function deleteOldNotices(db: Db): Promise<void> {
  await sql`delete from notices where at < now() - make_interval(days => ${NOTICE_DAYS})`.execute(db);
}
