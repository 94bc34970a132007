import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** One step of the schema: `0001_identity.sql` has number 1 and name `identity`. */
export interface Migration {
  number: number;
  name: string;
  file: string;
  sql: string;
  /** SHA-256 of the text, in hex. Line ends count as \n, independent of git's settings. */
  checksum: string;
}

/** Path of `server/migrations`. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../../migrations', import.meta.url));

/**
 * Reads all migrations of a folder, ordered by number. @throws Error on a .sql file with another name or a number used
 * twice
 */
export function readMigrations(dir: string = MIGRATIONS_DIR): Migration[] {
  const files = fs.readdirSync(dir).filter((file) => file.endsWith('.sql'));
  const migrations = files.map((file) => readMigration(dir, file)).sort((a, b) => a.number - b.number);
  migrations.forEach((migration, i) => {
    const before = migrations[i - 1];
    if (before?.number === migration.number)
      throw new Error(`two migrations have one number: ${before.file}, ${migration.file}`);
  });
  return migrations;
}

/** Digest of a set of migrations: 16 hex digits, equal for equal schemas. */
export function digestOf(migrations: Migration[]): string {
  const hash = createHash('sha256');
  for (const { number, checksum } of migrations) hash.update(`${number} ${checksum}\n`);
  return hash.digest('hex').slice(0, 16);
}

function readMigration(dir: string, file: string): Migration {
  const [, digits, name] = /^(\d{4})_([a-z0-9_]+)\.sql$/.exec(file) ?? [];
  if (!digits || !name) throw new Error(`${file}: a migration is named like 0001_what_it_adds.sql`);
  const sql = fs.readFileSync(path.join(dir, file), 'utf8').replaceAll('\r\n', '\n');
  return { number: Number(digits), name, file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
