import { migrate } from '../platform/database/migrate.ts';
import { readMigrations } from '../platform/database/migration-files.ts';

/** The numbers of all migrations, in order. */
export function migrationNumbers(): number[] {
  return readMigrations().map(({ number }) => number);
}

/** Brings an empty database to the schema that it had at migration `number`. */
export async function migrateUpTo(databaseUrl: string, number: number): Promise<void> {
  process.env.ALLOW_UNSAFE_DATABASE ??= '1';
  await migrate(databaseUrl, undefined, number);
}
