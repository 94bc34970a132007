import { mayHoldActs } from './acts.ts';

/** Sends what waits, if anything does. Loads the queue only then. Never fails: what cannot be sent stays. */
export async function sendWaiting(): Promise<void> {
  if (!mayHoldActs()) return;
  const queue = await import('./queue.ts').catch(() => undefined);
  await queue?.sendAll();
}
