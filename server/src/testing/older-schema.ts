import { migrate } from '../platform/database/migrate.ts';
import { readMigrations } from '../platform/database/migration-files.ts';

/** The numbers of all migrations, in order. */
export const migrationNumbers = (): number[] => readMigrations().map(({ number }) => number);

/** Brings an empty database to the schema that it had at migration `number`. */
export const migrateUpTo = async (databaseUrl: string, number: number): Promise<void> => {
  process.env.ALLOW_UNSAFE_DATABASE ??= '1';
  await migrate(databaseUrl, undefined, number);
};
