/**
 * Rows whose JSON PostgreSQL writes, so that the server passes a list on without reading it. The text is the same as
 * that of JSON.stringify over the rows. PostgreSQL writes the rows of a statement from its third execution on: the second one
 * finds the types of its columns.
 */
import type { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

/** The rows of a page as the text of a JSON array, with their number. */
export class WrittenRows<Row> {
  readonly text: string;
  readonly length: number;
  constructor(text: string, length: number) {
    this.text = text;
    this.length = length;
  }
  parse(): Row[] {
    return JSON.parse(this.text) as Row[];
  }
}

/** Types whose JSON is the same from PostgreSQL and from the server, as long as no number has an exponent. */
const SAME = new Set([
  'integer',
  'bigint',
  'smallint',
  'text',
  'character varying',
  'boolean',
  'date',
  'double precision',
]);
const INSTANT = 'timestamp with time zone';

/** The types of the columns by their names; `once` after the first execution. */
type Columns = ReadonlyMap<string, string>;
const known = new Map<string, Columns | 'once'>();
/** Most statements to keep. The choice of fields and filters of a list makes many different ones. */
const MOST_KNOWN = 2_000;

/**
 * Executes the statement of a list.
 * @param fields the columns to answer, in this order; all when undefined
 * @returns its rows, or their JSON when PostgreSQL can write all of them
 */
export async function readWrittenRows<Row>(
  db: Db,
  statement: CompiledQuery<Row>,
  fields: readonly string[] | undefined,
): Promise<Row[] | WrittenRows<Row>> {
  const before = known.get(statement.sql);
  if (before instanceof Map) {
    const writing = writingOf(statement.sql, before, fields);
    if (writing !== undefined) return writeRows(db, { ...statement, sql: writing } as CompiledQuery);
  }
  const { rows } = await db.executeQuery(statement);
  if (known.size >= MOST_KNOWN) known.clear();
  if (before === undefined) known.set(statement.sql, 'once');
  else if (before === 'once' && rows.length > 0)
    known.set(statement.sql, await readTypes(db, statement, Object.keys(rows[0] as object)));
  return rows;
}

async function writeRows<Row>(db: Db, writing: CompiledQuery): Promise<WrittenRows<Row>> {
  const { rows } = await db.executeQuery<{ rows: string | null; length: number }>(
    writing as CompiledQuery<{ rows: string | null; length: number }>,
  );
  const text = `[${rows[0]!.rows ?? ''}]`;
  // PostgreSQL writes 0.00001 as 1e-05.
  const isSame = !/\de[+-]\d/.test(text);
  return new WrittenRows(isSame ? text : JSON.stringify(JSON.parse(text)), rows[0]!.length);
}

/** Returns the statement that writes the rows as JSON; undefined when a type forbids it. */
function writingOf(text: string, columns: Columns, fields: readonly string[] | undefined): string | undefined {
  const shown = fields ? fields.filter((field) => columns.has(field)) : [...columns.keys()];
  const written = shown.map((name) => writtenColumn(name, columns.get(name)!));
  if (written.length === 0 || written.includes(undefined)) return undefined;
  return `select string_agg(row_to_json(j)::text, ',') as rows, count(*)::int as length
    from (select ${written.join(', ')} from (${text}) r) j`;
}

function writtenColumn(name: string, type: string): string | undefined {
  if (SAME.has(type)) return `r.${quoted(name)}`;
  if (type === INSTANT)
    return `to_char(r.${quoted(name)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${quoted(name)}`;
  return undefined;
}

/** Reads the types of the columns of a statement. The join without a match does not execute it. */
async function readTypes(db: Db, statement: CompiledQuery, names: readonly string[]): Promise<Columns> {
  const types = names.map((name) => `pg_typeof(r.${quoted(name)})::text as ${quoted(name)}`);
  const sql = `select ${types.join(', ')} from (select) one left join (${statement.sql}) r on false`;
  const { rows } = await db.executeQuery({ ...statement, sql } as CompiledQuery<Record<string, string>>);
  return new Map(Object.entries(rows[0]!));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
