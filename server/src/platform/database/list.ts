/**
 * One table per list: how it sorts and searches each of its columns. `page` reads it, and its type checks the columns
 * against the `sort` of the contract row.
 */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { HandlerInput } from '../http/handler-input.ts';
import { contains } from './search.ts';

/** Sort expressions: several columns in sequence, so that an index on the first one can be used. */
type Order = RawBuilder<unknown> | readonly RawBuilder<unknown>[];

export interface ListColumn {
  order: Order;
  /** The columns in which `q` looks for words. */
  searched: readonly string[];
  /** The tables that `order` reads; undefined if it may read any table of the list. */
  tables?: readonly string[];
}

export interface Search {
  /** Whether a row contains one word of `q`, given as a pattern; see `contains`. A row must contain every word. */
  search: (pattern: string) => Expression<SqlBool>;
  /** Whether `search` reads only the bare tables. */
  searchedAlone?: boolean;
}

export interface List<Column extends string> extends Partial<Search> {
  /** The sortable columns by their wire names. `q` searches those of `text`, unless the list has a `search`. */
  columns: Record<Column, ListColumn>;
  /** Columns that `q` searches although the list cannot be sorted by them. */
  alsoSearched?: readonly string[];
  /** For `best_first`: the column of the code or name, then further columns where an exact match counts too. */
  codes?: readonly [string, ...string[]];
  /** For `best_first`: further columns whose rows come before the rest if they begin with the text. */
  titles?: readonly string[];
  /** The default order. */
  order: NoInfer<Column> | `-${NoInfer<Column>}`;
  /** The tables of the rows without the joins that only add details; `t` unless stated. */
  bareTables?: readonly string[];
}

/** The sortable columns of a list of the contract. */
export type SortOf<Row> =
  HandlerInput<Row> extends { query: { sort?: infer Sort } } ? Exclude<Sort, `-${string}` | undefined> : never;

/** A text: sorted ignoring case, in an order that is the same on every machine, and searched. */
export function text(column: string): ListColumn {
  return { order: sql`lower(${sql.ref(column)}) collate "C"`, searched: [column], tables: [tableOf(column)] };
}

/** The first of two texts that is not null. Both are searched. */
export function firstText(column: string, fallback: string): ListColumn {
  return {
    order: sql`lower(coalesce(${sql.ref(column)}, ${sql.ref(fallback)})) collate "C"`,
    searched: [column, fallback],
    tables: [tableOf(column), tableOf(fallback)],
  };
}

/** A number, day, instant or flag: sorted by the column itself, not searched. */
export function value(column: string): ListColumn {
  return { order: sql`${sql.ref(column)}`, searched: [], tables: [tableOf(column)] };
}

/** A code of a closed set: sorted by the column itself, and searched. */
export function searchedValue(column: string): ListColumn {
  return { ...value(column), searched: [column] };
}

/** A computed value. @param details the tables that it reads, and the columns that are searched for it */
export function computed(
  order: RawBuilder<unknown>,
  details: Partial<Pick<ListColumn, 'tables' | 'searched'>> = {},
): ListColumn {
  return { order, searched: [], ...details };
}

/** Sorts by several columns, one after the other. Only the first one is searched. */
export function inTurn(first: ListColumn, ...further: ListColumn[]): ListColumn {
  const all = [first, ...further];
  return {
    order: all.flatMap(({ order }) => order),
    searched: first.searched,
    ...(all.every(({ tables }) => tables) && { tables: all.flatMap(({ tables }) => tables!) }),
  };
}

/** Returns how a list is searched: by its own `search`, otherwise in its searched columns. */
export function searchOf({ search, searchedAlone, columns, alsoSearched = [], bareTables }: List<string>): Search {
  if (search) return { search, searchedAlone: searchedAlone ?? false };
  const searched = [...new Set([...Object.values(columns).flatMap((column) => column.searched), ...alsoSearched])];
  return { search: contains(...searched), searchedAlone: areBare(searched.map(tableOf), bareTables) };
}

/** Whether a column can be sorted with the bare tables alone. */
export function isSortedAlone({ columns, bareTables }: List<string>, column: string): boolean {
  const { tables } = columns[column]!;
  return tables !== undefined && areBare(tables, bareTables);
}

function areBare(tables: readonly string[], bareTables: readonly string[] = ['t']) {
  return tables.every((table) => bareTables.includes(table));
}

function tableOf(column: string) {
  return column.slice(0, column.indexOf('.'));
}
