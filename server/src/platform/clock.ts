/** What time it is. Only the demo company lives on other days than today: its past year is entered day by day. */
import { AsyncLocalStorage } from 'node:async_hooks';

const pretended = new AsyncLocalStorage<Date>();

export function now(): Date {
  return pretended.getStore() ?? new Date();
}
/** Runs `work`, and all that it starts, at another time. */
export function at<T>(time: Date, work: () => T): T {
  return pretended.run(time, work);
}
