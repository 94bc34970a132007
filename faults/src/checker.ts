/**
 * Records every key before it is sent and every answer after. Whatever happened in between, at the end each key is in
 * the database once if its write was acknowledged, once or not at all if its answer is not known, and no other is there.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client as Database } from 'pg';
import type { Client } from './client.ts';
import { loadOf, makeProduct, makeSupplier, makeWarehouse, orderOf } from './company.ts';
import { runCommand } from './node.ts';
import { hold, type Stage } from './scenario.ts';

interface Write {
  key: string;
  path: '/stock-movements' | '/purchase-orders';
  body: object;
  acknowledged: boolean;
}
type Company = { product: number; warehouse: number; supplier: number };
const AGAIN_MS = 25;
/** Longer than any outage here. */
const PATIENCE_MS = 60_000;
/** The promise, for an answer in trouble. */
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

  private constructor(client: Client, company: Company) {
    this.#client = client;
    this.#company = company;
  }
  static async prepare(stage: Stage, client: Client): Promise<Checker> {
    const [product, warehouse, supplier] = [
      await makeProduct(client),
      await makeWarehouse(client),
      await makeSupplier(client),
    ];
    const checker = new Checker(client, { product: product.id, warehouse: warehouse.id, supplier: supplier.id });
    // Also when the run fails on the way.
    stage.defer(() => checker.stop());
    return checker;
  }

  #next(): Write {
    const key = randomUUID();
    const { product, warehouse, supplier } = this.#company;
    const isOrder = this.#writes.length % 4 === 3;
    const write: Write = {
      key,
      path: isOrder ? '/purchase-orders' : '/stock-movements',
      body: isOrder ? orderOf(supplier, product, { notes: key }) : loadOf(product, warehouse, 1, { notes: key }),
      acknowledged: false,
    };
    this.#writes.push(write);
    return write;
  }
  async #send(write: Write): Promise<void> {
    const started = performance.now();
    const outcome = await this.#client.send('POST', write.path, write.body, { key: write.key }).then(
      ({ status }) => String(status),
      () => 'no answer',
    );
    if (outcome === '201') {
      write.acknowledged = true;
      this.#times.push(performance.now());
      return;
    }
    this.#others.set(outcome, (this.#others.get(outcome) ?? 0) + 1);
    if (outcome !== 'no answer') this.#slowestRefusal = Math.max(this.#slowestRefusal, performance.now() - started);
  }
  /** Each client sends one write after the other, the same again until it is answered, until stop(). */
  start(clients: number): void {
    this.#running = Promise.all(
      Array.from({ length: clients }, async () => {
        while (!this.#over) {
          const write = this.#next();
          for (await this.#send(write); !write.acknowledged && !this.#over; await this.#send(write))
            await sleep(AGAIN_MS);
        }
      }),
    );
  }
  get acknowledged(): number {
    return this.#times.length;
  }
  /** Waits until so many more writes are acknowledged. @returns milliseconds from now until the first of them */
  async more(writes: number): Promise<number> {
    const [from, since] = [this.#times.length, performance.now()];
    while (this.#times.length < from + writes) {
      hold(performance.now() - since < PATIENCE_MS, `nothing is acknowledged any more: ${this.#tellOthers()}`);
      await sleep(5);
    }
    return this.#times[from]! - since;
  }
  async stop(): Promise<void> {
    this.#over = true;
    await this.#running;
  }
  /** Sends again, with its key, each write whose answer is not known. */
  async settle(): Promise<void> {
    for (const write of this.#writes)
      for (const until = performance.now() + PATIENCE_MS; !write.acknowledged; await sleep(AGAIN_MS)) {
        hold(performance.now() < until, `a retry is not answered: ${this.#tellOthers()}`);
        await this.#send(write);
      }
  }
  #tellOthers = () => [...this.#others].map(([outcome, times]) => `${times} × ${outcome}`).join(', ') || 'none';

  /** Takes one acknowledged write out again behind everybody's back: what a lost one looks like. */
  async loseOne(databaseUrl: string): Promise<void> {
    const victim = this.#writes.find(({ acknowledged, path }) => acknowledged && path === '/stock-movements')!;
    const database = new Database(databaseUrl);
    await database.connect();
    await database.query('begin; set local session_replication_role = replica');
    await database.query(
      'delete from stock_entries where movement_id in (select id from stock_movements where notes = $1)',
      [victim.key],
    );
    await database.query('delete from stock_movements where notes = $1', [victim.key]);
    await database.query('commit');
    await database.end();
  }

  /** Compares what was recorded with what is there. @throws BrokenPromise when a write is lost, doubled or invented */
  async check(stage: Stage, databaseUrl: string): Promise<void> {
    const found = await keysIn(databaseUrl);
    const known = new Set(this.#writes.map(({ key }) => key));
    const lost = this.#writes.filter(({ key, acknowledged }) => acknowledged && !found.counts.has(key)).length;
    const doubled = [...found.counts.values()].filter((count) => count > 1).length;
    const invented = [...found.counts.keys()].filter((key) => !known.has(key)).length;
    stage.figure('acknowledged', this.acknowledged);
    stage.figure('other answers', this.#tellOthers());
    if (this.#slowestRefusal > 0) stage.figure('slowest of these', `${(this.#slowestRefusal / 1000).toFixed(1)} s`);
    stage.figure('lost', lost);
    stage.figure('doubled', doubled);
    stage.figure('invented', invented);
    hold(lost === 0, `${lost} acknowledged writes are lost`);
    hold(doubled === 0, `${doubled} writes were done twice`);
    hold(invented === 0, `${invented} writes came from nowhere`);
    hold(found.stock === found.loads, `${found.loads} loads of 1 make a stock of ${found.stock}`);
    hold(!this.#others.has('500'), `${this.#others.get('500')} answers were a 500`);
    if (!stage.short) hold(this.#slowestRefusal < SOON_MS, `a refusal took ${Math.round(this.#slowestRefusal)} ms`);
    const { code, said } = await runCommand('verify', databaseUrl);
    hold(code === 0, `npm run verify: ${said}`);
  }
  /** The keys acknowledged by now. */
  get keys(): string[] {
    return this.#writes.filter(({ acknowledged }) => acknowledged).map(({ key }) => key);
  }
}

/** How often each key is there, and what the loads among them come to. */
export const keysIn = async (
  databaseUrl: string,
): Promise<{ counts: Map<string, number>; stock: number; loads: number }> => {
  const database = new Database(databaseUrl);
  await database.connect();
  try {
    const { rows } = await database.query<{ key: string; count: string }>(`
      select key, count(*) from (
        select notes as key from stock_movements where notes is not null and deleted_at is null
        union all select notes from purchase_orders where notes is not null) k group by key`);
    const sums = await database.query<{ stock: number; loads: number }>(`
      select (select coalesce(sum(quantity), 0)::float8 from stock_balances) as stock,
        (select count(*)::float8 from stock_movements where notes is not null) as loads`);
    return { counts: new Map(rows.map(({ key, count }) => [key, Number(count)])), ...sums.rows[0]! };
  } finally {
    await database.end();
  }
};
