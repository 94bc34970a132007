import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { Client } from 'pg';
import * as copies from 'pg-copy-streams';
import { migrate } from '../database/migrate.ts';
import { readMigrations } from '../database/migration-files.ts';
import { LEFT_OUT, type BackupFooter, type BackupHeader } from './format.ts';
import { readBackup, type CheckedBackup, type ReadOptions } from './read-backup.ts';
import { dropConstraints, restoreConstraints } from './drop-constraints.ts';
import { quoted, readTables } from './tables.ts';

export interface LoadOptions extends ReadOptions {
  /** Called with the number of rows loaded so far. */
  onRows?: (rows: number) => void;
}

/**
 * Fills an empty database from a backup, in one transaction. Migrates the database to the backup's schema, loads the
 * rows, then migrates to the schema of this software. Requires the owner of the tables, not a superuser: see
 * drop-constraints.ts.
 * @param checked the result of checkBackup for the same file: the file is validated before the database is changed
 * @throws Error when the backup is newer than this software, the file has changed since the check, or the database is
 * in use
 */
export async function loadBackup(
  databaseUrl: string,
  file: string,
  { header }: CheckedBackup,
  { onRows = () => {}, passphrase }: LoadOptions = {},
): Promise<void> {
  refuseOtherSchema(header);
  const client = new Client({ connectionString: databaseUrl, application_name: 'bobina restore', keepAlive: true });
  client.on('error', () => {}); // the failing query reports the error
  await client.connect();
  try {
    const last = header.migrations.at(-1)!.number;
    await refuseUsed(client, last);
    await migrate(databaseUrl, undefined, last);
    await fill(client, file, { onRows, passphrase });
  } finally {
    await client.end().catch(() => {});
  }
  await migrate(databaseUrl);
}

function refuseOtherSchema({ migrations, app_version }: BackupHeader): void {
  const ours = new Map(readMigrations().map((migration) => [migration.number, migration]));
  for (const { number, name, checksum } of migrations) {
    const known = ours.get(number);
    if (!known)
      throw new Error(
        `the backup was made by a newer version of Bobina (${app_version}): migration ${number} (${name}) is unknown here`,
      );
    if (known.checksum !== checksum)
      throw new Error(`the backup was made by another version of Bobina: ${known.file} has a different content here`);
  }
}

/** Refuses a database that holds data, or a schema of other software. */
async function refuseUsed(client: Client, last: number): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  const tables = new Set(rows.map(({ name }) => name));
  if (tables.size === 0) return;
  if (!tables.has('schema_migrations'))
    throw new Error(`the database is not empty (it holds ${rows[0]!.name}): restore into a new one`);
  const applied = await client.query<{ number: number | null }>('select max(number) as number from schema_migrations');
  if ((applied.rows[0]!.number ?? 0) > last)
    throw new Error('the database is empty, but of a later version than the backup: restore into a new one');
  if (tables.has('users')) await refuseDatabaseInUse(client);
}

/** Every business act needs a user, so a database without users holds no data. */
async function refuseDatabaseInUse(client: Client): Promise<void> {
  const { rows } = await client.query('select from users limit 1');
  if (rows.length > 0)
    throw new Error('the database is not empty (it has users): restore into a new one, or another DATA_DIR');
}

async function fill(
  client: Client,
  file: string,
  { onRows, passphrase }: LoadOptions & Required<Pick<LoadOptions, 'onRows'>>,
): Promise<void> {
  await client.query('begin');
  await client.query(`set local datestyle = 'ISO, YMD'; set local timezone = 'UTC'; set local client_encoding = 'UTF8';
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local maintenance_work_mem = '256MB'`);
  const tables = await readTables(client);
  const columnsOf = new Map(tables.map(({ name, columns }) => [name, columns]));
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access exclusive mode`);
  await refuseDatabaseInUse(client);
  const aside = await dropConstraints(client, tables);
  // The backup also contains the rows that migrations insert.
  for (const { name } of tables) await client.query(`delete from ${quoted(name)}`);

  let footer: BackupFooter | undefined;
  let copying: copies.CopyStreamQuery | undefined;
  let seen = 0;
  const loaded = new Set<string>();
  for await (const piece of readBackup(file, { passphrase })) {
    if (piece.kind === 'table') {
      const columns = columnsOf.get(piece.table);
      if (!columns || columns.length !== piece.columns.length || !piece.columns.every((name) => columns.includes(name)))
        throw new Error(`the backup's table ${piece.table} is not that of this database`);
      loaded.add(piece.table);
      copying = client.query(
        copies.from(`copy ${quoted(piece.table)} (${piece.columns.map(quoted).join(', ')}) from stdin`),
      );
      copying.on('error', () => {}); // the write that waits on this stream reports the error
    } else if (piece.kind === 'rows') {
      if (!copying!.write(piece.bytes)) await drained(copying!);
      onRows((seen += piece.lines));
    } else if (piece.kind === 'end of table') {
      copying!.end();
      await finished(copying!);
      if (copying!.rowCount !== piece.rows)
        throw new Error(`${piece.table}: ${copying!.rowCount} rows were loaded instead of ${piece.rows}`);
    } else if (piece.kind === 'footer') footer = piece.footer;
  }
  const missing = tables.find(({ name }) => !loaded.has(name) && !LEFT_OUT.has(name));
  if (missing) throw new Error(`the backup lacks the table ${missing.name}`);
  for (const [name, given] of Object.entries(footer!.sequences))
    await client.query('select setval($1::regclass, $2)', [quoted(name), given]);
  await restoreConstraints(client, aside);
  await cancelWaiting(client, columnsOf);
  await client.query('commit');
  await client.query('analyze');
}

/**
 * Cancels the waiting messages of the outbox and switches off the webhooks, so that a restored company sends nothing. A
 * backup of an earlier schema has no outbox.
 */
async function cancelWaiting(client: Client, tables: ReadonlyMap<string, unknown>): Promise<void> {
  if (!tables.has('outbox')) return;
  await client.query(`
    update outbox set state = 'cancelled', next_attempt_at = null, lease = null, leased_until = null, is_handing_over = false
    where state = 'waiting'`);
  if (tables.has('webhooks'))
    await client.query(
      `update webhooks set is_active = false, disabled_at = now(), disabled_reason = 'restored' where is_active`,
    );
}

/** A stream that fails while its buffer is full never emits `drain`. */
async function drained(copying: copies.CopyStreamQuery): Promise<void> {
  if (copying.errored) throw copying.errored;
  await once(copying, 'drain');
}
