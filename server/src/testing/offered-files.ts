/** The files that operators copy from docs/operations, as the drills run them: only names, addresses and folders differ. */
import fs from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(import.meta.dirname, '../../../docs/operations');

/**
 * Returns a file of docs/operations with these texts replaced.
 * @throws Error when the file does not contain one of them
 */
export function offeredFile(file: string, replaced: readonly (readonly [from: string, to: string])[] = []): string {
  return replaced.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`docs/operations/${file} no longer has ${from}`);
      return text.replaceAll(from, () => to);
    },
    fs.readFileSync(path.join(FOLDER, file), 'utf8'),
  );
}

/** Where PgBouncer and its database are in a test. */
export interface Pooler {
  database: string;
  host: string;
  databasePort: number | string;
  port: number | string;
  /** The file of roles and passwords. */
  users: string;
}

/** Returns the file of PgBouncer. @param mode the documented one, or the one that the server refuses */
export function pgbouncerFile(
  { database, host, databasePort, port, users }: Pooler,
  mode: 'session' | 'transaction' = 'session',
): string {
  return offeredFile('pgbouncer.ini', [
    ['bobina = host=10.0.0.11 port=5432', `${database} = host=${host} port=${databasePort}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', users],
    ['pool_mode = session', `pool_mode = ${mode}`],
  ]);
}
