import type { Client } from 'pg';

const OLDEST = 15;

/**
 * Checks that the database can be used safely.
 * @throws Error unless its character type lowercases every letter (codes and names compare case-insensitively in SQL),
 * unless fsync, full_page_writes and synchronous_commit are on, and unless PostgreSQL is 15 or later.
 * ALLOW_UNSAFE_DATABASE=1 accepts unsafe settings; tests use it for speed.
 */
export async function checkDurability(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
  );
  const settings = new Map(rows.map(({ name, setting }) => [name, setting]));
  const version = Math.floor(Number(settings.get('server_version_num')) / 10_000);
  if (version < OLDEST) throw new Error(`PostgreSQL ${version} is too old: Bobina needs ${OLDEST} or later`);

  if (process.env.ALLOW_UNSAFE_DATABASE === '1') return;
  const letters = await client.query<{ known: boolean }>(
    `select current_setting('server_encoding') = 'UTF8' and lower('È') = 'è' as known`,
  );
  if (!letters.rows[0]!.known) {
    throw new Error(
      `the database does not know that È is è: make it with encoding 'UTF8', locale 'C.UTF-8' and template template0`,
    );
  }
  const unsafe = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => settings.get(name) === 'off');
  if (unsafe.length > 0) {
    throw new Error(
      `the database may lose acknowledged writes: ${unsafe.join(', ')} is off. Switch it on, or set ALLOW_UNSAFE_DATABASE=1`,
    );
  }
}
