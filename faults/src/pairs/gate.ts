/** Lets acts do all that they do, and holds them where they record it, so that none is committed before all are under way. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Stage } from '../scenario.ts';

/** Long enough for each to come to the gate or to wait for another; those that are refused never come. */
const PATIENCE_MS = 400;

export class Gate {
  readonly #holder: Client;
  readonly #watcher: Client;
  private constructor(holder: Client, watcher: Client) {
    this.#holder = holder;
    this.#watcher = watcher;
  }
  static async build(stage: Stage, databaseUrl: string): Promise<Gate> {
    const [holder, watcher] = [new Client(databaseUrl), new Client(databaseUrl)];
    for (const client of [holder, watcher]) {
      client.on('error', () => {});
      await client.connect();
      stage.defer(() => client.end().catch(() => {}));
    }
    return new Gate(holder, watcher);
  }
  /** Starts all behind the closed gate; opens it when each is answered, stands at it or waits for another. */
  async race<T>(starts: readonly (() => Promise<T>)[]): Promise<T[]> {
    await this.#holder.query('begin; lock table activities in share row exclusive mode');
    let answered = 0;
    const running = starts.map((start) =>
      start().finally(() => {
        answered++;
      }),
    );
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(2)) {
      const { rows } = await this.#watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows[0]!.waiting + answered >= starts.length) break;
    }
    await this.#holder.query('commit');
    return Promise.all(running);
  }
}
