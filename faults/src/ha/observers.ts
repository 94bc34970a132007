/** Clients that read without a pause while the cluster changes: a reader, a health probe and live changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../client.ts';
import { readEvents } from '../events.ts';
import { hold, type Stage } from '../scenario.ts';

const PAUSE_MS = 200;
const TIMEOUT_MS = 15_000;

/** Repeats a GET until the stage ends and counts the statuses. */
export function watch(stage: Stage, client: Client, path: string) {
  const statuses = new Map<string, number>();
  let over = false;
  let slowest = 0;
  const watching = (async () => {
    for (; !over; await sleep(PAUSE_MS)) {
      const started = performance.now();
      const status = await client.send('GET', path).then(
        (answer) => String(answer.status),
        () => 'no answer',
      );
      slowest = Math.max(slowest, performance.now() - started);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  })();
  const stop = async () => {
    over = true;
    await watching;
  };
  stage.defer(stop);
  return {
    stop,
    tell: () =>
      `${[...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')}, slowest ${(slowest / 1000).toFixed(1)} s`,
    /** Statuses other than 200. */
    failures: () => [...statuses.keys()].filter((status) => status !== '200'),
    /** Statuses other than 200 and 503. */
    odd: () => [...statuses.keys()].filter((status) => status !== '200' && status !== '503'),
  };
}

/** Reads live changes as a browser does: a stream that has ended is opened again. */
export async function followChanges(stage: Stage, client: Client) {
  let current = await readEvents(stage, client.url(), client);
  let reopened = 0;
  return {
    reopened: () => reopened,
    /** Makes a product until it is announced on the stream. @returns ms from the acknowledged write to its event */
    async measureEvent(make: () => Promise<number | undefined>): Promise<number> {
      for (const until = performance.now() + TIMEOUT_MS; ;) {
        hold(performance.now() < until, 'live changes did not resume');
        if (current.over()) {
          current = await readEvents(stage, client.url(), client);
          reopened++;
        }
        const id = await make();
        const since = performance.now();
        // An event may be lost while the server reconnects; it then sends a resync event.
        while (id !== undefined && performance.now() - since < 1_000) {
          if (current.events.some((event) => event.entity === 'products' && event.id === id))
            return performance.now() - since;
          await sleep(5);
        }
        await sleep(50);
      }
    },
  };
}
