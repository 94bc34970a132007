import type { Warning } from '@bobina/contract/core/errors.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Values, WarningCode } from '@bobina/contract/core/messages/messages.ts';
import { warningMessage } from '@bobina/contract/core/messages/all.ts';
import { can, type Capability, type Role } from '@bobina/contract/core/permissions.ts';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import type { CountCache } from './count-cache.ts';
import type { Db, Tx } from './database/db.ts';
import type { Logger } from './logger.ts';

/** Who asks: always from the session, never from what was sent. */
export type Caller = {
  id: number;
  username: string;
  name: string;
  role: Role;
  tokenHash: Buffer;
};

/** What a handler is given that anybody may call. */
export interface Visit {
  readonly db: Db;
  readonly language: Language;
  /** The client's address: behind a trusted proxy, the one that the proxy names. */
  readonly address: string;
  readonly counts: CountCache;
  /** Tells the screens of what a visit committed; an act says it by `changed`. */
  readonly announce: (changes: readonly ChangeEvent[]) => void;
  /** The request's own log. */
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** Whether no proxy is trusted, so that the address is that of the connection. */
  readonly isDirect: boolean;
}
/** What a reading handler is given. */
export interface Reading extends Visit {
  readonly user: Caller;
}

type ActivityEntry = {
  action: string;
  entity_type: string;
  entity_id: number | null;
  details: string;
  user_id?: number;
};

/**
 * What a writing handler is given: one business act is one transaction. What it does, its activities and its
 * remembered answer are committed together; what it changed is told to the screens after that.
 */
export class Act implements Omit<Reading, 'counts' | 'announce' | 'log' | 'isDirect'> {
  readonly activities: ActivityEntry[] = [];
  readonly changes: ChangeEvent[] = [];
  readonly warnings: Warning[] = [];
  readonly db: Tx;
  readonly user: Caller;
  readonly language: Language;
  readonly address: string;
  constructor(db: Tx, { user, language, address }: Pick<Reading, 'user' | 'language' | 'address'>) {
    this.db = db;
    this.user = user;
    this.language = language;
    this.address = address;
  }
  /** The same transaction, under the name that a verb locks and writes by. */
  get tx(): Tx {
    return this.db;
  }
  may(capability: Capability): boolean {
    return can(this.user.role, capability);
  }
  /**
   * Writes into the activity log what was done to an entity, and tells the screens that it changed.
   * @param action create, update, delete, or the name of the state change
   * @param entity the wire name of its list: the path of its calls
   * @param details what it was done to, for people
   */
  did(action: string, entity: string, id: number | null, details = '', version: number | null = null): void {
    this.activities.push({ action, entity_type: entity, entity_id: id, details: details.slice(0, 2000) });
    this.changed(entity, id, version);
  }
  /** Tells the screens of a change that is not worth a line of the log of its own. */
  changed(entity: string, id: number | null = null, version: number | null = null): void {
    this.changes.push({ entity, id, version });
  }
  /** Done, but look. */
  warn(code: WarningCode, values: Values = {}, path?: string): void {
    this.warnings.push({
      code,
      message: warningMessage(this.language, code, values),
      ...(path !== undefined && { path }),
    });
  }
}
