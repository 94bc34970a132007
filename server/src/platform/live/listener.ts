import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import type { Logger } from '../logger.ts';
import { CHANNEL } from './announcer.ts';

export interface Listener {
  close(): Promise<void>;
}
interface Hears {
  onChanges(changes: ChangeEvent[]): void;
  /** Changes may have been missed while the connection was down. */
  onResync(): void;
}

const GOODBYE_MS = 500;
const MOST_WAIT_MS = 5_000;
const PROBE_MS = 15_000;

/** One connection that hears every node's changes; it comes back by itself when it is lost. */
export function listenForChanges(connectionString: string, log: Logger, { onChanges, onResync }: Hears): Listener {
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
    // A peer that vanished without a word is noticed by asking.
    const probe = setInterval(
      () => void client.query('select 1').catch(() => client.end().catch(() => {})),
      PROBE_MS,
    ).unref();
    onResync();
    await ended;
    clearInterval(probe);
  };
  const run = async () => {
    for (let wait = 100; !stopped.signal.aborted; wait = Math.min(wait * 2, MOST_WAIT_MS)) {
      const current = new Client({
        connectionString,
        application_name: 'bobina live',
        query_timeout: 5_000,
        connectionTimeoutMillis: 5_000,
        keepAlive: true,
      });
      const since = Date.now();
      await connected(current).catch((error: unknown) => log.warn({ err: error }, 'live changes: connection failed'));
      await endWithin(current, GOODBYE_MS);
      if (Date.now() - since > MOST_WAIT_MS) wait = 100;
      await sleep(wait, undefined, { signal: stopped.signal }).catch(() => {});
    }
  };
  const running = run();
  return {
    close: async () => {
      stopped.abort();
      await running; // every wait in it has an end
    },
  };
}

/** Says goodbye; a connection that does not answer is left to end by itself. */
async function endWithin(client: Client, ms: number): Promise<void> {
  await Promise.race([client.end().catch(() => {}), sleep(ms)]);
}
