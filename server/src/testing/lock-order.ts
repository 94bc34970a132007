/**
 * Records in which order an act locks rows. PostgreSQL keeps no log of row locks, and those of triggers and functions are
 * in no statement of the client. So the act runs once for each row that it locks, while a second connection holds that row:
 * whatever the act holds while it waits was locked before.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** A kind of rows, and its place in the order of locks. */
export interface LockClass {
  name: string;
  table: string;
  /** A condition on the rows `t` of the table; without it, all of them. */
  where?: string;
}

export interface LockRecord {
  /** The kinds of rows that the act locked, in the order of the classes. */
  locked: string[];
  /** Pairs that the act locked in the wrong order, such as `batches before products`. */
  misplaced: string[];
}

interface Row {
  rank: number;
  ctid: string;
}

/** How long an act may need to reach a lock. */
const TIMEOUT_MS = 20_000;

export class LockRecorder {
  readonly #classes: readonly LockClass[];
  readonly #holder: Client;
  readonly #probe: Client;

  private constructor(classes: readonly LockClass[], [holder, probe]: [Client, Client]) {
    this.#classes = classes;
    this.#holder = holder;
    this.#probe = probe;
  }

  /** @param classes in the order in which acts lock them */
  static async open(databaseUrl: string, classes: readonly LockClass[]): Promise<LockRecorder> {
    const clients: [Client, Client] = [new Client(databaseUrl), new Client(databaseUrl)];
    for (const client of clients) await client.connect();
    return new LockRecorder(classes, clients);
  }

  async close(): Promise<void> {
    await this.#holder.end();
    await this.#probe.end();
  }

  /**
   * Runs an act again and again without letting it commit. The act must write an activity, which is where it is stopped.
   * @param start sends the act and ends with its answer or its error
   * @throws if the act ends before it has written its activity
   */
  async record(start: () => Promise<unknown>): Promise<LockRecord> {
    const locked = await this.#whileStopped(start, undefined, () => this.#lockedRows());
    const misplaced = new Set<string>();
    for (const row of locked) {
      const held = await this.#whileStopped(start, row, () => this.#lockedRows(row));
      for (const { rank } of held)
        if (rank > row.rank) misplaced.add(`${this.#classes[rank]!.name} before ${this.#classes[row.rank]!.name}`);
    }
    return { locked: [...new Set(locked.map(({ rank }) => this.#classes[rank]!.name))], misplaced: [...misplaced] };
  }

  /** Starts the act, looks at it while it waits for `row`, or else for the log of activities, and rolls it back. */
  async #whileStopped(start: () => Promise<unknown>, row: Row | undefined, look: () => Promise<Row[]>): Promise<Row[]> {
    const { rows: own } = await this.#holder.query<{ pid: number }>('select pg_backend_pid() as pid');
    await this.#holder.query('begin; lock table activities in share row exclusive mode');
    if (row)
      await this.#holder.query(
        `select from ${this.#classes[row.rank]!.table} where ctid = '${row.ctid}' for no key update`,
      );
    let answer: unknown;
    const act = start().then(
      (given) => (answer = given ?? 'ended'),
      (error: unknown) => (answer = error),
    );
    try {
      const pid = await this.#waitingFor(own[0]!.pid, () => answer);
      const found = await look();
      await this.#probe.query('select pg_cancel_backend($1)', [pid]);
      await act;
      return found;
    } finally {
      await this.#holder.query('rollback');
      await act;
    }
  }

  /** @returns the backend that waits for a lock of the holder */
  async #waitingFor(holder: number, answered: () => unknown): Promise<number> {
    for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await sleep(1)) {
      const { rows } = await this.#probe.query<{ pid: number }>(
        `select pid from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and $1 = any (pg_blocking_pids(pid))`,
        [holder],
      );
      if (rows[0]) return rows[0].pid;
      if (answered() !== undefined) throw new Error(`The act ended without a lock: ${describe(answered())}`);
    }
    throw new Error('The act reached neither a lock nor its activity');
  }

  /** The rows that are locked against a change. A reference (FOR KEY SHARE) is no such lock. */
  async #lockedRows(except?: Row): Promise<Row[]> {
    const parts = this.#classes.map(({ table, where = 'true' }, rank) => {
      const free = `select t.ctid from ${table} t where ${where} for no key update skip locked`;
      return `select ${rank} as rank, t.ctid::text as ctid from ${table} t where ${where} and t.ctid not in (${free})`;
    });
    await this.#probe.query('begin');
    try {
      const { rows } = await this.#probe.query<Row>(parts.map((part) => `(${part})`).join(' union all '));
      return rows
        .filter(({ rank, ctid }) => rank !== except?.rank || ctid !== except.ctid)
        .toSorted((one, other) => one.rank - other.rank);
    } finally {
      await this.#probe.query('rollback');
    }
  }
}

function describe(answer: unknown): string {
  return answer instanceof Error ? answer.message : JSON.stringify(answer);
}
