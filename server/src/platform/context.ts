import type { Warning } from '@bobina/contract/core/errors.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Values, WarningCode } from '@bobina/contract/core/messages/messages.ts';
import { warningMessage } from '@bobina/contract/core/messages/all.ts';
import { can, type Capability, type Role } from '@bobina/contract/core/permissions.ts';
import type { FieldChange } from '@bobina/contract/system/history.ts';
import type { ChangeEvent } from '@bobina/contract/system/system.ts';
import type { CountCache } from './count-cache.ts';
import type { Db, Tx } from './database/db.ts';
import type { Logger } from './logger.ts';

/** The signed-in user: always read from the session, never from the request. */
export type Caller = {
  id: number;
  username: string;
  name: string;
  role: Role;
  tokenHash: Buffer;
  /** With a service token: the capabilities that it names. They limit those of the role (`can`). */
  capabilities?: ReadonlySet<string>;
  /** The name of the service token of the call. */
  tokenName?: string;
  /** Only calls under /auth are open until the user has changed the password. */
  mustChangePassword: boolean;
  /** Only calls under /auth are open until the user has a second factor. */
  mustAddSecondFactor: boolean;
  /** The session was opened or confirmed within 30 minutes. Absent with a service token. */
  isConfirmed?: boolean;
  /** The session was opened by the sign-in provider. */
  isByProvider?: boolean;
};

/** Context of a handler that needs no sign-in. */
export interface Visit {
  readonly db: Db;
  readonly language: Language;
  /** The client's address: behind a trusted proxy, the forwarded address. */
  readonly address: string;
  /** The `User-Agent` header, at most 500 characters. */
  readonly userAgent: string;
  readonly counts: CountCache;
  /** Announces committed changes to open screens; an act uses `changed` instead. */
  readonly announce: (changes: readonly ChangeEvent[]) => void;
  /** Logger of the request. */
  readonly log: Pick<Logger, 'info' | 'warn'>;
  /** True when no proxy is trusted, so that the address is that of the connection. */
  readonly isDirect: boolean;
  /** The scheme and host by which the client reached the server. */
  readonly origin: string;
  /** The value of a cookie of the request. */
  readonly cookie: (name: string) => string | undefined;
}
/** Context of a reading handler. */
export interface Reading extends Visit {
  readonly user: Caller;
}

type ActivityEntry = {
  action: string;
  entity_type: string;
  entity_id: number | null;
  details: string;
  changes?: readonly FieldChange[];
  user_id?: number;
  /** The values for the reversal of this act, as JSON. */
  kept?: object;
  /** The activity that this one undoes. */
  undoes?: number;
  /** The service token of the call. */
  token_name?: string | undefined;
};

/**
 * Context of a writing handler: one business act is one transaction. Its writes, its activity log entries and its
 * stored idempotent answer are committed together. Changes are announced to open screens after the commit.
 */
export class Act implements Omit<
  Reading,
  'userAgent' | 'counts' | 'announce' | 'log' | 'isDirect' | 'origin' | 'cookie'
> {
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
  /** The same transaction, as verbs name it. */
  get tx(): Tx {
    return this.db;
  }
  may(capability: Capability): boolean {
    return can(this.user, capability);
  }
  /**
   * Adds an entry to the activity log and announces the change to open screens.
   * @param action create, update, delete, or the name of the state change
   * @param entity the wire name of its list: the path of its calls
   * @param details human-readable label or description of the changed entity
   * @param changes the old and new values, from `diffRecords`
   */
  record(
    action: string,
    entity: string,
    id: number | null,
    details = '',
    version: number | null = null,
    changes: readonly FieldChange[] = [],
  ): void {
    this.activities.push({
      action,
      entity_type: entity,
      entity_id: id,
      details: details.slice(0, 2000),
      changes,
      token_name: this.user.tokenName,
    });
    this.changed(entity, id, version);
  }
  /** Keeps values with the newest activity, for the reversal of the act (`platform/undo.ts`). */
  keep(values: object): void {
    this.activities.at(-1)!.kept = values;
  }
  /** Announces a change to open screens without an entry in the activity log. */
  changed(entity: string, id: number | null = null, version: number | null = null): void {
    this.changes.push({ entity, id, version });
  }
  /** Adds a warning to the answer of a successful act. @param details its further members */
  warn(
    code: WarningCode,
    values: Values = {},
    path?: string,
    details: Pick<Warning, 'deviation_percent' | 'm'> = {},
  ): void {
    this.warnings.push({
      code,
      message: warningMessage(this.language, code, values),
      ...(path !== undefined && { path }),
      ...details,
    });
  }
}
