import { sql, type RawBuilder } from 'kysely';
import { DEFAULT_DENSITY } from '@bobina/contract/stock/reel.rules.ts';

/**
 * Builds the SQL for the grammage of a product, in g/m², as `gsmOf` of the contract computes it: null without paper and
 * film. @param product the alias of the table
 */
export function gsmOfProduct(product: string): RawBuilder<number | null> {
  const column = (name: string) => sql.ref(`${product}.${name}`);
  return sql`case when ${column('peso_carta')} > 0 or ${column('spessore_film')} > 0 then
    coalesce(${column('peso_carta')}, 0)
    + coalesce(${column('spessore_film')} * coalesce(nullif(${column('densita_film')}, 0), ${sql.lit(DEFAULT_DENSITY)}), 0)
    + coalesce(${column('peso_adesivo')}, 0) end`;
}
