/** Holds concurrent acts at the statement that logs them, so that none commits before all have started. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Stage } from '../scenario.ts';

/** Milliseconds that acts have to reach the gate or a lock; refused acts reach neither. */
const TIMEOUT_MS = 400;

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
  /** Starts all acts with the gate closed; opens it when each has ended, reached the gate or waits for a lock. */
  async race<T>(starts: readonly (() => Promise<T>)[]): Promise<T[]> {
    await this.#holder.query('begin; lock table activities in share row exclusive mode');
    let answered = 0;
    const running = starts.map((start) =>
      start().finally(() => {
        answered++;
      }),
    );
    for (const until = performance.now() + TIMEOUT_MS; performance.now() < until; await sleep(2)) {
      const { rows } = await this.#watcher.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows[0]!.waiting + answered >= starts.length) break;
    }
    await this.#holder.query('commit');
    return Promise.all(running);
  }
}
