/** One page of a list: searched, sorted and counted in SQL over all rows. */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Page } from '@bobina/contract/core/endpoint.ts';
import type { Visit } from '../context.ts';
import type { Db } from './db.ts';

export interface PageQuery<Column extends string> {
  q?: string | undefined;
  sort?: Column | `-${Column}` | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  /** Sorts matches of `q` by `codes` before `sort`. */
  best_first?: boolean | undefined;
}
/** Sort expressions: several columns in sequence, so that an index on the first one can be used. */
type Order = RawBuilder<unknown> | readonly RawBuilder<unknown>[];
interface Shown<Column extends string> {
  /** Whether a row contains one word of `q`, given as a pattern; see `contains`. A row must contain every word. */
  search: (pattern: string) => Expression<SqlBool>;
  /** For `best_first`: the column of the code or name, then further columns where an exact match counts too. */
  codes?: readonly [string, ...string[]];
  /** Sort expression of each sortable column; text uses `textOrder`. */
  sort: Record<Column, Order>;
  /** The default order. */
  order: Column | `-${Column}`;
  /** The same rows without the joins that only add details: a faster count for lists without a search. */
  counted?: SelectQueryBuilder<never, never, unknown> | undefined;
  /**
   * Columns that can be sorted with the tables of `counted` alone. For these the page's ids are also selected from
   * `counted`, so that the rows before a distant page are not joined.
   */
  sortedAlone?: readonly Column[];
  /** Whether `search` also needs only the tables of `counted`. */
  searchedAlone?: boolean;
}

/** `q` as a LIKE pattern; `%`, `_` and backslash are escaped. */
export function likePattern(q: string): string {
  return `%${escapeLike(q)}%`;
}

/** Further words are searched as one text, so that a long `q` cannot build an unbounded condition. */
const MOST_WORDS = 8;

/**
 * The words of `q`, each as a LIKE pattern. A row matches when it contains all of them, in any order and any column.
 * @returns no empty word, and no word that is contained in another one
 */
export function wordPatterns(q: string): string[] {
  const all = q.split(/\s+/).filter(Boolean);
  const words = [...all.slice(0, MOST_WORDS), ...(all.length > MOST_WORDS ? [all.slice(MOST_WORDS).join(' ')] : [])];
  const distinct = [...new Set(words)];
  return distinct
    .filter((word) => !distinct.some((other) => other !== word && other.includes(word)))
    .map((word) => likePattern(word));
}

/** Folds a column for comparison: lower case, without accents. The search indexes use the same expression. */
export function foldColumn(column: string): RawBuilder<string> {
  return sql<string>`lower(strip_accents(${sql.ref(column)}))`;
}

/** Folds a pattern or word in the same way as columns. */
export function foldText(text: string): RawBuilder<string> {
  return sql<string>`lower(strip_accents(${text}))`;
}

/** Whether any of the columns contains the pattern, ignoring case and accents. */
export function contains(...columns: string[]) {
  return (pattern: string): Expression<SqlBool> =>
    sql<SqlBool>`(${sql.join(
      columns.map((column) => sql`${foldColumn(column)} like ${foldText(pattern)}`),
      sql` or `,
    )})`;
}

/** Maximum number of matching rows that are looked up by id in the documents that reference them. */
const FEW = 500;
/**
 * The ids of a register's rows that contain a text, so that documents can be found by an index on the id.
 * @returns undefined for more than 500 matches: a scan of the documents then finds a page faster
 */
export async function fewOf(
  db: Db,
  register: 'products' | 'customers' | 'suppliers',
  column: string,
  text: string,
): Promise<readonly number[] | undefined> {
  return fewOfPattern(db, register, column, likePattern(text));
}

/** For each word of a search, the ids of the matching register rows; undefined where there are too many. */
export type FewByPattern = ReadonlyMap<string, readonly number[] | undefined>;

/** Looks up each word of `q` as `fewOf` does. */
export async function fewOfWords(
  db: Db,
  register: 'customers' | 'suppliers',
  column: string,
  q: string,
): Promise<FewByPattern> {
  const few = new Map<string, readonly number[] | undefined>();
  for (const pattern of wordPatterns(q)) few.set(pattern, await fewOfPattern(db, register, column, pattern));
  return few;
}

/**
 * A search condition: the document's own text or the name of its customer or supplier contains the pattern.
 * @param named ids of the parties that match each word (`fewOfWords`), compared with the id column instead of the name
 */
export function ownTextOr(
  ownText: (pattern: string) => RawBuilder<unknown>,
  { id, name }: { id: string; name: string },
  named: FewByPattern | undefined,
) {
  return (pattern: string): RawBuilder<boolean> => {
    const ids = named?.get(pattern);
    if (!ids) return sql<boolean>`(${ownText(pattern)} or ${contains(name)(pattern)})`;
    if (ids.length === 0) return sql<boolean>`${ownText(pattern)}`;
    return sql<boolean>`(${ownText(pattern)} or ${sql.ref(id)} = any(${ids}::integer[]))`;
  };
}

const MOST_CLOSED = 1000;
/** Open entries are never limited. Closed ones grow without bound: at most 1000 rows. */
export function limitUnlessOpen({ open, limit }: { open?: boolean | undefined; limit?: number | undefined }) {
  return open ? limit : Math.min(limit ?? MOST_CLOSED, MOST_CLOSED);
}

/** Case-insensitive text order that is the same on every machine. */
export function textOrder(column: string): RawBuilder<unknown> {
  return sql`lower(${sql.ref(column)}) collate "C"`;
}
/** Orders by the column itself: numbers, days and instants. */
export function plainOrder(column: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)}`;
}

/**
 * Reads one page of a list. Selects the ids of the page first, through an index if one fits, and joins only their rows:
 * a page at position 99,900 costs little more than the first. A search runs as a separate statement, because its plan
 * is computed for each search, and planning all joins would cost more than the search itself.
 * @param rows the rows of the list, of a table `t`, with its filters and selected columns
 * @returns the page and the total number of rows
 */
export async function page<Tables extends { t: { id: unknown } }, TB extends keyof Tables, Row, Column extends string>(
  { counts }: Pick<Visit, 'counts'>,
  rows: SelectQueryBuilder<Tables, TB, Row>,
  query: PageQuery<Column>,
  { search, codes, sort, order, counted, sortedAlone = [], searchedAlone = false }: Shown<Column>,
): Promise<Page<Row>> {
  const bare = !query.q || searchedAlone ? (counted as unknown as typeof rows | undefined) : undefined;
  const words = query.q ? wordPatterns(query.q) : [];
  const find = (all: typeof rows) => words.reduce((found, word) => found.where(search(word)), all);
  const by = query.sort ?? order;
  const column = by.replace(/^-/, '') as Column;
  const limit = query.limit ?? 1000;
  const offset = query.offset ?? 0;
  const way = by.startsWith('-') ? sql`desc` : sql`asc`;
  // The id breaks ties, so that pages never overlap.
  const orders = [
    ...(query.best_first && query.q && codes ? [matchOrder(query.q, codes)] : []),
    ...[sort[column], plainOrder('t.id')].flat().map((expression) => sql`${expression} ${way}`),
  ];
  const ordered = <Q extends SelectQueryBuilder<Tables, TB, unknown>>(unordered: Q) =>
    unordered.orderBy(sql.join(orders)) as Q;

  const ids = ordered(
    find(bare && sortedAlone.includes(column) ? bare : rows)
      .clearSelect()
      .select(sql`t.id`.as('id')),
  )
    .limit(limit)
    .offset(offset);
  const found = query.q ? ((await ids.execute()) as unknown as { id: unknown }[]).map(({ id }) => id) : undefined;
  const wanted = found ? sql`${found}` : sql`array(${ids})`;
  const shown = found?.length === 0 ? [] : await ordered(rows.where(sql<SqlBool>`t.id = any(${wanted})`)).execute();
  // A last page implies the total, so no count is needed.
  const { length } = found ?? shown;
  if (length < limit && (length > 0 || offset === 0)) return { rows: shown, total: offset + length };
  const counting = find(bare ?? rows)
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'));
  const { sql: text, parameters } = counting.compile();
  const total = await counts.get(
    JSON.stringify([text, parameters]),
    async () => ((await counting.executeTakeFirstOrThrow()) as { total: number }).total,
  );
  return { rows: shown, total };
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

async function fewOfPattern(
  db: Db,
  register: 'products' | 'customers' | 'suppliers',
  column: string,
  pattern: string,
): Promise<readonly number[] | undefined> {
  const found = await db
    .selectFrom(register)
    .select('id')
    .where(contains(column)(pattern))
    .limit(FEW + 1)
    .execute();
  return found.length > FEW ? undefined : found.map(({ id }) => id);
}

/** Exact codes first, then codes that begin with `q`, then the rest. */
function matchOrder(q: string, codes: readonly [string, ...string[]]): RawBuilder<unknown> {
  const text = q.trim();
  const exact = sql.join(
    codes.map((column) => sql`${foldColumn(column)} = ${foldText(text)}`),
    sql` or `,
  );
  const begins = sql`${foldColumn(codes[0])} like ${foldText(`${escapeLike(text)}%`)}`;
  return sql`case when ${exact} then 0 when ${begins} then 1 else 2 end`;
}
