/** Compares two states of a schema from the view of servers that write while a migration runs. */
import type { Client } from 'pg';

/** The parts of the catalog that show what kept the writes of servers waiting. The keys are object ids. */
interface Storage {
  /** `file` is the number of the file with the rows, which a rewrite replaces. */
  tables: Map<string, { name: string; file: string; hasOneRow: boolean }>;
  indexes: Map<string, { table: string; name: string; file: string }>;
  /** Checks and foreign keys. `nullColumns` are the columns of a foreign key without a default. */
  rules: Map<string, { table: string; name: string; kind: string; isValidated: boolean; nullColumns: string[] }>;
  columns: Set<string>;
}

/** A check of its primary key, such as `id = 1` or `is_only`, limits a table to one row. */
const TABLES = `
  select c.oid::text as id, c.relname as name, c.relfilenode::text as file, exists (
    select from pg_constraint k join pg_constraint p on p.conrelid = k.conrelid and p.contype = 'p' and p.conkey = k.conkey
    where k.conrelid = c.oid and k.contype = 'c' and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(?\\w+( = 1)?\\)?\\)$'
  ) as "hasOneRow"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;
const INDEXES = `
  select i.oid::text as id, x.indrelid::text as "table", i.relname as name, i.relfilenode::text as file
  from pg_index x join pg_class i on i.oid = x.indexrelid where i.relnamespace = 'public'::regnamespace`;
const RULES = `
  select k.oid::text as id, k.conrelid::text as "table", c.relname || '.' || k.conname as name,
    case k.contype when 'c' then 'check' else 'foreign key' end as kind, k.convalidated as "isValidated",
    array(select c.relname || '.' || a.attname from pg_attribute a
      where k.contype = 'f' and a.attrelid = k.conrelid and a.attnum = any (k.conkey) and not a.atthasdef) as "nullColumns"
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f')`;
const COLUMNS = `
  select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped`;

/** Reads how a database stores its tables, indexes and rules. */
export async function readStorage(client: Client): Promise<Storage> {
  const read = async <Row extends object>(sql: string) => (await client.query<Row>(sql)).rows;
  const byId = async <Row extends object>(sql: string) =>
    new Map((await read<Row & { id: string }>(sql)).map(({ id, ...row }) => [id, row as unknown as Row]));
  return {
    tables: await byId(TABLES),
    indexes: await byId(INDEXES),
    rules: await byId(RULES),
    columns: new Set((await read<{ name: string }>(COLUMNS)).map(({ name }) => name)),
  };
}

/**
 * Names each step of a migration that keeps the writes of servers waiting, the longer the more rows a table has: a
 * rewrite, an index that is built in a transaction, and a rule that is checked for all rows while its table is locked.
 * New tables and tables with one row are left out. The steps are found on empty tables too.
 * @param sql the migration between the two states
 */
export function waitsBetween(before: Storage, after: Storage, sql: string): string[] {
  return [
    ...rewrites(before, after),
    ...(sql.startsWith('-- no transaction\n') ? [] : indexBuilds(before, after)),
    ...validations(before, after),
  ];
}

function rewrites({ tables }: Storage, after: Storage): string[] {
  const changed = [...after.tables].filter(
    ([id, { file }]) => canHaveRows(tables, id) && tables.get(id)!.file !== file,
  );
  return changed.map(([, { name }]) => `table ${name} is rewritten`);
}

/** A rewrite of a table gives its indexes new files, and a statement can give the file of an index to a new one. */
function indexBuilds({ tables, indexes }: Storage, after: Storage): string[] {
  const files = new Set([...indexes.values()].map(({ file }) => file));
  return [...after.indexes]
    .filter(([id, { table, file }]) => canHaveRows(tables, table) && !indexes.has(id) && !files.has(file))
    .map(([, { name }]) => `index ${name} is built in a transaction`);
}

/** PostgreSQL reads no rows for a foreign key of a column that is added without a default, and for no other rule. */
function validations({ tables, rules, columns }: Storage, after: Storage): string[] {
  return [...after.rules]
    .filter(([id, { table, isValidated }]) => canHaveRows(tables, table) && !rules.has(id) && isValidated)
    .filter(([, { nullColumns }]) => nullColumns.every((column) => columns.has(column)))
    .map(([, { kind, name }]) => `${kind} ${name} is validated in the file that adds it`);
}

function canHaveRows(tables: Storage['tables'], id: string): boolean {
  return tables.get(id)?.hasOneRow === false;
}
