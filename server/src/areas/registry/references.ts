/** Checks that rows named by id exist and are not deleted, and locks them until the act commits. */
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { FieldChecks } from '../../platform/problem.ts';

type Named = 'products' | 'suppliers' | 'customers' | 'warehouses' | 'machines' | 'condizioni_pagamento';

/** A row that a request names by its id, and the path of the field that names it. */
interface Reference {
  table: Named;
  id: number | null | undefined;
  path: string;
}

/** Locks the named row; adds an `unknown` problem at `path` when it does not exist. Ignores null and undefined. */
export async function checkReference(act: Act, checks: FieldChecks, { table, id, path }: Reference): Promise<void> {
  if (id === null || id === undefined) return;
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where id = ${id} and deleted_at is null for share`.execute(act.tx);
  if (rows.length === 0) checks.add(path, 'unknown');
}

/** Refuses a body that names a missing row, unless the stored row already named it (`before`). */
export async function requireReference(act: Act, reference: Reference & { before?: number | null }): Promise<void> {
  if (reference.id === (reference.before ?? null)) return;
  const checks = new FieldChecks();
  await checkReference(act, checks, reference);
  checks.done();
}
