/** A PostgreSQL cluster with Patroni loses nodes, its primary process and etcd while the server is used. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Checker } from '../checker.ts';
import { clientOf, signIn, type Client } from '../client.ts';
import { makeProduct } from '../company.ts';
import { HaCluster } from '../ha/cluster.ts';
import { followChanges, watch } from '../ha/observers.ts';
import { startNode } from '../node.ts';
import { makeFolder } from '../places.ts';
import { hold, type Scenario } from '../scenario.ts';

const CLIENTS = 8;
const TTL_MS = 20_000;
const TIMEOUT_MS = 90_000;
const WITHOUT_ETCD_MS = 30_000;

interface Event {
  name: string;
  /** The longest time without an acknowledged write, in ms. */
  goal?: number;
  /** Does it and returns when it has taken effect. */
  act(cluster: HaCluster): Promise<void>;
}

const nodeLoss: Event = {
  name: 'node lost',
  goal: TTL_MS + 5_000,
  act: async (cluster) => {
    const lost = (await cluster.findPrimary())!;
    cluster.loseNode(lost);
    await until('another node becomes the primary', async () => {
      const primary = await cluster.findPrimary();
      return primary !== undefined && primary !== lost;
    });
    cluster.startNode(lost);
  },
};
const postmasterKill: Event = {
  name: 'postmaster killed',
  act: async (cluster) => {
    const before = (await cluster.readState())?.since;
    cluster.killPostmaster((await cluster.findPrimary())!);
    await until('a primary has started', async () => {
      const state = await cluster.readState();
      return state !== undefined && state.since !== before && !state.standby;
    });
  },
};
const switchover: Event = { name: 'switchover', goal: 4_000, act: (cluster) => cluster.switchOver() };
const etcdLoss: Event = {
  name: `etcd away for ${WITHOUT_ETCD_MS / 1000} s`,
  act: async (cluster) => {
    await cluster.loseEtcd();
    await sleep(WITHOUT_ETCD_MS);
    cluster.startEtcd();
  },
};
const EVENTS = [nodeLoss, postmasterKill, nodeLoss, switchover, etcdLoss, postmasterKill, nodeLoss];

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + TIMEOUT_MS; !(await isSo()); await sleep(100))
    hold(performance.now() < end, `not in ${TIMEOUT_MS / 1000} s: ${what}`);
}

/** Makes a product; undefined when the server refuses it for the moment. */
async function tryProduct(client: Client): Promise<number | undefined> {
  return makeProduct(client).then(
    ({ id }) => id,
    () => undefined,
  );
}

export const ha: Scenario = {
  name: 'ha',
  promise:
    'while a cluster with Patroni loses three nodes, two postmasters and etcd and switches over, no write is lost or doubled and the same server answers again within ttl + 5 s, after a switchover within 4 s',
  control: 'SQL deletes an acknowledged movement',
  short: false,
  run: async (stage) => {
    const cluster = await HaCluster.start(stage);
    const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl: cluster.url });
    const { pid } = node;
    const admin = await signIn(node.url);
    const checker = await Checker.prepare(stage, clientOf(node.url, admin.token));
    const changes = await followChanges(stage, admin);
    const reader = watch(stage, admin, '/products?limit=5');
    const health = watch(stage, clientOf(node.url, ''), '/health');
    checker.start(CLIENTS);
    const late: string[] = [];
    for (const { name, goal, act } of EVENTS) {
      await cluster.untilReady();
      await checker.more(100);
      const since = performance.now();
      await act(cluster);
      await checker.more(50);
      const pause = checker.longestPause(since);
      const delayMs = await changes.measureEvent(() => tryProduct(admin));
      stage.figure(
        name,
        `${(pause / 1000).toFixed(1)} s without a write, then an event after ${Math.round(delayMs)} ms;`,
      );
      if (goal !== undefined && pause > goal) late.push(`${name}: ${(pause / 1000).toFixed(1)} s`);
      hold(node.running && node.pid === pid, `the server did not outlive: ${name}`);
    }
    await cluster.untilReady();
    await Promise.all([checker.stop(), reader.stop(), health.stop()]);
    if (stage.broken) await checker.loseOne(cluster.adminUrl(), 'load');
    stage.figure('reader', reader.tell());
    stage.figure('health', health.tell());
    stage.figure('streams opened again', changes.reopened());
    await checker.settle();
    await checker.check(stage, cluster.url);
    hold(reader.odd().length === 0, `the reader was answered ${reader.odd().join(', ')}`);
    hold(health.odd().length === 0, `the health was answered ${health.odd().join(', ')}`);
    hold(late.length === 0, `back too late: ${late.join(', ')}`);
  },
};
