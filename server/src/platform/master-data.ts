/**
 * Rows that people keep by hand (products, customers, machines …): created, changed and softly deleted in one way,
 * with the actor from the session, a version that grows, and a line of the activity log that says what changed.
 */
import { sql, type Insertable, type Nullable, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Act } from './context.ts';
import type { Db } from './database/db.ts';
import { PIPELINED } from './database/preparing-client.ts';
import type { DB } from './database/tables.ts';
import { notFound, Problem } from './problem.ts';

type MasterTable =
  | 'users'
  | 'products'
  | 'warehouses'
  | 'suppliers'
  | 'customers'
  | 'destinazioni_merce'
  | 'machines'
  | 'condizioni_pagamento'
  | 'vat_codes';
type Stored = { id: number; version: number };
/** An id, or the SQL of one. */
type RowId = number | RawBuilder<number>;

export interface MasterData<Row extends Stored, Table extends MasterTable & keyof DB = MasterTable & keyof DB> {
  /** The name of its list on the wire: in the activity log and in live changes. */
  name: string;
  table: Table;
  /** The row as it is answered, unless it is deleted; locked for the rest of the transaction when asked. */
  one: (db: Db, id: RowId, lock?: boolean) => Promise<Row | undefined>;
  /** What people call it. */
  label: (row: Row) => string;
}

/** The columns of `audit` in the contract, of a table `t` joined with its `creator` and `editor`. */
export const AUDIT = [
  't.version',
  't.created_at',
  't.created_by',
  'creator.name as created_by_name',
  't.modified_at',
  't.modified_by',
  'editor.name as modified_by_name',
] as const;

type Register<Table extends MasterTable> = DB & {
  t: DB[Table];
  creator: Nullable<DB['users']>;
  editor: Nullable<DB['users']>;
};
/** What is not deleted of a table, as `t`, beside who made it (`creator`) and who changed it last (`editor`). */
export function registerRows<Table extends MasterTable>(db: Db, table: Table) {
  // One table stands for all: they share the columns that are named here.
  return db
    .selectFrom(`${table as 'warehouses'} as t`)
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.deleted_at', 'is', null) as unknown as SelectQueryBuilder<
    Register<Table>,
    't' | 'creator' | 'editor',
    object
  >;
}

/** `MasterData.one` of the rows that a list shows. */
export function oneOf<Tables extends { t: Stored }, TB extends keyof Tables, Row>(
  rows: (db: Db) => SelectQueryBuilder<Tables, TB, Row>,
) {
  return (db: Db, id: RowId, lock?: boolean): Promise<Row | undefined> => {
    const row = rows(db).where(sql<SqlBool>`t.id = ${id}`);
    return (lock ? row.forUpdate('t' as never) : row).executeTakeFirst() as Promise<Row | undefined>;
  };
}

/** A numeric column as the number that the wire carries. */
export function numeric<Name extends string>(column: string, name: Name) {
  return sql<number>`${sql.ref(column)}::float8`.as(name);
}
export function nullableNumeric<Name extends string>(column: string, name: Name) {
  return sql<number | null>`${sql.ref(column)}::float8`.as(name);
}

/** @throws NOT_FOUND */
export async function readOne<Row extends Stored>(db: Db, entity: MasterData<Row>, id: RowId): Promise<Row> {
  const row = await entity.one(db, id);
  if (!row) throw notFound();
  return row;
}

/** @throws STALE_VERSION with the row as it is, when the caller read another version */
export function requireVersion(current: { version: number }, version: number | undefined): void {
  if (version !== undefined && version !== current.version) throw new Problem('STALE_VERSION', { extra: { current } });
}

/** The row, locked until the act is committed. @throws NOT_FOUND, STALE_VERSION */
export async function lockOne<Row extends Stored>(
  act: Act,
  entity: MasterData<Row>,
  id: number,
  version?: number,
): Promise<Row> {
  const row = await entity.one(act.tx, id, true);
  if (!row) throw notFound();
  requireVersion(row, version);
  return row;
}

/** The id that this connection gave last; in a subquery, for it is asked once and found by an index. */
export function createdIn(table: MasterTable): RawBuilder<number> {
  return sql`(select currval(pg_get_serial_sequence(${sql.lit(table)}, 'id')))`;
}

/** Sent and read again in one journey. */
export async function createOne<Row extends Stored, Table extends MasterTable & keyof DB>(
  act: Act,
  entity: MasterData<Row, Table>,
  values: object,
): Promise<Row> {
  // One table stands for all: they share the columns that are named here.
  await act.tx
    .insertInto(entity.table as 'warehouses')
    .values({ ...withoutAbsent(values), created_by: act.user.id } as Insertable<DB['warehouses']>)
    .modifyEnd(sql.raw(PIPELINED))
    .execute();
  const created = await readOne(act.tx, entity, createdIn(entity.table));
  act.did('create', entity.name, created.id, entity.label(created), created.version);
  return created;
}
const ONLY_NAMED: Record<string, string> = { password_hash: 'password', logo: 'logo' };

/** `field: before → after`, for the activity log; what is secret or bulky is only named. */
export function describeChanges(before: object, values: object): string {
  return Object.entries(values)
    .filter(([key, value]) => value !== undefined && shown((before as Record<string, unknown>)[key]) !== shown(value))
    .map(
      ([key, value]) =>
        ONLY_NAMED[key] ?? `${key}: ${shown((before as Record<string, unknown>)[key])} → ${shown(value)}`,
    )
    .join('; ');
}

/** Writes the values over a row that the act has locked. @param action as `Act.did` */
export async function changeOne<Row extends Stored, Table extends MasterTable & keyof DB>(
  act: Act,
  entity: MasterData<Row, Table>,
  before: Row,
  values: object,
  action = 'update',
): Promise<Row> {
  await act.tx
    .updateTable(entity.table as 'warehouses')
    .set({
      ...withoutAbsent(values),
      version: before.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', before.id)
    .modifyEnd(sql.raw(PIPELINED))
    .execute();
  const after = await readOne(act.tx, entity, before.id);
  act.did(
    action,
    entity.name,
    before.id,
    [entity.label(after), describeChanges(before, values)].filter(Boolean).join(' · '),
    after.version,
  );
  return after;
}

/** Takes a row that the act has locked out of every list; documents that name it still print it. */
export async function deleteOne<Row extends Stored>(act: Act, entity: MasterData<Row>, row: Row): Promise<void> {
  await act.tx
    .updateTable(entity.table as 'warehouses')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', row.id)
    .modifyEnd(sql.raw(PIPELINED))
    .execute();
  act.did('delete', entity.name, row.id, entity.label(row));
}

function withoutAbsent(values: object) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function shown(value: unknown) {
  return value === null || value === undefined || value === ''
    ? '—'
    : (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)).slice(0, 80);
}
