/**
 * The role with which the server connects to the bundled database. It owns nothing and has no attributes: it can read
 * and write rows, but neither rewrite append-only tables nor change the schema, nor use programs and files of the
 * database's machine.
 */
import { Client } from 'pg';

export const SERVER_ROLE = 'bobina_server';

/** Tables whose rows the server adds and never changes. Their triggers refuse it too, for every role. */
export const APPEND_ONLY = [
  'accounting_periods',
  'activities',
  'chain',
  'document_files',
  'payment_allocations',
  'pec_files',
  'purchase_invoice_files',
  'recall_attachments',
  'recalls',
  'reel_readings',
  'returned_goods',
  'stock_entries',
  'transmission_receipts',
  'transmissions',
  'zero_payments',
] as const;
/** Append-only tables of which one column changes once. */
export const APPEND_ONLY_BUT: Readonly<Record<string, string>> = { batch_links: 'undone_at' };
/** Tables that only migrations write. */
export const READ_ONLY = ['schema_migrations', 'schema_range'] as const;

/** Key of the advisory lock: concurrent grants on one table fail. */
const LOCK = 7_262_464;

/**
 * The statements that give the role its rights in the current schema. All tables are granted, so that those of later
 * migrations need no statement here, unless they are append-only.
 */
export function grantsOf(role: string): string {
  const name = `"${role.replaceAll('"', '""')}"`;
  const links = Object.entries(APPEND_ONLY_BUT);
  return `
    revoke all on all tables in schema public from ${name};
    grant usage on schema public to ${name};
    grant select, insert, update, delete on all tables in schema public to ${name};
    grant usage on all sequences in schema public to ${name};
    grant execute on function erase_person(text, integer) to ${name};
    revoke update, delete on ${[...APPEND_ONLY, ...links.map(([table]) => table)].join(', ')} from ${name};
    ${links.map(([table, column]) => `grant update (${column}) on ${table} to ${name};`).join('\n')}
    revoke insert, update, delete on ${READ_ONLY.join(', ')} from ${name};`;
}

/**
 * Creates the server's role if it is missing, sets its password and gives it its rights. Runs after the migrations, at
 * every start, as the owner of the schema, under an advisory lock.
 * @param url address of the migrated database as its superuser
 * @returns the same address as the server's role
 */
export async function prepareServerRole(url: string, password: string): Promise<string> {
  const client = new Client(url);
  client.on('error', () => {}); // the failing query reports the error
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [SERVER_ROLE]);
    if (!rowCount) await client.query(`create role ${SERVER_ROLE}`);
    await client.query(
      `alter role ${SERVER_ROLE} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit
        password ${client.escapeLiteral(password)}`,
    );
    await client.query(grantsOf(SERVER_ROLE));
    await client.query('commit');
  } finally {
    await client.end().catch(() => {});
  }
  const server = new URL(url);
  server.username = SERVER_ROLE;
  server.password = password;
  return server.href;
}
