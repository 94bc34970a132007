/** For queries that many requests run: building a statement of thirty columns costs more than sending it. */
import type { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

interface Built<Row> {
  compile(): CompiledQuery;
  execute(): Promise<Row[]>;
}

/**
 * Returns a function that compiles a statement on first use and reuses its SQL with another last parameter each time.
 * @param build builds the statement with any value as its last parameter, unless it has no varying parameter
 */
export function compileOnce<Row>(build: (db: Db) => Built<Row>) {
  let compiled: CompiledQuery | undefined;
  return async (db: Db, last?: unknown): Promise<Row[]> => {
    compiled ??= build(db).compile();
    const { parameters } = compiled;
    const { rows } = await db.executeQuery<Row>({
      ...compiled,
      parameters: last === undefined ? parameters : [...parameters.slice(0, -1), last],
    });
    return rows;
  };
}

/**
 * Returns a function that builds a query on first use of a database and returns the same one each time: a builder never
 * changes, so each request adds its filters to the shared one. A transaction builds its own.
 */
export function buildOnce<Query>(build: (db: Db) => Query): (db: Db) => Query {
  const built = new WeakMap<Db, { query: Query }>();
  return (db) => {
    let found = built.get(db);
    if (!found) built.set(db, (found = { query: build(db) }));
    return found.query;
  };
}
