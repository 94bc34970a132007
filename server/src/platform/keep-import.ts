import type { KeptImport } from '@bobina/contract/system/imports.ts';
import { sql } from 'kysely';
import type { Act } from './context.ts';
import type { Db } from './database/db.ts';
import { PIPELINED } from './database/preparing-client.ts';

/** The number of days for which imports are listed and kept. */
export const KEPT_IMPORT_DAYS = 30;

/** Records an import with its numbers of created, updated and refused rows. */
export async function keepImport(
  act: Act,
  { register, created, updated, refused }: Pick<KeptImport, 'register' | 'created' | 'updated' | 'refused'>,
): Promise<void> {
  await sql`
    insert into imports (register, created, updated, refused, user_id)
    values (${register}, ${created}, ${updated}, ${refused}, ${act.user.id}) ${sql.raw(PIPELINED)}`.execute(act.tx);
  act.changed('imports');
}

/** Deletes the records of imports that are no longer listed. */
export async function forgetOldImports(db: Db): Promise<void> {
  await sql`delete from imports where at < now() - make_interval(days => ${KEPT_IMPORT_DAYS})`.execute(db);
}
