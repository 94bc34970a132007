/** A closed loop: each client asks again as soon as it is answered. */
import { percentile } from './percentile.ts';

export interface Figures {
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

/** What was seen of one loop, or of several of the same kind put together. */
export interface Seen {
  /** Milliseconds of each request. */
  times: number[];
  /** Seconds from the first request to the last answer. */
  elapsed: number;
}

/** @param ask one request, start to end */
export async function observe(
  clients: number,
  seconds: number,
  ask: (client: number) => Promise<unknown>,
): Promise<Seen> {
  const times: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      do {
        const at = performance.now();
        await ask(client);
        times.push(performance.now() - at);
      } while (performance.now() < until);
    }),
  );
  return { times, elapsed: (performance.now() - started) / 1000 };
}

export function figuresOf(seen: readonly Seen[]): Figures {
  const times = seen.flatMap((loop) => loop.times).toSorted((a, b) => a - b);
  return {
    perSecond: times.length / seen.reduce((all, { elapsed }) => all + elapsed, 0),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
  };
}
