/**
 * What would work the rows over while they are loaded is laid aside and put back in the same transaction: triggers (the
 * ledger's would count every balance twice), foreign keys (tables name each other) and indexes (which are made faster
 * over rows that are there). Putting them back proves the rows: each foreign key and unique index is checked over the
 * whole table. `session_replication_role = replica` would do the first two without the proof, and for a superuser alone.
 */
import type { Client } from 'pg';
import { quoted, type DataTable } from './tables.ts';

export interface Aside {
  tables: readonly DataTable[];
  indexes: { name: string; definition: string }[];
  keys: { table: string; name: string; definition: string }[];
}

export async function dropConstraints(client: Client, tables: readonly DataTable[]): Promise<Aside> {
  const keys = await client.query<Aside['keys'][number]>(`
    select r.relname as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
    from pg_constraint c join pg_class r on r.oid = c.conrelid
    where c.contype = 'f' and r.relnamespace = current_schema()::regnamespace order by 1, 2`);
  const indexes = await client.query<Aside['indexes'][number]>(`
    select i.relname as name, pg_get_indexdef(x.indexrelid) as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid
    where i.relnamespace = current_schema()::regnamespace
      and not exists (select from pg_constraint c where c.conindid = x.indexrelid)
    order by 1`);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`);
  for (const { table, name } of keys.rows)
    await client.query(`alter table ${quoted(table)} drop constraint ${quoted(name)}`);
  for (const { name } of indexes.rows) await client.query(`drop index ${quoted(name)}`);
  return { tables, keys: keys.rows, indexes: indexes.rows };
}

/** @throws when the rows do not fit each other */
export async function restoreConstraints(client: Client, { tables, keys, indexes }: Aside): Promise<void> {
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${quoted(table)} add constraint ${quoted(name)} ${definition}`);
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`);
}
