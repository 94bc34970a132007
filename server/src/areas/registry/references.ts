/** What a body names by id must exist and not be deleted; it is held in place until the act is committed. */
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { FieldChecks } from '../../platform/problem.ts';

type Named = 'products' | 'suppliers' | 'customers' | 'warehouses' | 'machines' | 'condizioni_pagamento';

/** Adds an `unknown` problem at `path` when the row is not there. An id of null or undefined names nothing. */
export async function checkReference(
  act: Act,
  checks: FieldChecks,
  table: Named,
  id: number | null | undefined,
  path: string,
): Promise<void> {
  if (id === null || id === undefined) return;
  const { rows } =
    await sql`select 1 from ${sql.table(table)} where id = ${id} and deleted_at is null for share`.execute(act.tx);
  if (rows.length === 0) checks.add(path, 'unknown');
}

/** Refuses a body that names a row that is not there, unless what it changes named it `before`. */
export async function requireReference(
  act: Act,
  table: Named,
  id: number | null | undefined,
  path: string,
  before: number | null = null,
): Promise<void> {
  if (id === before) return;
  const checks = new FieldChecks();
  await checkReference(act, checks, table, id, path);
  checks.done();
}
