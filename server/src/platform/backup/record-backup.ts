import { Client } from 'pg';

/**
 * Records in the database that a backup of it was made, for the home of the administrators. A backup of a standby, or of
 * a database that is not migrated yet, cannot be recorded; it is still valid, so the failure is ignored.
 */
export async function recordBackup(databaseUrl: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'bobina backup' });
  client.on('error', () => {}); // the failing query reports the error
  try {
    await client.connect();
    await client.query('insert into backups default values');
  } catch {
    // The backup file exists; only the home cannot show its age.
  } finally {
    await client.end().catch(() => {});
  }
}
