/** When a delivery is tried again, and when it is given up. */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const WAITS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 6 * HOUR];
const LATER = 24 * HOUR;
const SPREAD = 0.2;

/** For how long a row waits in all before it is dead, in milliseconds. */
export const DEAD_AFTER_MS = 3 * 24 * HOUR;

/**
 * The wait after a failed attempt, in milliseconds, varied by up to 20 % so that rows that failed together are not tried
 * together. @param attempts the number of attempts so far, from 1 @param random from 0 to 1
 */
export function waitAfter(attempts: number, random: number): number {
  const base = WAITS[attempts - 1] ?? LATER;
  return Math.round(base * (1 - SPREAD + 2 * SPREAD * random));
}
