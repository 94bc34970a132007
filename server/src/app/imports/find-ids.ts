import { sql } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

/** Columns of decimals, whose text would have the zeros of their scale. */
const DECIMALS = new Set(['from_quantity']);

/**
 * Finds the rows that are not deleted and have these values, ignoring case, in one statement.
 * @param keys values by column; all have the same columns
 * @returns for each key the ids of the rows, in order
 */
export async function findIds(
  db: Db,
  table: string,
  keys: readonly Readonly<Record<string, string>>[],
): Promise<number[][]> {
  if (keys.length === 0) return [];
  const columns = Object.keys(keys[0]!);
  const named = columns.map((column) => sql`${sql.ref(column)} text`);
  const equal = columns.map((column) => {
    const stored = sql.ref(`t.${column}`);
    return sql`lower(${DECIMALS.has(column) ? sql`trim_scale(${stored}::numeric)` : stored}::text) = lower(${sql.ref(`k.${column}`)})`;
  });
  const { rows } = await sql<{ position: number; ids: number[] }>`
    select k.position, array_agg(t.id order by t.id) as ids
    from jsonb_to_recordset(${JSON.stringify(keys.map((key, position) => ({ position, ...key })))}::jsonb)
      as k (position integer, ${sql.join(named)})
    join ${sql.table(table)} t on ${sql.join(equal, sql` and `)}
    where t.deleted_at is null
    group by k.position`.execute(db);
  const found = new Map(rows.map(({ position, ids }) => [position, ids]));
  return keys.map((_, position) => found.get(position) ?? []);
}
