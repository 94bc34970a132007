import type { Client } from 'pg';
import { NOT_DATA } from './format.ts';

/** Quotes an SQL identifier. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export interface DataTable {
  name: string;
  /** Columns in table order, without generated ones. */
  columns: string[];
}

/** Reads the tables of the current schema, ordered by name, without the list of migrations. */
export async function readTables(client: Client): Promise<DataTable[]> {
  const { rows } = await client.query<DataTable>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.oid order by c.relname collate "C"`);
  return rows.filter(({ name }) => !NOT_DATA.has(name));
}
