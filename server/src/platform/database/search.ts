/** Searches text: `q` as words, and the conditions that find them, ignoring case and accents. */
import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { Db } from './db.ts';

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
  if (columns.length === 0) return () => sql<SqlBool>`false`; // a list without texts: nothing is found
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
  register: 'products' | 'customers' | 'suppliers' | 'batches',
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

/** Escapes `%`, `_` and backslash for LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

async function fewOfPattern(
  db: Db,
  register: 'products' | 'customers' | 'suppliers' | 'batches',
  column: string,
  pattern: string,
): Promise<readonly number[] | undefined> {
  const found = await db
    .selectFrom(register)
    .select('id')
    .where(contains(column)(pattern))
    // The search index of batches leaves out those without a number.
    .$if(register === 'batches', (rows) => rows.where(sql<boolean>`${sql.ref(column)} <> ''`))
    .limit(FEW + 1)
    .execute();
  return found.length > FEW ? undefined : found.map(({ id }) => id);
}
