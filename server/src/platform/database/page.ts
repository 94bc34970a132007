/** One page of a list: searched, sorted and counted in SQL over all rows, whatever their number. */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { Page } from '@bobina/contract/core/endpoint.ts';
import type { Visit } from '../context.ts';
import type { Db } from './db.ts';

export interface PageQuery<Column extends string> {
  q?: string | undefined;
  sort?: Column | `-${Column}` | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  /** Orders what `q` finds by `codes` before `sort`. */
  best_first?: boolean | undefined;
}
/** What to order by: several columns one after the other, so that an index on the first serves. */
type Order = RawBuilder<unknown> | readonly RawBuilder<unknown>[];
interface Shown<Column extends string> {
  /** Whether a row contains one word of `q`, given as a pattern; see `contains`. Every word has to be found. */
  search: (pattern: string) => Expression<SqlBool>;
  /** For `best_first`: the column of the code or name, then others whose whole text is an exact match too. */
  codes?: readonly [string, ...string[]];
  /** How each column that can be sorted by is ordered: text by `textOrder`. */
  sort: Record<Column, Order>;
  /** The order when none is asked for. */
  order: Column | `-${Column}`;
  /** The same rows without the tables that only say more of them: counts cheaper what is not searched. */
  counted?: SelectQueryBuilder<never, never, unknown> | undefined;
  /**
   * The columns whose order needs nothing but what `counted` reads: there the ids of a page are found in it too, so that
   * the rows above a page far down are not joined with anything.
   */
  sortedAlone?: readonly Column[];
  /** Whether `search`, too, needs nothing but what `counted` reads. */
  searchedAlone?: boolean;
}

/** `q` as a pattern: what `%` and `_` it holds are plain text. */
export function likePattern(q: string): string {
  return `%${escapeLike(q)}%`;
}

/** Words beyond these are searched as one text, so that a long `q` cannot build an endless condition. */
const MOST_WORDS = 8;

/**
 * The words of `q`, each as a pattern. A row matches when it contains all of them, in any order and any column.
 * @returns no empty word; a word that is part of another one is left out
 */
export function wordPatterns(q: string): string[] {
  const all = q.split(/\s+/).filter(Boolean);
  const words = [...all.slice(0, MOST_WORDS), ...(all.length > MOST_WORDS ? [all.slice(MOST_WORDS).join(' ')] : [])];
  const distinct = [...new Set(words)];
  return distinct
    .filter((word) => !distinct.some((other) => other !== word && other.includes(word)))
    .map((word) => likePattern(word));
}

/** Text for comparison: lower case, without accents. The indexes of searches hold the same expression. */
export function foldColumn(column: string): RawBuilder<string> {
  return sql<string>`lower(strip_accents(${sql.ref(column)}))`;
}

/** A pattern or word, folded in the same way as the columns. */
export function foldText(text: string): RawBuilder<string> {
  return sql<string>`lower(strip_accents(${text}))`;
}

/** Whether any of the columns contains the pattern, without regard to case and accents. */
export function contains(...columns: string[]) {
  return (pattern: string): Expression<SqlBool> =>
    sql<SqlBool>`(${sql.join(
      columns.map((column) => sql`${foldColumn(column)} like ${foldText(pattern)}`),
      sql` or `,
    )})`;
}

/** As many rows of a register as are looked up one by one among the documents that name them. */
const FEW = 500;
/**
 * The ids of a register's rows that contain a text, when they are few: documents are found by them through an index.
 * Documents of many lie so close together that looking through all of them finds a page soon.
 */
export async function fewOf(
  db: Db,
  register: 'products' | 'customers' | 'suppliers',
  column: string,
  text: string,
): Promise<readonly number[] | undefined> {
  return fewOfPattern(db, register, column, likePattern(text));
}

/** For each word of a search, the ids of the register's rows that contain it; undefined where they are many. */
export type FewByPattern = ReadonlyMap<string, readonly number[] | undefined>;

/** Looks up each word of `q` by `fewOf`. */
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
 * Whether a document's own text contains the pattern, or the name of its customer or supplier does.
 * @param named the ids of those whose name contains each word (`fewOfWords`); their column is then enough
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
/** What is open is all shown; what is closed grows for ever. */
export function limitUnlessOpen({ open, limit }: { open?: boolean | undefined; limit?: number | undefined }) {
  return open ? limit : Math.min(limit ?? MOST_CLOSED, MOST_CLOSED);
}

/** Text in the order of people who do not mind case, the same on every machine. */
export function textOrder(column: string): RawBuilder<unknown> {
  return sql`lower(${sql.ref(column)}) collate "C"`;
}
export function plainOrder(column: string): RawBuilder<unknown> {
  return sql`${sql.ref(column)}`;
}

/**
 * The ids of the page are found first, through an index where there is one, and only their rows are read: a page at
 * position 99,900 costs little more than the first. What a search finds is read by a statement of its own: a search is
 * planned each time anew, which for all the tables that say more of a row costs more than finding it.
 * @param rows the rows of the list, of a table `t`, with its own filters applied and the columns it answers
 * @returns the page and how many rows there are in all
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
  // The last page counts itself.
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
