/**
 * Announces committed changes to every node. Sends them after the commit, debounced: a NOTIFY inside each writing
 * transaction would take one lock of the whole cluster at every commit.
 */
import type { Pool } from 'pg';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import type { Logger } from '../logger.ts';

export const CHANNEL = 'bobina_changes';
export type Announce = (changes: readonly ChangeEvent[]) => void;

const GATHERED_MS = 100;
/** A NOTIFY payload is limited to 8000 bytes. */
const MOST_IN_ONE = 80;

export interface Announcer {
  announce: Announce;
  /** Registers a listener that every announcement in this process calls at once. */
  onLocal(listener: () => void): void;
  /** Sends the queued changes; call it before the pool closes. */
  flush(): Promise<void>;
}

/** Creates the announcer of a pool. A failed NOTIFY is logged, not retried. */
export function createAnnouncer(pool: Pool, log: Logger): Announcer {
  let gathered = new Map<string, ChangeEvent>();
  let timer: NodeJS.Timeout | undefined;
  const listeners: (() => void)[] = [];

  const flush = async () => {
    clearTimeout(timer);
    timer = undefined;
    const changes = [...gathered.values()];
    gathered = new Map();
    for (let at = 0; at < changes.length; at += MOST_IN_ONE) {
      const payload = JSON.stringify(changes.slice(at, at + MOST_IN_ONE));
      // The next change makes up for a lost notification: screens reload when they reconnect.
      await pool
        .query('select pg_notify($1, $2)', [CHANNEL, payload])
        .catch((error: unknown) => log.warn({ err: error }, 'changes not announced'));
    }
  };
  return {
    announce: (changes) => {
      if (changes.length === 0) return;
      for (const listener of listeners) listener();
      for (const change of changes) gathered.set(`${change.entity} ${change.id}`, change);
      timer ??= setTimeout(() => void flush(), GATHERED_MS);
    },
    onLocal: (listener) => listeners.push(listener),
    flush,
  };
}
