/** The current time. Only the demo company overrides it, to enter its past year day by day. */
import { AsyncLocalStorage } from 'node:async_hooks';

const testClock = new AsyncLocalStorage<Date>();

/** The current time, or the time set by `at`. */
export function now(): Date {
  return testClock.getStore() ?? new Date();
}
/** Runs `work`, including all asynchronous work that it starts, at another time. */
export function at<T>(time: Date, work: () => T): T {
  return testClock.run(time, work);
}
