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
