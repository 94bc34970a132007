/** Rate limit of the calls of one user, counted by each server. */
import { Problem } from '../problem.ts';

/** A user who was away may send this many seconds' worth of calls at once: opening a screen sends several. */
const BURST_SECONDS = 10;

/** Counts one call of a user. @throws TOO_MANY_REQUESTS with the seconds until the next call is allowed */
export type CountCall = (userId: number) => void;

interface Bucket {
  left: number;
  at: number;
}

/**
 * Creates a token bucket per user. A refused call costs nothing, so the time in Retry-After is always sufficient.
 * @param perSecond calls per second in the long run
 * @param now milliseconds of a clock that only goes forward
 */
export function createRateLimit(perSecond: number, now: () => number = () => performance.now()): CountCall {
  const most = perSecond * BURST_SECONDS;
  const buckets = new Map<number, Bucket>();
  let sweptAt = now();
  const sweep = (at: number) => {
    if (at - sweptAt < BURST_SECONDS * 1000) return;
    sweptAt = at;
    // A bucket that was not used for that long is full again.
    for (const [id, bucket] of buckets) if (at - bucket.at >= BURST_SECONDS * 1000) buckets.delete(id);
  };
  return (userId) => {
    const at = now();
    sweep(at);
    const bucket = buckets.get(userId) ?? { left: most, at };
    bucket.left = Math.min(most, bucket.left + ((at - bucket.at) / 1000) * perSecond);
    bucket.at = at;
    buckets.set(userId, bucket);
    if (bucket.left < 1)
      throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.ceil((1 - bucket.left) / perSecond) });
    bucket.left -= 1;
  };
}
