/** The preferences of the users: one JSON object per user, which the server does not interpret. */
import { sql } from 'kysely';
import type { z } from 'zod';
import { fitsJson, JSON_KB } from '@bobina/contract/core/fields.ts';
import type { PreferenceChanges, preferences } from '@bobina/contract/identity/preferences.ts';
import type { Act } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import { invalid } from '../../platform/problem.ts';

type Content = Record<string, unknown>;

/** Preferences are neither logged nor announced: see decision 0010. */
export const preferenceHandlers: Handlers<typeof preferences> = {
  get: (_input, { db, user }) => readPreferences(db, user.id),
  update: ({ body }, act) => changePreferences(act, body),
};

/** Deletes the preferences of a user. */
export async function deletePreferencesOf(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('preferences').where('user_id', '=', userId).execute();
}

async function readPreferences(db: Db, userId: number): Promise<Content> {
  const row = await db.selectFrom('preferences').select('content').where('user_id', '=', userId).executeTakeFirst();
  return (row?.content ?? {}) as Content;
}

/**
 * Merges the changes into the stored object in one statement. It locks the row and merges into its latest content, so
 * that concurrent changes of different keys are all kept.
 * @throws VALIDATION when the result is larger than the limit
 */
async function changePreferences(act: Act, changes: z.output<typeof PreferenceChanges>): Promise<Content> {
  const isRemoved = ([, value]: [string, unknown]) => value === null;
  const removed = Object.entries(changes)
    .filter(isRemoved)
    .map(([key]) => key);
  const kept = Object.fromEntries(Object.entries(changes).filter((entry) => !isRemoved(entry)));
  const { rows } = await sql<{ content: Content }>`
    insert into preferences (user_id, content) values (${act.user.id}, ${JSON.stringify(kept)})
    on conflict (user_id) do update set content = (preferences.content || excluded.content) - ${removed}::text[]
    returning content`.execute(act.tx);
  const { content } = rows[0]!;
  if (!fitsJson(content)) throw invalid('', 'too_large', { max: JSON_KB });
  return content;
}
