/**
 * Detects connections whose database stopped responding (a cable, a firewall, a frozen machine). Such a failure closes
 * no connection, so a pending statement would wait for its full timeout of thirty seconds. A second connection asks the
 * database whether it is still executing the statement. If it is not, or does not answer, the waiting connection is
 * destroyed: its request becomes a 503 within six seconds.
 * A commit that waits for a missing synchronous standby counts as executing, and so do the statements that wait for its
 * locks. Both connections are destroyed too. The backend of such a commit keeps waiting and keeps its locks, so the
 * outcome of the write is unknown until the standby is back. Meanwhile the write gate refuses new writes.
 */
import type { Socket } from 'node:net';
import { Client, DatabaseError, type Pool } from 'pg';
import type { Logger } from '../logger.ts';
import type { WriteGate } from './write-gate.ts';

const CHECK_MS = 500;
/** Nearly every statement is answered within this time. */
const SUSPICIOUS_MS = 1_500;
/** Together with SUSPICIOUS_MS and LOOK_MS less than six seconds. */
const PROBE_MS = 2_500;
/** A commit that waits longer than this for its synchronous standby counts as a commit without a standby. */
const STANDBY_MS = 2_500;
/** Minimum interval between two checks while statements wait for locks. */
const PAUSE_MS = 1_500;

type Watched = Client & { waitingSince?: number | undefined; processID?: number | null };

interface Backend {
  pid: number;
  working: boolean;
  /** Its commit waits for a synchronous standby. */
  committing: boolean;
  /** Its commit waits for a synchronous standby, or it waits for a lock of such a backend. */
  held: boolean;
}
const WORKING = `
  with recursive asked as materialized (
    select pid, coalesce(wait_event = 'SyncRep', false) as committing,
      state is null or state not like 'idle%' or state_change > clock_timestamp() - interval '1 second' as working,
      case when wait_event_type = 'Lock' then pg_blocking_pids(pid) else '{}' end as blockers
    from pg_stat_activity where pid = any($1::int[])),
  held (pid) as (
    select pid from pg_stat_activity where wait_event = 'SyncRep'
    union select asked.pid from asked join held on held.pid = any(asked.blockers))
  select pid, working, committing, pid in (select held.pid from held) as held from asked`;

/** Watches every connection of a pool until it ends. @param findDatabase the address to ask about its connections */
export function watchForSilence(
  pool: Pool,
  findDatabase: () => Promise<string>,
  log: Pick<Logger, 'warn'>,
  gate: WriteGate,
): void {
  const clients = new Set<Watched>();
  pool.on('connect', (client) => clients.add(client as unknown as Watched));
  pool.on('remove', (client) => clients.delete(client as unknown as Watched));

  let busyUntil = 0;
  const checkConnections = async () => {
    const now = performance.now();
    if (now < busyUntil) return;
    const waiting = [...clients]
      .map((client) => ({ client, since: client.waitingSince, pid: client.processID }))
      .filter(({ since, pid }) => since !== undefined && typeof pid === 'number');
    // A statement sent a moment ago may not have reached the database before this check.
    const suspects = waiting.filter(({ since }) => now - since! > SUSPICIOUS_MS);
    if (suspects.length === 0 && gate.stuck.size === 0) return;
    busyUntil = Number.POSITIVE_INFINITY;
    const backends = await findDatabase()
      .then((url) => readBackends(url, [...suspects.map(({ pid }) => pid!), ...gate.stuck]))
      .catch(() => undefined);
    busyUntil = performance.now() + PAUSE_MS;
    if (backends === null) return;
    const stuck = new Set(gate.stuck);
    if (backends) for (const pid of stuck) if (!backends.get(pid)?.committing) stuck.delete(pid);
    // When the database does not answer at all, every waiting connection counts as unresponsive.
    for (const { client, since, pid } of backends ? suspects : waiting) {
      if (client.waitingSince !== since) continue;
      const waited_ms = Math.round(performance.now() - since!);
      const { working = false, committing = false, held = false } = backends?.get(pid!) ?? {};
      const lacksStandby = held && waited_ms >= STANDBY_MS;
      if (working && !lacksStandby) continue;
      if (committing) stuck.add(pid!);
      log.warn(
        { pid, waited_ms },
        `database connection ${lacksStandby ? 'waits for a missing standby' : 'silent'}: cut`,
      );
      destroy(client);
    }
    gate.stuck = stuck;
  };
  const timer = setInterval(() => (pool.ended ? clearInterval(timer) : void checkConnections()), CHECK_MS).unref();
}

/** The state of the backends, or null when it cannot be determined. @throws when the database does not answer */
async function readBackends(connectionString: string, pids: readonly number[]): Promise<Map<number, Backend> | null> {
  const client: Watched = new Client({
    connectionString,
    application_name: 'bobina probe',
    connectionTimeoutMillis: PROBE_MS,
    query_timeout: PROBE_MS,
  });
  client.on('error', () => {});
  const late = setTimeout(() => destroy(client), PROBE_MS);
  try {
    await client.connect();
    const { rows } = await client.query<{ mine: number }>('select pg_backend_pid() as mine');
    if (rows[0]!.mine !== client.processID) return null; // a connection pooler in between issues its own process ids
    const found = await client.query<Backend>(WORKING, [pids]);
    return new Map(found.rows.map((backend) => [backend.pid, backend]));
  } catch (error) {
    if (error instanceof DatabaseError) return null; // the database responds: it is full, starting or stopping
    throw error;
  } finally {
    clearTimeout(late);
    destroy(client);
  }
}

function destroy(client: Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
