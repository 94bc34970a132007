import type { Capability } from '@bobina/contract/core/permissions.ts';
import type { KeptImport } from '@bobina/contract/system/imports.ts';
import { sql } from 'kysely';
import type { Act } from './context.ts';
import type { Db } from './database/db.ts';
import { addNotice } from './notices.ts';

/** The number of days for which imports are listed and kept. */
export const KEPT_IMPORT_DAYS = 30;

type Counted = Pick<KeptImport, 'register' | 'created' | 'updated' | 'refused'>;

/**
 * Records an import with its numbers of created, updated and refused rows. Refused rows are a notice for the others who
 * may write the register.
 */
export async function keepImport(
  act: Act,
  { register, created, updated, refused, needs }: Counted & { needs: Capability },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    insert into imports (register, created, updated, refused, user_id)
    values (${register}, ${created}, ${updated}, ${refused}, ${act.user.id}) returning id`.execute(act.tx);
  act.changed('imports');
  if (refused > 0)
    await addNotice(act, {
      kind: 'import_failed',
      entity: register,
      entity_id: rows[0]!.id,
      code: register,
      label: `${refused} / ${created + updated + refused}`,
      needs,
    });
}

/** Deletes the records of imports that are no longer listed. */
export async function forgetOldImports(db: Db): Promise<void> {
  await sql`delete from imports where at < now() - make_interval(days => ${KEPT_IMPORT_DAYS})`.execute(db);
}
