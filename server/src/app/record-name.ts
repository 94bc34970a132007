/** The code and label of a record, as the search shows them. */
import { sql } from 'kysely';
import { RECORDS, type RecordEntity } from '@bobina/contract/system/records.ts';
import type { Db } from '../platform/database/db.ts';
import { SOURCES } from './search/sources.ts';

/**
 * Reads the code of an existing record (its label if it has none), and the code with the name of the record or of its
 * customer or supplier.
 */
export async function readRecordName(
  db: Db,
  entity: RecordEntity,
  id: number,
): Promise<{ code: string; label: string }> {
  if (entity === 'prices') {
    const { rows } = await sql<{ code: string; label: string }>`
      select p.code, concat_ws(' · ', p.code, s.business_name) as label
      from prices t join products p on p.id = t.product_id join suppliers s on s.id = t.supplier_id
      where t.id = ${id}`.execute(db);
    return rows[0]!;
  }
  if (entity === 'runs') {
    const { rows } = await sql<{ code: string; label: string }>`
      select t.id::text as code, concat_ws(' · ', t.id, m.code) as label
      from production_runs t join machines m on m.id = t.machine_id where t.id = ${id}`.execute(db);
    return rows[0]!;
  }
  const { table, joins = '', shown } = SOURCES.find(({ kind }) => kind === RECORDS[entity].kind)!;
  const { rows } = await sql<{ code: string | null; name: string }>`
    select ${sql.raw(shown.code)} as code, ${sql.raw(shown.label)} as name
    from ${sql.table(table)} t ${sql.raw(joins)} where t.id = ${id}`.execute(db);
  const { code, name } = rows[0]!;
  return { code: code ?? name, label: code === null ? name : `${code} · ${name}` };
}
