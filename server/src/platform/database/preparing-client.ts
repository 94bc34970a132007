/**
 * A database client that prepares every parameterised statement, from Kysely or from SQL text, and that pipelines
 * statements without a result: it sends them together with the next one, which saves one round trip.
 */
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg, { Client, type ClientConfig, type QueryResult } from 'pg';

/**
 * Timeout in milliseconds for a statement that waits for no lock and reads at most one row. A longer wait counts as a
 * database failure.
 */
export const QUERY_TIMEOUT_MS = 4_000;

/**
 * Appended to a statement without rows to pipeline it. Its error is raised by the statement that it is sent with, at
 * the latest by the commit.
 */
export const PIPELINED = '/* pipelined */';
function isBeginning(text: string): boolean {
  return /^(begin|start transaction)\b/i.test(text);
}
/** Whether a statement waits for the next one. There are few such texts. */
function canBePipelined(text: string): boolean {
  return isBeginning(text) || text.endsWith(PIPELINED);
}

/**
 * Most statements that a connection keeps prepared, besides those that can be pipelined. The choice of fields of a list
 * makes many different texts; the least recently used one is closed.
 */
const MOST_PREPARED = 400;
/** Most texts whose names are kept. A forgotten one gets the same name again. */
const MOST_NAMES = 4_000;
const names = new Map<string, string>();

/**
 * The name of a statement that is worth preparing, the same for the same text on every connection. Searches are not
 * prepared, because their plan depends on the search text.
 */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (!/^\s*(select|insert|update|delete|with|call|begin|start transaction)\b/i.test(text) || / like /i.test(text))
    return undefined;
  const name = `s_${createHash('sha1').update(text).digest('base64url')}`;
  if (names.size >= MOST_NAMES) names.clear();
  names.set(text, name);
  return name;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
/** Internals of the driver that its types do not declare. */
interface Wire {
  parsedStatements: Record<string, string | undefined>;
  stream: Socket;
  bind(what: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  execute(): void;
  close(what: { type: 'S'; name: string }): void;
}
interface DriverQuery {
  text: string;
  values: readonly unknown[];
  name: string | undefined;
  query_timeout?: number;
  requiresPreparation(): boolean;
  prepare(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
}
const DriverQuery = pg.Query as unknown as new (text: string, values: readonly unknown[]) => DriverQuery;
const { prepareValue } = (pg as unknown as { utils: { prepareValue: (value: unknown) => unknown } }).utils;

/** Prepares a statement, and closes the one whose last use on the connection is the longest ago when there are too many. */
class PreparedQuery extends DriverQuery {
  readonly #used: Set<string>;
  /** @param used the names prepared on the connection, the most recently used last */
  constructor(text: string, values: readonly unknown[], used: Set<string>) {
    super(text, values);
    this.#used = used;
  }
  override prepare(wire: Wire): void {
    this.makeRoom(wire);
    super.prepare(wire);
  }
  /** Comes before all other messages: after a statement that fails, the database would skip the closing one. */
  protected makeRoom(wire: Wire): void {
    if (this.name === undefined || canBePipelined(this.text)) return;
    this.#used.delete(this.name);
    this.#used.add(this.name);
    if (this.#used.size <= MOST_PREPARED) return;
    const [oldest] = this.#used;
    this.#used.delete(oldest!);
    delete wire.parsedStatements[oldest!];
    wire.close({ type: 'S', name: oldest! });
  }
}

/**
 * Sends a statement after pipelined ones, in one message and before one Sync. When one of them fails, the database
 * skips all later ones. So nothing runs outside of a transaction whose BEGIN failed.
 */
class LedQuery extends PreparedQuery {
  readonly ahead: readonly Statement[];
  #unanswered: number;
  constructor(text: string, values: readonly unknown[], used: Set<string>, ahead: readonly Statement[]) {
    super(text, values, used);
    this.ahead = ahead;
    this.#unanswered = ahead.length;
  }
  override requiresPreparation(): boolean {
    return true;
  }
  override prepare(wire: Wire): void {
    this.makeRoom(wire);
    for (const { text, values } of this.ahead) {
      wire.bind({ statement: statementName(text)!, values, valueMapper: prepareValue });
      wire.execute();
    }
    super.prepare(wire);
  }
  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#unanswered > 0) this.#unanswered--;
    else super.handleCommandComplete(message, wire);
  }
}

function done(command: string) {
  return { command, rowCount: 0, oid: 0, fields: [], rows: [] } as QueryResult;
}

/** Emitted by a client when the database refuses a write because it is read only (SQLSTATE 25006). */
export const READ_ONLY_EVENT = 'databaseIsReadOnly';

const SESSION = `select set_config('idle_in_transaction_session_timeout', '60000', false), pg_backend_pid() as pid`;

export class PreparingClient extends Client {
  /** When the oldest unanswered statement was sent, by performance.now(). */
  waitingSince: number | undefined;
  /** The process of the database that serves this connection. */
  declare processID: number | null;
  #ahead: Statement[] = [];
  /** The names of the prepared statements that cannot be pipelined, the most recently used last. */
  readonly #used = new Set<string>();
  constructor(config?: ClientConfig) {
    super(config);
    const wire = this.#wire as unknown as EventEmitter;
    wire.on('readyForQuery', () => {
      this.waitingSince = undefined;
    });
    wire.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === '25006') this.emit(READ_ONLY_EVENT as 'end');
    });
  }
  // oxlint-disable-next-line no-explicit-any -- the driver's overloads
  override connect(callback?: (error: any, client?: any) => void): any {
    const connecting = this.connectSession();
    if (!callback) return connecting;
    void connecting.then(
      () => callback(null, this),
      (error: unknown) => callback(error),
    );
  }
  /**
   * Connects, and sets the time limit of idle transactions by a statement, because poolers refuse it as a parameter of
   * the connection. A pooler also gives out process ids of its own: the watch over unresponsive connections needs the
   * database's.
   */
  protected async connectSession(): Promise<this> {
    const ignore = () => {}; // the failing statement reports a lost connection
    this.on('error', ignore);
    try {
      await super.connect();
      const { rows } = await super.query<{ pid: number }>(SESSION);
      this.processID = rows[0]!.pid;
      return this;
    } finally {
      this.off('error', ignore);
    }
  }
  get #wire(): Wire {
    return (this as unknown as { connection: Wire }).connection;
  }
  // oxlint-disable-next-line no-explicit-any -- the driver's overloads, passed through
  override query(...args: any[]): any {
    const [text, values] = args;
    if (args.length === 2 && typeof text === 'string' && Array.isArray(values)) return this.#send(text, values);
    if (this.#ahead.length > 0) throw new Error('a statement of a transaction is sent as text and values');
    this.waitingSince ??= performance.now();
    return Reflect.apply(super.query, this, args);
  }

  async #send(text: string, values: unknown[]): Promise<QueryResult> {
    const name = statementName(text);
    // A statement can be pipelined once it has been prepared on this connection by a separate round trip.
    if (canBePipelined(text) && name !== undefined && this.#wire.parsedStatements[name] !== undefined) {
      this.#ahead.push({ text, values });
      return done('');
    }
    const ahead = this.#ahead;
    this.#ahead = [];
    const isEnding = text === 'commit' || text === 'rollback';
    if (isEnding && isBeginning(ahead[0]?.text ?? '') && (text === 'rollback' || ahead.length === 1))
      return done(text.toUpperCase()); // the transaction never reached the database
    return this.#ask(text, values, name, text === 'rollback' ? [] : ahead);
  }

  async #ask(text: string, values: unknown[], name: string | undefined, ahead: Statement[]): Promise<QueryResult> {
    const query =
      ahead.length > 0 ? new LedQuery(text, values, this.#used, ahead) : new PreparedQuery(text, values, this.#used);
    query.name = name;
    if (isBeginning(text)) query.query_timeout = QUERY_TIMEOUT_MS;
    this.waitingSince ??= performance.now();
    try {
      return await new Promise<QueryResult>((resolve, reject) => {
        const answered = (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result));
        void super.query(query as never, answered as never);
      });
    } catch (error) {
      // A late answer would be taken for that of the next statement, so the connection is destroyed.
      if (error instanceof Error && error.message === 'Query read timeout') this.#wire.stream.destroy();
      throw error;
    }
  }
}
