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
}
/** What to order by: several columns one after the other, so that an index on the first serves. */
type Order = RawBuilder<unknown> | readonly RawBuilder<unknown>[];
interface Shown<Column extends string> {
  /** What `q` looks in; see `contains`. */
  search: (pattern: string) => Expression<SqlBool>;
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
export const likePattern = (q: string): string => `%${q.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether any of the columns contains the pattern, without regard to case. */
export const contains =
  (...columns: string[]) =>
  (pattern: string): Expression<SqlBool> =>
    sql<SqlBool>`(${sql.join(
      columns.map((column) => sql`lower(${sql.ref(column)}) like lower(${pattern})`),
      sql` or `,
    )})`;

/** As many rows of a register as are looked up one by one among the documents that name them. */
const FEW = 500;
/**
 * The ids of a register's rows that a text is contained in, when they are few: documents are found by them through an
 * index. Documents of many lie so close together that looking through all of them finds a page soon.
 */
export const fewOf = async (
  db: Db,
  register: 'products' | 'customers' | 'suppliers',
  column: string,
  text: string,
): Promise<readonly number[] | undefined> => {
  const found = await db
    .selectFrom(register)
    .select('id')
    .where(contains(column)(likePattern(text)))
    .limit(FEW + 1)
    .execute();
  return found.length > FEW ? undefined : found.map(({ id }) => id);
};

/**
 * Whether a document's own text contains the pattern, or the name of whom it is with.
 * @param named the ids of those whose name does, when they are few (`fewOf`); their column is then enough
 */
export const ownTextOr =
  (
    ownText: (pattern: string) => RawBuilder<unknown>,
    { id, name }: { id: string; name: string },
    named: readonly number[] | undefined,
  ) =>
  (pattern: string): RawBuilder<boolean> => {
    if (!named) return sql<boolean>`(${ownText(pattern)} or ${contains(name)(pattern)})`;
    if (named.length === 0) return sql<boolean>`${ownText(pattern)}`;
    return sql<boolean>`(${ownText(pattern)} or ${sql.ref(id)} = any(${named}::integer[]))`;
  };

const MOST_CLOSED = 1000;
/** What is open is all shown; what is closed grows for ever. */
export const limitUnlessOpen = ({ open, limit }: { open?: boolean | undefined; limit?: number | undefined }) =>
  open ? limit : Math.min(limit ?? MOST_CLOSED, MOST_CLOSED);

/** Text in the order of people who do not mind case, the same on every machine. */
export const textOrder = (column: string): RawBuilder<unknown> => sql`lower(${sql.ref(column)}) collate "C"`;
export const plainOrder = (column: string): RawBuilder<unknown> => sql`${sql.ref(column)}`;

/**
 * The ids of the page are found first, through an index where there is one, and only their rows are read: a page at
 * position 99,900 costs little more than the first. What a search finds is read by a statement of its own: a search is
 * planned each time anew, which for all the tables that say more of a row costs more than finding it.
 * @param rows the rows of the list, of a table `t`, with its own filters applied and the columns it answers
 * @returns the page and how many rows there are in all
 */
export const page = async <Tables extends { t: { id: unknown } }, TB extends keyof Tables, Row, Column extends string>(
  { counts }: Pick<Visit, 'counts'>,
  rows: SelectQueryBuilder<Tables, TB, Row>,
  query: PageQuery<Column>,
  { search, sort, order, counted, sortedAlone = [], searchedAlone = false }: Shown<Column>,
): Promise<Page<Row>> => {
  const bare = !query.q || searchedAlone ? (counted as unknown as typeof rows | undefined) : undefined;
  const find = (all: typeof rows) => (query.q ? all.where(search(likePattern(query.q))) : all);
  const by = query.sort ?? order;
  const column = by.replace(/^-/, '') as Column;
  const limit = query.limit ?? 1000;
  const offset = query.offset ?? 0;
  const way = by.startsWith('-') ? sql`desc` : sql`asc`;
  // The id breaks ties, so that pages never overlap.
  const orders = [sort[column], plainOrder('t.id')].flat().map((expression) => sql`${expression} ${way}`);
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
};
