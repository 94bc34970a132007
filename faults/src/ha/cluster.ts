/** Three PostgreSQL nodes with Patroni, three members of etcd and HAProxy, on loopback addresses of one network. */
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPostgresOf, readPidFile } from '../../../server/src/testing/postgres-processes.ts';
import { makeFolder, query } from '../places.ts';
import { hold, type Stage } from '../scenario.ts';
import { etcdFile, haproxyFile, patroniFile } from './configuration.ts';
import { findPrograms, killProgram, killTrees, makeOwnFolder, startProgram, type Programs } from './programs.ts';

const NODES = [1, 2, 3];
const READY_MS = 120_000;
const STATE = `
  select pg_is_in_recovery() as standby, count(*)::int as streaming,
    count(*) filter (where sync_state = 'sync')::int as synchronous, pg_postmaster_start_time()::text as since
  from pg_stat_replication where state = 'streaming'`;

export class HaCluster {
  readonly #stage: Stage;
  readonly #programs: Programs;
  readonly #network: string;
  readonly #home: string;
  readonly #patroni = new Map<number, ChildProcess>();
  #etcd: ChildProcess[] = [];

  private constructor(stage: Stage) {
    this.#stage = stage;
    this.#programs = findPrograms();
    // The process id distinguishes two drills on one machine.
    this.#network = `127.${30 + (process.pid % 200)}.0`;
    this.#home = makeFolder(stage);
  }

  /** Starts everything and makes the role and the database `bobina`. @throws Skipped when a program is missing */
  static async start(stage: Stage): Promise<HaCluster> {
    const cluster = new HaCluster(stage);
    for (const number of NODES) {
      makeOwnFolder(cluster.#home, `etcd${number}`);
      makeOwnFolder(cluster.#home, `db${number}`);
    }
    cluster.startEtcd();
    for (const number of NODES) cluster.startNode(number);
    const folder = makeOwnFolder(cluster.#home, 'haproxy');
    const file = path.join(folder, 'haproxy.cfg');
    fs.writeFileSync(file, haproxyFile({ network: cluster.#network }));
    startProgram(stage, cluster.#programs.haproxy, ['-db', '-f', file], { folder });
    await cluster.untilReady();
    await query(cluster.adminUrl('postgres'), `create role bobina login password 'bobina'`);
    await query(
      cluster.adminUrl('postgres'),
      `create database bobina owner bobina template template0 encoding 'UTF8' locale 'C.UTF-8'`,
    );
    return cluster;
  }

  /** The address of the database through HAProxy. */
  get url(): string {
    return `postgres://bobina:bobina@${this.#network}.1:5000/bobina`;
  }
  /** The address through HAProxy for the superuser. */
  adminUrl(database = 'bobina'): string {
    return `postgres://postgres:change-me-1@${this.#network}.1:5000/${database}`;
  }

  startEtcd(): void {
    this.#etcd = NODES.map((number) => {
      const folder = path.join(this.#home, `etcd${number}`);
      const lines = etcdFile({ network: this.#network, folder }, number).split('\n');
      const env = Object.fromEntries(
        lines.filter((line) => line.startsWith('ETCD_')).map((line) => line.split(/=(.*)/s).slice(0, 2)),
      ) as Record<string, string>;
      return startProgram(this.#stage, this.#programs.etcd, [], { folder, env });
    });
  }
  /** Kills all members of etcd. */
  async loseEtcd(): Promise<void> {
    await Promise.all(this.#etcd.map(killProgram));
  }

  startNode(number: number): void {
    const folder = path.join(this.#home, `db${number}`);
    const file = path.join(folder, 'patroni.yml');
    fs.writeFileSync(file, patroniFile({ network: this.#network, folder }, number, this.#programs.postgres));
    this.#patroni.set(number, startProgram(this.#stage, this.#programs.patroni, [file], { folder }));
    this.#stage.defer(() => this.loseNode(number));
  }
  /** Kills all processes of a node at once: Patroni, PostgreSQL and its backends. */
  loseNode(number: number): void {
    const postmaster = this.#postmasterOf(number);
    killTrees([this.#patroni.get(number)!.pid!, ...(postmaster === undefined ? [] : [postmaster])]);
  }
  /** Kills only the postmaster of a node; Patroni runs on. */
  killPostmaster(number: number): void {
    process.kill(this.#postmasterOf(number)!, 'SIGKILL');
  }
  /** The running postmaster: the file of a killed one stays, and its number may belong to another process by now. */
  #postmasterOf(number: number): number | undefined {
    const data = path.join(this.#home, `db${number}`, 'data');
    const pid = readPidFile(data)?.pid;
    return pid !== undefined && isPostgresOf(data, pid) ? pid : undefined;
  }

  /** The number of the node that Patroni reports as primary; undefined without one. */
  async findPrimary(): Promise<number | undefined> {
    for (const number of NODES) {
      const answer = await this.#ask(number, 'GET', '/primary');
      if (answer?.status === 200) return number;
    }
    return undefined;
  }
  /** Moves the primary to the synchronous standby. @returns when Patroni has done it */
  async switchOver(): Promise<void> {
    const primary = (await this.findPrimary())!;
    const answer = await this.#ask(primary, 'POST', '/switchover', { leader: `db${primary}` });
    hold(answer?.status === 200, `the switchover was answered ${answer?.status} ${answer?.text}`);
  }
  async #ask(number: number, method: string, at: string, body?: object) {
    try {
      const answer = await fetch(`http://${this.#network}.1${number}:8008${at}`, {
        method,
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000),
      });
      return { status: answer.status, text: await answer.text() };
    } catch {
      return undefined;
    }
  }

  /** The state of the primary behind HAProxy; undefined while it does not answer. */
  async readState() {
    const [row] = await query<{ standby: boolean; streaming: number; synchronous: number; since: string }>(
      `${this.adminUrl('postgres')}?connectionTimeoutMillis=5000&query_timeout=5000`,
      STATE,
    ).catch(() => []);
    return row;
  }
  /** Whether Patroni itself has recorded a synchronous standby: until then it would promote no node. */
  async #hasCandidate(): Promise<boolean> {
    for (const number of NODES) {
      const answer = await this.#ask(number, 'GET', '/cluster');
      if (answer?.status === 200) return answer.text.includes('"sync_standby"');
    }
    return false;
  }
  /** Waits until both standbys stream and one of them is synchronous, for PostgreSQL and for Patroni. */
  async untilReady(): Promise<void> {
    for (const until = performance.now() + READY_MS; ; await sleep(250)) {
      const state = await this.readState();
      if (state && !state.standby && state.streaming === 2 && state.synchronous === 1 && (await this.#hasCandidate()))
        return;
      if (performance.now() > until)
        throw new Error(`the cluster is not complete: ${JSON.stringify(state)}\n${this.readLogs()}`);
    }
  }
  /** The ends of the logs of all programs. */
  readLogs(): string {
    return fs
      .readdirSync(this.#home)
      .flatMap((name) =>
        fs
          .globSync(path.join(this.#home, name, '*.log'))
          .map((file) => `${file}:\n${fs.readFileSync(file, 'utf8').slice(-1_500)}`),
      )
      .join('\n');
  }
}
