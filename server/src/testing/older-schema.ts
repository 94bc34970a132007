import { Client } from 'pg';
import { migrate } from '../platform/database/migrate.ts';
import { readMigrations } from '../platform/database/migration-files.ts';

/** Returns the numbers of all migrations, in order. */
export function migrationNumbers(): number[] {
  return readMigrations().map(({ number }) => number);
}

/** Migrates an empty database up to migration `number`. */
export async function migrateUpTo(databaseUrl: string, number: number): Promise<void> {
  process.env.ALLOW_UNSAFE_DATABASE ??= '1';
  await migrate(databaseUrl, undefined, number);
}

/** Runs `work` while the database records a migration `from_tomorrow` that this code does not know. */
export function withUnknownMigration<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  return betweenStatements(databaseUrl, work, [
    `insert into schema_migrations (number, name, checksum) values (9999, 'from_tomorrow', 'x')`,
    'delete from schema_migrations where number = 9999',
  ]);
}

/** Runs `work` while the database does not record the last migration. */
export function withoutLastMigration<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const { number, name, checksum } = readMigrations().at(-1)!;
  return betweenStatements(databaseUrl, work, [
    `delete from schema_migrations where number = ${number}`,
    `insert into schema_migrations (number, name, checksum) values (${number}, '${name}', '${checksum}')`,
  ]);
}

async function betweenStatements<T>(
  databaseUrl: string,
  work: () => Promise<T>,
  [before, after]: [string, string],
): Promise<T> {
  const client = new Client(databaseUrl);
  await client.connect();
  try {
    await client.query(before);
    try {
      return await work();
    } finally {
      await client.query(after);
    }
  } finally {
    await client.end();
  }
}
