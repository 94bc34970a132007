/**
 * The role with which the server connects when it does not own the tables: `bobina_server` in the bundled database, the
 * user of DATABASE_URL in an external one whose owner is another user. It can read and write rows, but neither rewrite
 * append-only tables nor change the schema, nor use programs and files of the database's machine.
 */
import { Client } from 'pg';
import { findPrimary, separateHosts } from './hosts.ts';
import { readMigrations } from './migration-files.ts';

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
/** Tables whose rows the server adds and deletes, and never changes. */
export const NO_UPDATE = ['attachment_chunks', 'attachments', 'security_events'] as const;
/** Of these, what a lock needs the right to change: a recall locks the files that it names. The column cannot be written. */
export const LOCKED_BY: Readonly<Record<string, string>> = { attachments: 'id' };
/** Tables that only migrations write. */
export const READ_ONLY = ['schema_migrations', 'schema_range'] as const;
/** The functions that do with the rights of the owner what the server may not do itself. */
const FUNCTIONS = ['erase_person(text, integer)', 'seal_chain(integer)'];

/** Key of the advisory lock: concurrent grants on one table fail. */
const LOCK = 7_262_464;

/**
 * The statements that give the role its rights in the current schema. All tables of the owner are granted, so that those of
 * later migrations need no statement here, unless they are append-only. Tables of others, such as the views of an
 * extension, stay as they are.
 */
export function grantsOf(role: string): string {
  const name = quoted(role);
  const links = Object.keys(APPEND_ONLY_BUT);
  const onAll = (kinds: string, statement: string) => `
    select string_agg(format('%I', relname), ', ') into own from pg_class
    where relnamespace = 'public'::regnamespace and relkind in (${kinds}) and pg_has_role(relowner, 'usage');
    execute format('${statement}', own, '${role.replaceAll("'", "''")}');`;
  return `
    do $$ declare own text; begin
      ${onAll(`'r', 'p', 'v'`, 'revoke all on %1$s from %2$I; grant select, insert, update, delete on %1$s to %2$I')}
      ${onAll(`'S'`, 'grant usage on sequence %s to %I')}
    end $$;
    grant usage on schema public to ${name};
    grant execute on function ${FUNCTIONS.join(', ')} to ${name};
    revoke update, delete on ${[...APPEND_ONLY, ...links].join(', ')} from ${name};
    ${columnGrants(APPEND_ONLY_BUT, name)}
    revoke insert on chain from ${name};
    revoke update, delete on chain_queue from ${name};
    revoke update on ${NO_UPDATE.join(', ')} from ${name};
    ${columnGrants(LOCKED_BY, name)}
    revoke insert, update, delete on ${READ_ONLY.join(', ')} from ${name};`;
}

/**
 * Creates the role of the bundled server if it is missing, sets its password and gives it its rights. Runs after the
 * migrations, at every start, as the owner of the schema, under an advisory lock.
 * @param url address of the migrated database as its superuser
 * @returns the same address as the server's role
 */
export async function prepareServerRole(url: string, password: string): Promise<string> {
  await asOwner(url, async (client) => {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [SERVER_ROLE]);
    if (!rowCount) await client.query(`create role ${SERVER_ROLE}`);
    await client.query(
      `alter role ${SERVER_ROLE} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit
        password ${client.escapeLiteral(password)}`,
    );
    await giveRights(client, SERVER_ROLE);
  });
  const server = new URL(url);
  server.username = SERVER_ROLE;
  server.password = password;
  return server.href;
}

/**
 * Gives the user of DATABASE_URL the rights of the server, where DATABASE_DIRECT_URL names another user, who owns the
 * tables. Does nothing for one user. Runs after the migrations, at every start.
 * @returns what makes these rights useless, in words; undefined if nothing does
 */
export async function confineServer(databaseUrl: string, directUrl: string): Promise<string | undefined> {
  const [role, owner] = [databaseUrl, directUrl].map((url) => userOf(url));
  if (!role || !owner || role === owner) return undefined;
  return asOwner(await findPrimary(directUrl), async (client) => {
    const { rows } = await client.query<{ owns: boolean }>(
      `select pg_has_role($1, (select relowner from pg_class where oid = 'chain'::regclass), 'member') as owns`,
      [role],
    );
    if (rows[0]!.owns)
      return `The user ${role} of DATABASE_URL has all rights of the tables' owner: take them away, so that the database keeps it from rewriting append-only tables`;
    await giveRights(client, role);
    return undefined;
  });
}

/** The user that an address names, also one of several hosts; undefined if it names none. */
export function userOf(url: string): string | undefined {
  return decodeURIComponent(new URL(separateHosts(url)[0]!).username) || undefined;
}

/** A newer schema is left as it is: its server has given the rights, and this one may know fewer append-only tables. */
async function giveRights(client: Client, role: string): Promise<void> {
  const own = readMigrations().at(-1)!.number;
  const { rows } = await client.query<{ newest: number }>('select max(number) as newest from schema_migrations');
  if (rows[0]!.newest <= own) await client.query(grantsOf(role));
}

async function asOwner<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(url);
  client.on('error', () => {}); // the failing query reports the error
  await client.connect();
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    const result = await work(client);
    await client.query('commit');
    return result;
  } finally {
    await client.end().catch(() => {});
  }
}

function columnGrants(columns: Readonly<Record<string, string>>, name: string): string {
  return Object.entries(columns)
    .map(([table, column]) => `grant update (${column}) on ${table} to ${name};`)
    .join('\n');
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
