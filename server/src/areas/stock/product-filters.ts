/** Filters of stock lists by the product. */
import { sql, type Expression, type SqlBool } from 'kysely';
import { contains, likePattern, wordPatterns } from '../../platform/database/search.ts';

/** Filters on the product, as the query states them. */
export interface ProductFilters {
  code?: string | undefined;
  description?: string | undefined;
  category?: string | undefined;
  product_id?: number | undefined;
}

/** Builds the conditions of the filters; at least one condition. @param table the alias of `products` */
export function productFilters(
  table: string,
  { product_id: id, ...texts }: ProductFilters,
): [Expression<SqlBool>, ...Expression<SqlBool>[]] {
  // The words of a description and of a family in any order; a code as it is.
  const patterns = { code: likePattern, description: wordPatterns, category: wordPatterns };
  const found = (['code', 'description', 'category'] as const).flatMap((column) =>
    texts[column] ? [patterns[column](texts[column])].flat().map(contains(`${table}.${column}`)) : [],
  );
  return [id === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(`${table}.id`)} = ${id}`, ...found];
}
