/** For what is asked with every request: building a statement of thirty columns costs more than sending it. */
import type { CompiledQuery } from 'kysely';
import type { Db } from './db.ts';

interface Built<Row> {
  compile(): CompiledQuery;
  execute(): Promise<Row[]>;
}

/**
 * A statement that is built once, for the first database that asks, and sent with another last value each time.
 * @param build the statement, with any value in its last place, unless it is always the same
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
