import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import { findPrimary } from '../database/hosts.ts';
import type { Logger } from '../logger.ts';
import { CHANNEL } from './announcer.ts';

export interface Listener {
  close(): Promise<void>;
}
interface Hears {
  onChanges(changes: ChangeEvent[]): void;
  /** Called when changes may have been missed while the connection was down. */
  onResync(): void;
}

const CLOSE_TIMEOUT_MS = 500;
const MOST_WAIT_MS = 5_000;
const PROBE_MS = 15_000;

/** Opens one connection that receives the changes of every node, and reconnects when it is lost. */
export function listenForChanges(url: string, log: Logger, { onChanges, onResync }: Hears): Listener {
  const stopped = new AbortController();

  const connected = async (client: Client) => {
    const ended = new Promise<void>((resolve) => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      stopped.signal.addEventListener('abort', () => resolve());
    });
    client.on('notification', ({ payload }) => onChanges(JSON.parse(payload ?? '[]') as ChangeEvent[]));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    // A periodic query detects a peer that vanished without closing the connection.
    const probe = setInterval(
      () => void client.query('select 1').catch(() => client.end().catch(() => {})),
      PROBE_MS,
    ).unref();
    onResync();
    await ended;
    clearInterval(probe);
  };
  const listenOnce = async () => {
    const current = new Client({
      connectionString: await findPrimary(url),
      // Not `bobina live`, which is the name in servers without a row in `servers`: see running-servers.ts.
      application_name: 'bobina changes',
      query_timeout: 5_000,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    try {
      await connected(current);
    } finally {
      await endWithin(current, CLOSE_TIMEOUT_MS);
    }
  };
  const run = async () => {
    for (let wait = 100; !stopped.signal.aborted; wait = Math.min(wait * 2, MOST_WAIT_MS)) {
      const since = Date.now();
      await listenOnce().catch((error: unknown) => log.warn({ err: error }, 'live changes: connection failed'));
      if (Date.now() - since > MOST_WAIT_MS) wait = 100;
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    close: async () => {
      stopped.abort();
      await running; // every wait in it has a time limit
    },
  };
}

/** Closes the connection; does not wait for a server that does not answer. */
async function endWithin(client: Client, ms: number): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(ms)]);
}
