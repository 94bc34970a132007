/** What time it is. Only the demo company lives on other days than today: its past year is entered day by day. */
import { AsyncLocalStorage } from 'node:async_hooks';

const pretended = new AsyncLocalStorage<Date>();

export const now = (): Date => pretended.getStore() ?? new Date();
/** Runs `work`, and all that it starts, at another time. */
export const at = <T>(time: Date, work: () => T): T => pretended.run(time, work);
