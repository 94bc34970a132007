/** The servers that run on one database: during a rolling upgrade some of them are of the last release. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from './database/db.ts';
import { readMigrations } from './database/migration-files.ts';
import type { Logger } from './logger.ts';
import { Problem } from './problem.ts';

const EVERY_MS = 10_000;
const SEEN_SECONDS = 60;
const CLOSE_TIMEOUT_MS = 1_000;
/** How servers that write no row name the connection that receives live changes; others use another name. */
const CONNECTION_OF_OLDER = 'bobina live';

/**
 * Writes a row for this server into `servers` now and every 10 s, and deletes those of servers not seen for 60 s. A
 * failure is logged, and the next time writes the row again.
 */
export function announceServer(db: Db, log: Pick<Logger, 'warn'>, everyMs = EVERY_MS) {
  const id = randomUUID();
  const code = readMigrations().at(-1)!.number;
  let running: Promise<void> | undefined;
  const beat = async () => {
    try {
      await writeServer(db, id, code);
    } catch (error) {
      log.warn({ err: error }, 'the row of this server was not written');
    }
    running = undefined;
  };
  const start = () => {
    running ??= beat();
  };
  start();
  const timer = setInterval(start, everyMs).unref();
  const leave = async () => {
    await running;
    await db.deleteFrom('servers').where('id', '=', id).execute();
  };
  return {
    /** Deletes the row, unless the database does not answer within a second. */
    stop: async () => {
      clearInterval(timer);
      const left = leave().catch((error: unknown) =>
        log.warn({ err: error }, 'the row of this server was not deleted'),
      );
      await Promise.race([left, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Requires that all running servers know a migration, before an act writes rows that older servers misread. A server
 * that starts later is not considered.
 * @throws NOT_CONFIGURED
 */
export async function requireCode(tx: Tx, migration: number): Promise<void> {
  const { rows } = await sql<{ is_older_running: boolean }>`
    select exists (
      select from servers where code < ${migration} and seen_at >= now() - make_interval(secs => ${SEEN_SECONDS})
    ) or exists (
      select from pg_stat_activity where datname = current_database() and application_name = ${CONNECTION_OF_OLDER}
    ) as is_older_running`.execute(tx);
  if (rows[0]!.is_older_running) throw new Problem('NOT_CONFIGURED', { text: 'OLDER_SERVER_RUNS' });
}

async function writeServer(db: Db, id: string, code: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // A lost row is written again, so the commit need not wait for a synchronous standby.
    await sql`set local synchronous_commit = off`.execute(tx);
    await sql`
      with gone as (
        delete from servers where seen_at < now() - make_interval(secs => ${SEEN_SECONDS}) and id <> ${id}
      )
      insert into servers (id, code) values (${id}, ${code})
      on conflict (id) do update set seen_at = excluded.seen_at`.execute(tx);
  });
}
