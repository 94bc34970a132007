/**
 * A client that prepares what it is given as text and values, whoever sends it, Kysely or a verb; and that sends a
 * statement whose answer nobody waits for together with the next one, which saves its journey.
 */
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import pg, { Client, type ClientConfig, type QueryResult } from 'pg';

/** For what waits for nobody's lock and reads no more than a row: later than this, the database is in trouble. */
export const PATIENCE_MS = 4_000;

/**
 * At the end of a statement without rows: nobody waits for its answer. Its problem is that of the statement that it goes
 * along with, at the latest of the commit.
 */
export const PIPELINED = '/* pipelined */';
function isBeginning(text: string): boolean {
  return /^(begin|start transaction)\b/i.test(text);
}

const MOST_NAMED = 400;
const names = new Map<string, string>();

/**
 * A name for a statement that is worth preparing, the same for the same text on every connection. Searches are left
 * out: their plan depends on what is searched for.
 */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known) return known;
  if (
    names.size >= MOST_NAMED ||
    !/^\s*(select|insert|update|delete|with|call|begin|start transaction)\b/i.test(text) ||
    / like /i.test(text)
  )
    return undefined;
  const name = `s_${createHash('sha1').update(text).digest('base64url')}`;
  names.set(text, name);
  return name;
}

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}
/** What the driver has, and its types do not tell. */
interface Wire {
  parsedStatements: Record<string, string | undefined>;
  stream: Socket;
  bind(what: { statement: string; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }): void;
  execute(): void;
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

/**
 * A statement behind others, in one message and before one Sync: where one of them fails, the database does none that
 * comes after it. So nothing is ever done outside of a transaction whose beginning failed.
 */
class LedQuery extends DriverQuery {
  readonly ahead: readonly Statement[];
  #unanswered: number;
  constructor(text: string, values: readonly unknown[], ahead: readonly Statement[]) {
    super(text, values);
    this.ahead = ahead;
    this.#unanswered = ahead.length;
  }
  override requiresPreparation(): boolean {
    return true;
  }
  override prepare(wire: Wire): void {
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

export class PreparingClient extends Client {
  /** When it asked what it was not answered yet, by performance.now(). */
  waitingSince: number | undefined;
  #ahead: Statement[] = [];
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
    // Prepared on this connection by having been sent alone once.
    const mayWait = isBeginning(text) || text.endsWith(PIPELINED);
    if (mayWait && name !== undefined && this.#wire.parsedStatements[name] !== undefined) {
      this.#ahead.push({ text, values });
      return done('');
    }
    const ahead = this.#ahead;
    this.#ahead = [];
    const isEnding = text === 'commit' || text === 'rollback';
    if (isEnding && isBeginning(ahead[0]?.text ?? '') && (text === 'rollback' || ahead.length === 1))
      return done(text.toUpperCase()); // nothing was sent of it
    return this.#ask(text, values, name, text === 'rollback' ? [] : ahead);
  }

  async #ask(text: string, values: unknown[], name: string | undefined, ahead: Statement[]): Promise<QueryResult> {
    const query = ahead.length > 0 ? new LedQuery(text, values, ahead) : new DriverQuery(text, values);
    query.name = name;
    if (isBeginning(text)) query.query_timeout = PATIENCE_MS;
    this.waitingSince ??= performance.now();
    try {
      return await new Promise<QueryResult>((resolve, reject) => {
        const answered = (error: Error | null, result: QueryResult) => (error ? reject(error) : resolve(result));
        void super.query(query as never, answered as never);
      });
    } catch (error) {
      // Its answer may come yet, and be taken for that of the next statement's: the connection is of no use any more.
      if (error instanceof Error && error.message === 'Query read timeout') this.#wire.stream.destroy();
      throw error;
    }
  }
}
