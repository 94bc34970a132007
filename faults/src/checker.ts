/**
 * Records every write before it is sent and every response. At the end, each acknowledged write must be in the database
 * exactly once, each write without a known response at most once, and no other write.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Database } from 'pg';
import { callOf } from './calls.ts';
import type { Answer, Client } from './client.ts';
import { runCommand } from './node.ts';
import { hold, type Stage } from './scenario.ts';
import { courses, FOUND, LOSSES, makeCompany, nameOf, stockChangeOf, type Company, type Write } from './writes.ts';

const AGAIN_MS = 25;
/** Maximum wait in milliseconds; longer than any outage of these runs. */
const TIMEOUT_MS = 60_000;
/** The product's limit, in milliseconds, for a response during an outage. */
const SOON_MS = 6_000;

export class Checker {
  readonly #writes: Write[] = [];
  readonly #times: number[] = [];
  readonly #others = new Map<string, number>();
  #slowestRefusal = 0;
  #over = false;
  #running: Promise<unknown> = Promise.resolve();
  readonly #client: Client;
  readonly #company: Company;
  readonly #stage: Stage;

  private constructor(stage: Stage, client: Client, company: Company) {
    this.#stage = stage;
    this.#client = client;
    this.#company = company;
  }
  static async prepare(stage: Stage, client: Client): Promise<Checker> {
    const checker = new Checker(stage, client, await makeCompany(client));
    // Stops the clients when the run fails, too.
    stage.defer(() => checker.stop());
    return checker;
  }

  /** @returns the response body; undefined unless the write is acknowledged */
  async #send(write: Write): Promise<Answer['body']> {
    const started = performance.now();
    const { status, body } = await this.#client
      .send(write.method, write.path, write.body, { key: write.key })
      .catch(() => ({ status: 0, body: undefined }));
    if (status === 200 || status === 201 || status === 204) {
      write.acknowledged = true;
      this.#stage.accepted.add(callOf(write.method, write.path));
      this.#times.push(performance.now());
      return body;
    }
    const outcome = status === 0 ? 'no answer' : String(status);
    this.#others.set(outcome, (this.#others.get(outcome) ?? 0) + 1);
    if (status !== 0) this.#slowestRefusal = Math.max(this.#slowestRefusal, performance.now() - started);
    return undefined;
  }
  /** Retries one write until it is acknowledged. @returns the response body; undefined when the run has ended */
  async #insist(write: Write): Promise<Answer['body']> {
    this.#writes.push(write);
    for (;;) {
      const body = await this.#send(write);
      if (write.acknowledged || this.#over) return body;
      await sleep(AGAIN_MS);
    }
  }
  /** Starts clients that send courses of writes until stop(). */
  start(clients: number): void {
    this.#running = Promise.all(
      Array.from({ length: clients }, async (_, client) => {
        for (const course of courses(this.#company, this.#stage.craft ? 'craft' : client))
          for (let step = course.next(); !step.done;) {
            const answer = await this.#insist(step.value);
            if (this.#over) return;
            step = course.next(answer);
          }
      }),
    );
  }
  get acknowledged(): number {
    return this.#times.length;
  }
  /** Number of 503 responses so far. */
  get refusals(): number {
    return this.#others.get('503') ?? 0;
  }
  /** Waits until this many more writes are acknowledged. @returns milliseconds from now until the first of them */
  async more(writes: number): Promise<number> {
    const [from, since] = [this.#times.length, performance.now()];
    while (this.#times.length < from + writes) {
      hold(performance.now() - since < TIMEOUT_MS, `no further write is acknowledged: ${this.#tellOthers()}`);
      await sleep(5);
    }
    return this.#times[from]! - since;
  }
  /** @returns the longest time between two acknowledged writes since `since` (performance.now()), in ms */
  longestPause(since: number): number {
    const first = this.#times.findLastIndex((time) => time <= since);
    const times = [...this.#times.slice(Math.max(first, 0)), performance.now()];
    return Math.max(0, ...times.slice(1).map((time, n) => time - times[n]!));
  }
  async stop(): Promise<void> {
    this.#over = true;
    await this.#running;
  }
  /** Retries each write without a known response, with its idempotency key. */
  async settle(): Promise<void> {
    for (const write of this.#writes)
      for (const until = performance.now() + TIMEOUT_MS; !write.acknowledged; await sleep(AGAIN_MS)) {
        hold(performance.now() < until, `a retry is not answered: ${this.#tellOthers()}`);
        await this.#send(write);
      }
  }
  /** Answers that did not acknowledge a write, and `no answer`. */
  failures(): string[] {
    return [...this.#others].map(([outcome, times]) => `${times} × ${outcome}`);
  }
  #tellOthers = () => this.failures().join(', ') || 'none';

  /** Deletes one acknowledged write of this kind directly in the database, to simulate a lost write. */
  async loseOne(databaseUrl: string, kind: keyof typeof LOSSES): Promise<void> {
    const victim = this.#writes.find((write) => write.acknowledged && write.kind === kind);
    hold(victim !== undefined, `no ${kind} was acknowledged yet`);
    const database = new Database(databaseUrl);
    await database.connect();
    try {
      await database.query('begin; set local session_replication_role = replica');
      let rows = 0;
      for (const sql of LOSSES[kind]) rows += (await database.query(sql, [victim.mark])).rowCount ?? 0;
      await database.query('commit');
      if (rows === 0) throw new Error(`no ${kind} was taken out`);
    } finally {
      await database.end();
    }
  }

  /**
   * Compares the recorded writes with the database. @throws BrokenPromise when a write is lost, duplicated or unknown
   */
  async check(stage: Stage, databaseUrl: string): Promise<void> {
    const found = await writesIn(databaseUrl);
    const known = new Set(this.#writes.map(nameOf));
    const losses = this.#writes.filter((write) => write.acknowledged && !found.counts.has(nameOf(write)));
    const lost = losses.length;
    const doubled = [...found.counts.values()].filter((count) => count > 1).length;
    const invented = [...found.counts.keys()].filter((name) => !known.has(name)).length;
    // A retry would repeat a write whose idempotency key is not stored.
    const forgotten = this.#writes.filter(({ acknowledged, key }) => acknowledged && !found.keys.has(key)).length;
    stage.figure('acknowledged', this.#tellAcknowledged());
    stage.figure('other answers', this.#tellOthers());
    if (this.#slowestRefusal > 0) stage.figure('slowest of these', `${(this.#slowestRefusal / 1000).toFixed(1)} s`);
    stage.figure('lost', lost);
    stage.figure('doubled', doubled);
    stage.figure('invented', invented);
    stage.figure('keys forgotten', forgotten);
    stage.figure('numbers missing', found.gaps);
    hold(
      lost === 0,
      `${lost} acknowledged writes are lost: ${[...new Set(losses.map(({ kind }) => kind))].join(', ')}`,
    );
    hold(doubled === 0, `${doubled} writes were done twice`);
    hold(invented === 0, `${invented} writes came from nowhere`);
    hold(forgotten === 0, `the keys of ${forgotten} acknowledged writes are not remembered`);
    hold(found.gaps === 0, `${found.gaps} numbers of documents are missing`);
    hold(found.stock === found.expected, `the movements add up to ${found.expected}, the stock is ${found.stock}`);
    // The clients send only valid requests, so a 4xx is as wrong as a 500.
    const odd = [...this.#others.keys()].filter((outcome) => outcome !== '503' && outcome !== 'no answer');
    hold(odd.length === 0, `there were answers of ${odd.join(', ')}`);
    if (!stage.short) hold(this.#slowestRefusal < SOON_MS, `a refusal took ${Math.round(this.#slowestRefusal)} ms`);
    const { code, output } = await runCommand('verify', databaseUrl);
    hold(code === 0, `npm run verify: ${output}`);
  }
  #tellAcknowledged(): string {
    const counts = new Map<string, number>();
    for (const { kind, acknowledged } of this.#writes) if (acknowledged) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return `${this.acknowledged} (${[...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')})`;
  }
  /** The names of the writes that are acknowledged so far. */
  get names(): string[] {
    return this.#writes.filter(({ acknowledged }) => acknowledged).map(nameOf);
  }
}

/** Counts the missing numbers of each series; a series starts at 1 each year. */
const GAPS = `
  select coalesce(sum(last - documents), 0)::int as gaps from (
    select split_part(number, '/', 1), max(split_part(number, '/', 2)::int) as last, count(distinct number) as documents
    from (
      select order_number as number from purchase_orders
      union all select order_number from customer_orders
      union all select packing_list_number from packing_lists
      union all select invoice_number from invoices where invoice_number is not null
    ) n group by 1
  ) s`;
/**
 * Reads how often each write is in the database, the stored idempotency keys, the stock that follows from the writes,
 * and the stored stock.
 */
export async function writesIn(
  databaseUrl: string,
): Promise<{ counts: Map<string, number>; keys: Set<string>; gaps: number; stock: number; expected: number }> {
  const database = new Database(databaseUrl);
  await database.connect();
  try {
    const { rows } = await database.query<{ name: string; count: string }>(
      `select name, count(*) from (${FOUND}) f group by name`,
    );
    const sums = await database.query<{ stock: number }>(
      'select coalesce(sum(quantity), 0)::float8 as stock from stock_balances',
    );
    const keys = await database.query<{ key: string }>('select key from idempotency_keys');
    const numbers = await database.query<{ gaps: number }>(GAPS);
    const counts = new Map(rows.map(({ name, count }) => [name, Number(count)]));
    const expected = [...counts].reduce((sum, [name, count]) => sum + stockChangeOf(name) * count, 0);
    return {
      counts,
      keys: new Set(keys.rows.map(({ key }) => key)),
      gaps: numbers.rows[0]!.gaps,
      stock: sums.rows[0]!.stock,
      expected,
    };
  } finally {
    await database.end();
  }
}
