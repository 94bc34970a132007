/**
 * Shared verbs for master data (products, customers, machines …): create, change and soft-delete a row, with the user
 * of the session, an incremented version, and an activity log entry that lists the changes.
 */
import {
  sql,
  type AliasedRawBuilder,
  type Insertable,
  type Nullable,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import type { z } from 'zod';
import { diffRecords } from './changes.ts';
import type { Act } from './context.ts';
import type { Db } from './database/db.ts';
import { PIPELINED } from './database/preparing-client.ts';
import type { DB } from './database/tables.ts';
import { notFound, Problem } from './problem.ts';

/** The tables with the columns of a register: an audit trail, a version and soft deletion. */
type MasterTable = {
  [Table in keyof DB]: DB[Table] extends Pick<
    DB['warehouses'],
    'id' | 'version' | 'created_by' | 'modified_at' | 'modified_by' | 'deleted_at' | 'deleted_by'
  >
    ? Table
    : never;
}[keyof DB];
type Stored = { id: number; version: number };
/** An id, or an SQL expression of one. */
type RowId = number | RawBuilder<number>;

export interface MasterData<Row extends Stored, Table extends MasterTable = MasterTable> {
  /** The wire name of its list: in the activity log and in live changes. */
  name: string;
  table: Table;
  /** Reads the row as the API answers it, unless it is deleted; optionally locks it until the end of the transaction. */
  one: (db: Db, id: RowId, lock?: boolean) => Promise<Row | undefined>;
  /** Human-readable name of the row. */
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
/** Selects the rows of a table that are not deleted, as `t`, joined with the users `creator` and `editor`. */
export function registerRows<Table extends MasterTable>(db: Db, table: Table) {
  // The type of `warehouses` is used for every master table: all have the columns used here.
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

/** Builds `MasterData.one` from the query of a list. */
export function readOneOf<Tables extends { t: Stored }, TB extends keyof Tables, Row>(
  rows: (db: Db) => SelectQueryBuilder<Tables, TB, Row>,
) {
  return (db: Db, id: RowId, lock?: boolean): Promise<Row | undefined> => {
    const row = rows(db).where(sql<SqlBool>`t.id = ${id}`);
    return (lock ? row.forUpdate('t' as never) : row).executeTakeFirst() as Promise<Row | undefined>;
  };
}

type Shape = { shape: Record<string, z.ZodType> };
type FieldOf<Input extends Shape, Row extends Shape> = keyof Input['shape'] & keyof Row['shape'] & string;
/**
 * Selects the fields of a request body from the columns of the same names of `t`, with the types of the row's schema.
 * Columns of decimals are cast to the number of the wire.
 */
export function fieldColumns<Input extends Shape, Row extends Shape>(input: Input, row: Row) {
  type Column = {
    [Field in FieldOf<Input, Row>]: AliasedRawBuilder<z.output<Row['shape'][Field]>, Field>;
  }[FieldOf<Input, Row>];
  return Object.keys(input.shape).map((field) => {
    const column = sql.ref(`t.${field}`);
    const isDecimal = row.shape[field]!.safeParse(0.5).success;
    return (isDecimal ? sql`${column}::float8` : sql`${column}`).as(field);
  }) as unknown as Column[];
}

/** Casts a numeric column to the number of the wire. */
export function numeric<Name extends string>(column: string, name: Name) {
  return sql<number>`${sql.ref(column)}::float8`.as(name);
}
/** Casts a nullable numeric column to the number of the wire. */
export function nullableNumeric<Name extends string>(column: string, name: Name) {
  return sql<number | null>`${sql.ref(column)}::float8`.as(name);
}

/** Reads a row that is not deleted. @throws NOT_FOUND */
export async function readOne<Row extends Stored>(db: Db, entity: MasterData<Row>, id: RowId): Promise<Row> {
  const row = await entity.one(db, id);
  if (!row) throw notFound();
  return row;
}

/** Checks the version of the row that the caller read, if given. @throws STALE_VERSION with the current row */
export function requireVersion(current: { version: number }, version: number | undefined): void {
  if (version !== undefined && version !== current.version) throw new Problem('STALE_VERSION', { extra: { current } });
}

/** Reads a row and locks it until the end of the transaction. @throws NOT_FOUND, STALE_VERSION */
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

/**
 * The id that this connection generated last for a table. A subquery, so that it is evaluated once and an index can be
 * used.
 */
export function createdIn(table: MasterTable): RawBuilder<number> {
  return sql`(select currval(pg_get_serial_sequence(${sql.lit(table)}, 'id')))`;
}

/** Inserts a row, reads it back and logs the creation. The insert is pipelined: both statements take one round trip. */
export async function createOne<Row extends Stored, Table extends MasterTable>(
  act: Act,
  entity: MasterData<Row, Table>,
  values: object,
): Promise<Row> {
  // The type of `warehouses` is used for every master table: all have the columns used here.
  await act.tx
    .insertInto(entity.table as 'warehouses')
    .values({ ...withoutAbsent(values), created_by: act.user.id } as Insertable<DB['warehouses']>)
    .modifyEnd(sql.raw(PIPELINED))
    .execute();
  const created = await readOne(act.tx, entity, createdIn(entity.table));
  act.record('create', entity.name, created.id, entity.label(created), created.version, diffRecords(null, created));
  return created;
}
const ONLY_NAMED: Record<string, string> = { password_hash: 'password', logo: 'logo' };

/** Lists the changes as `field: before → after` for the activity log. Of secret and large fields it lists only the names. */
export function describeChanges(before: object, values: object): string {
  return Object.entries(values)
    .filter(([key, value]) => value !== undefined && shown((before as Record<string, unknown>)[key]) !== shown(value))
    .map(
      ([key, value]) =>
        ONLY_NAMED[key] ?? `${key}: ${shown((before as Record<string, unknown>)[key])} → ${shown(value)}`,
    )
    .join('; ');
}

/** The values that were sent: without undefined ones. */
export function withoutAbsent(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** Updates a row that the act has locked. @param action as `Act.record` */
export async function changeOne<Row extends Stored, Table extends MasterTable>(
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
  act.record(
    action,
    entity.name,
    before.id,
    [entity.label(after), describeChanges(before, values)].filter(Boolean).join(' · '),
    after.version,
    diffRecords(before, after),
  );
  return after;
}

/** Soft-deletes a row that the act has locked: lists omit it, existing documents still show it. */
export async function deleteOne<Row extends Stored>(act: Act, entity: MasterData<Row>, row: Row): Promise<void> {
  await act.tx
    .updateTable(entity.table as 'warehouses')
    .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
    .where('id', '=', row.id)
    .modifyEnd(sql.raw(PIPELINED))
    .execute();
  act.record('delete', entity.name, row.id, entity.label(row), null, diffRecords(row, null));
}

function shown(value: unknown) {
  return value === null || value === undefined || value === ''
    ? '—'
    : (typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)).slice(0, 80);
}
