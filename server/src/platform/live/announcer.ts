/**
 * Tells every node what was committed. Sent after the commit and gathered for a moment: a NOTIFY inside each writing
 * transaction would take one lock of the whole cluster at every commit.
 */
import type { Pool } from 'pg';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import type { Logger } from '../logger.ts';

export const CHANNEL = 'bobina_changes';
export type Announce = (changes: readonly ChangeEvent[]) => void;

const GATHERED_MS = 100;
/** A payload of NOTIFY is at most 8000 bytes. */
const MOST_IN_ONE = 80;

export interface Announcer {
  announce: Announce;
  /** Called at once in this process, before anybody else hears of it. */
  onLocal(listener: () => void): void;
  /** Sends what is gathered; to be called before the pool closes. */
  flush(): Promise<void>;
}

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
      // A hint that is lost is made good by the next one: screens read again when they reconnect.
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
