/** One page of a list: searched, sorted and counted in SQL over all rows. */
import {
  AliasNode,
  ColumnNode,
  ExpressionWrapper,
  IdentifierNode,
  ReferenceNode,
  sql,
  type CompiledQuery,
  type Expression,
  type OperationNode,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
} from 'kysely';
import type { Page } from '@bobina/contract/core/endpoint.ts';
import type { Visit } from '../context.ts';
import type { Db } from './db.ts';
import { isSortedAlone, searchOf, type List, type Search } from './list.ts';
import { escapeLike, foldColumn, foldText, wordPatterns } from './search.ts';
import { readWrittenRows, WrittenRows } from './written-rows.ts';

export interface PageQuery<Column extends string> {
  q?: string | undefined;
  sort?: Column | `-${Column}` | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
  /** Sorts matches of `q` by `codes` before `sort`. */
  best_first?: boolean | undefined;
  /** The fields to answer; all without it. */
  fields?: readonly string[] | undefined;
}
/** The values of the request. */
interface Variant<Tables extends { t: { id: unknown } }, TB extends keyof Tables> extends Partial<Search> {
  /**
   * The same rows without the joins that only add details, if the filters allow it. They are counted, and if the order
   * and the search need no other table, the page's ids are selected from them: the rows before a distant page are not
   * joined.
   */
  bare?: SelectQueryBuilder<Tables, TB, unknown> | undefined;
  /**
   * The selected columns that the handler reads itself, besides the fields that were asked for; `all` when it builds its
   * rows from them. Without it, columns that were not asked for are not selected, and the answer can be the text that
   * PostgreSQL writes.
   */
  reads?: readonly string[] | 'all';
  /** Reads the total from a table that keeps it; undefined when the rows must be counted. */
  total?: () => Promise<number | undefined>;
  /**
   * Finds rows of the list that contain a distant page, and the offset of the page in them, so that fewer rows are skipped;
   * undefined when the page is near or the rows are unknown.
   */
  findStart?: (offset: number) => Promise<{ where: Expression<SqlBool>; offset: number } | undefined>;
}

const MOST_CLOSED = 1000;
/** Open entries are never limited. Closed ones grow without bound: at most 1000 rows. */
export function limitUnlessOpen({ open, limit }: { open?: boolean | undefined; limit?: number | undefined }) {
  return open ? limit : Math.min(limit ?? MOST_CLOSED, MOST_CLOSED);
}

/**
 * Reads one page of a list. Selects the ids of the page first, through an index if one fits, and joins only their rows:
 * a page at position 99,900 costs little more than the first. A search runs as a separate statement, because its plan
 * is computed for each search, and planning all joins would cost more than the search itself.
 * @param rows the rows of the list, of a table `t`, with its filters and selected columns
 * @param list how the list is sorted and searched; `variant` overrides its search for this request
 * @returns the page and the total number of rows; with `fields`, rows can lack the columns that were not asked for
 */
export async function page<
  Tables extends { t: { id: unknown } },
  TB extends keyof Tables,
  Row,
  Column extends string,
  BareTables extends { t: { id: unknown } },
  BareTB extends keyof BareTables,
>(
  { db, counts }: Pick<Visit, 'db' | 'counts'>,
  rows: SelectQueryBuilder<Tables, TB, Row>,
  query: PageQuery<NoInfer<Column>>,
  list: List<Column>,
  variant: Variant<BareTables, BareTB> = {},
): Promise<Page<Row>> {
  const { search, searchedAlone } = searchOf({ ...list, ...variant });
  const bare = !query.q || searchedAlone ? (variant.bare as unknown as typeof rows | undefined) : undefined;
  const words = query.q ? wordPatterns(query.q) : [];
  const find = (all: typeof rows) => words.reduce((found, word) => found.where(search(word)), all);
  const by = query.sort ?? list.order;
  const column = by.replace(/^-/, '') as Column;
  const limit = query.limit ?? 1000;
  const offset = query.offset ?? 0;
  const way = by.startsWith('-') ? sql`desc` : sql`asc`;
  // The id breaks ties, so that pages never overlap.
  const orders = [
    ...(query.best_first && query.q && list.codes ? [matchOrder(query.q, list.codes, list.titles)] : []),
    ...[list.columns[column].order, sql`t.id`].flat().map((expression) => sql`${expression} ${way}`),
  ];
  const ordered = <Q extends SelectQueryBuilder<Tables, TB, unknown>>(unordered: Q) =>
    unordered.orderBy(sql.join(orders)) as Q;

  const start = offset > 0 ? await variant.findStart?.(offset) : undefined;
  const all = find(bare && isSortedAlone(list, column) ? bare : rows)
    .clearSelect()
    .select(sql`t.id`.as('id'));
  const sorted = ordered(start ? all.where(start.where) : all);
  const skipped = start?.offset ?? offset;
  const selected =
    query.fields && variant.reads !== 'all' ? narrow(rows, [...query.fields, ...(variant.reads ?? [])]) : rows;
  const found = query.q
    ? ((await sorted.limit(limit).offset(skipped).execute()) as unknown as { id: unknown }[]).map(({ id }) => id)
    : undefined;
  const wanted = found
    ? sql`${found}`
    : sql`array(select id from ${sorted.limit(sql.lit(roundUp(skipped + limit)))} nearest limit ${limit} offset ${skipped})`;
  const isWritten = !variant.reads && limit <= MOST_WRITTEN;
  const statement = ordered(selected.where(sql<SqlBool>`t.id = any(${wanted})`)).compile();
  const shown = found?.length === 0 ? [] : await (isWritten ? readWrittenRows : executed)(db, statement, query.fields);
  // A last page implies the total, so no count is needed.
  const { length } = found ?? shown;
  if (length < limit && (length > 0 || offset === 0)) return pageOf(shown, offset + length);
  const counting = find(bare ?? rows)
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'));
  const { sql: text, parameters } = counting.compile();
  const total = await counts.get(
    JSON.stringify([text, parameters]),
    async () => (await variant.total?.()) ?? ((await counting.executeTakeFirstOrThrow()) as { total: number }).total,
  );
  return pageOf(shown, total);
}

/** Longer pages are as quick when the server writes their JSON. */
const MOST_WRITTEN = 200;

/** A page whose rows are written as JSON already. Its `rows` are read from the text when they are used. */
export class WrittenPage<Row> implements Page<Row> {
  readonly text: string;
  readonly total: number;
  readonly #written: WrittenRows<Row>;
  constructor(written: WrittenRows<Row>, total: number) {
    this.#written = written;
    this.text = written.text;
    this.total = total;
  }
  get rows(): Row[] {
    return this.#written.parse();
  }
}

function pageOf<Row>(shown: Row[] | WrittenRows<Row>, total: number): Page<Row> {
  return shown instanceof WrittenRows ? new WrittenPage(shown, total) : { rows: shown, total };
}

async function executed<Row>(db: Db, statement: CompiledQuery<Row>): Promise<Row[]> {
  return (await db.executeQuery(statement)).rows;
}

/**
 * The next power of two: a limit that the planner knows when it prepares a statement. It assumes for an unknown one a tenth of
 * the table, and would plan the statement again for each call. Powers of two keep the number of statements small.
 */
function roundUp(rows: number): number {
  return 2 ** Math.ceil(Math.log2(rows));
}

/** Removes the selected columns that are not among `fields`. A `select *` stays; the answer drops its other columns. */
function narrow<Q extends SelectQueryBuilder<never, never, unknown>>(rows: Q, fields: readonly string[]): Q {
  const selections = (rows.toOperationNode().selections ?? []).map(({ selection }) => selection);
  const kept = selections.filter((selection) => {
    const name = nameOf(selection);
    return name === undefined || fields.includes(name);
  });
  return rows.clearSelect().select(kept.map((node) => new ExpressionWrapper(node)) as never) as unknown as Q;
}

/** The name under which a selected column is answered; undefined for `*`. */
function nameOf(selection: OperationNode): string | undefined {
  if (AliasNode.is(selection)) return IdentifierNode.is(selection.alias) ? selection.alias.name : undefined;
  if (ReferenceNode.is(selection)) return ColumnNode.is(selection.column) ? selection.column.column.name : undefined;
  return ColumnNode.is(selection) ? selection.column.name : undefined;
}

/** Exact codes first, then codes that begin with `q`, then titles that do, then the rest. */
function matchOrder(
  q: string,
  codes: readonly [string, ...string[]],
  titles: readonly string[] = [],
): RawBuilder<unknown> {
  const text = q.trim();
  const exact = sql.join(
    codes.map((column) => sql`${foldColumn(column)} = ${foldText(text)}`),
    sql` or `,
  );
  const begins = (column: string) => sql`${foldColumn(column)} like ${foldText(`${escapeLike(text)}%`)}`;
  const titled = titles.map((column) => sql`when ${begins(column)} then 2`);
  return sql`case when ${exact} then 0 when ${begins(codes[0])} then 1 ${sql.join(titled, sql` `)} else 3 end`;
}
