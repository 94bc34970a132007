/** Several servers on one database behave as one system. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startReplica } from '../../../server/src/testing/replica.ts';
import { clientOf, signIn, type Answer, type Client } from '../client.ts';
import { loadOf, makeProduct, makeWarehouse, today } from '../company.ts';
import { readEvents } from '../events.ts';
import { FAST } from '../fast.ts';
import { PASSWORD, readMetric, startNode, type Node } from '../node.ts';
import { makeDatabase, makeFolder, query, startCluster } from '../places.ts';
import { hold, type Scenario, type Stage } from '../scenario.ts';

const UP_TO_DATE = /Migrations applied: (.*)/;

export const startedTogether: Scenario = {
  name: 'started-together',
  promise:
    'of servers that start concurrently on an empty database, one migrates and the others wait; one first user is created',
  control: 'half of the schema exists, without a record of its migrations',
  short: true,
  run: async (stage) => {
    const databaseUrl = await makeDatabase(await startCluster(stage, FAST), 'together');
    if (stage.broken) await query(databaseUrl, 'create table users (id integer)');
    const count = stage.short ? 3 : 5;
    const started = await Promise.allSettled(
      Array.from({ length: count }, () => startNode(stage, { dataDir: makeFolder(stage), databaseUrl, unsafe: true })),
    );
    const nodes = started.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
    const migrators = nodes.filter(({ output }) => UP_TO_DATE.test(output)).length;
    stage.figure('servers', `${nodes.length} of ${count}`);
    stage.figure('of which migrated', migrators);
    hold(nodes.length === count, `${count - nodes.length} servers did not start`);
    hold(migrators === 1, `${migrators} servers migrated`);
    const rows = await query<{ users: string; twice: string }>(
      databaseUrl,
      `
      select (select count(*) from users) as users,
        (select count(*) - count(distinct name) from schema_migrations) as twice`,
    );
    hold(rows[0]!.users === '1', `${rows[0]!.users} first users exist`);
    hold(rows[0]!.twice === '0', 'a migration was applied twice');
    for (const { url } of nodes) await signIn(url);
  },
};

async function openSeveral(stage: Stage, count: number): Promise<Node[]> {
  const cluster = await startCluster(stage, FAST);
  const databaseUrl = await makeDatabase(cluster, 'nodes');
  const open = (url: string) => startNode(stage, { dataDir: makeFolder(stage), databaseUrl: url, unsafe: true });
  const nodes = [];
  while (nodes.length < count - 1) nodes.push(await open(databaseUrl));
  return [...nodes, await open(stage.broken ? await makeDatabase(cluster, 'strangers') : databaseUrl)];
}
async function statusAt(node: Node, { token }: Client) {
  return (await clientOf(node.url, token).send('GET', '/auth/me')).status;
}
/** Less than the heartbeat interval of the event stream, at which an ended session loses its stream anyway. */
const TIMEOUT_MS = 10_000;
async function until(isSo: () => boolean, otherwise: string): Promise<number> {
  const since = performance.now();
  while (!isSo()) {
    hold(performance.now() - since < TIMEOUT_MS, otherwise);
    await sleep(5);
  }
  return performance.now() - since;
}

/** Makes changes on one server and listens on the other. @returns the slowest event, in ms */
async function measureSlowestEvent(stage: Stage, admin: Client, there: Node): Promise<number> {
  const { events } = await readEvents(stage, there.url, admin);
  let slowest = 0;
  for (let n = 0; n < (stage.short ? 5 : 50); n++) {
    const { id } = await makeProduct(admin);
    const isNotified = () => events.some((event) => event.entity === 'products' && event.id === id);
    slowest = Math.max(slowest, await until(isNotified, 'a change is not announced on the other server'));
  }
  return slowest;
}

const OTHER_PASSWORD = `altra-${PASSWORD}`;
/** Every act that ends a session, sent to the first server. */
const ENDS: Record<string, (own: { session: Client; id: number; admin: Client; again: Client }) => Promise<Answer>> = {
  'signed out': ({ session }) => session.send('POST', '/auth/logout'),
  deactivated: ({ id, admin }) => admin.send('PUT', `/users/${id}`, { is_active: false }),
  'given another role': ({ id, admin }) => admin.send('PUT', `/users/${id}`, { role: 'sales' }),
  'given another password': ({ id, admin }) => admin.send('PUT', `/users/${id}`, { password: OTHER_PASSWORD }),
  'left behind by its user’s own new password': ({ again }) =>
    again.send('PUT', '/auth/password', { current_password: PASSWORD, new_password: OTHER_PASSWORD }),
  deleted: ({ id, admin }) => admin.send('DELETE', `/users/${id}`),
};

/**
 * Ends a session: its next request gets a 401 and its event streams end, on every server. @returns the slowest end, in
 * ms
 */
async function endOne(stage: Stage, admin: Client, nodes: readonly Node[], what: string): Promise<number> {
  const username = `u-${randomUUID()}`;
  const { id } = await admin.make('/users', { username, name: 'Prova', role: 'warehouse', password: PASSWORD });
  const [session, again] = [await signIn(nodes[0]!.url, username), await signIn(nodes[0]!.url, username)];
  const streams: Awaited<ReturnType<typeof readEvents>>[] = [];
  for (const node of nodes) {
    hold((await statusAt(node, session)) === 200, 'a session is not valid on every server');
    streams.push(await readEvents(stage, node.url, session));
  }
  const { status } = await ENDS[what]!({ session, id, admin, again });
  hold(status < 300, `a session could not be ${what}: ${status}`);
  for (const node of nodes.toReversed()) {
    const answered = await statusAt(node, session);
    hold(answered === 401, `a session that was ${what} is answered ${answered}`);
  }
  return until(() => streams.every(({ over }) => over()), `live changes of a session that was ${what} continue`);
}

export const nodes: Scenario = {
  name: 'nodes',
  promise:
    'a change on one server is announced on the others within a second; a session ended on one is refused by all at its next request, and its streams end',
  control: 'the last server uses a different database',
  short: true,
  run: async (stage) => {
    const all = await openSeveral(stage, stage.short ? 2 : 3);
    const [here, there] = [all[0]!, all.at(-1)!];
    const admin = await signIn(here.url);
    hold((await statusAt(there, admin)) === 200, 'a session is not valid on the other server');
    const slowest = await measureSlowestEvent(stage, admin, there);
    stage.figure('servers', all.length);
    stage.figure('slowest word of a change', `${Math.round(slowest)} ms`);
    hold(stage.short || slowest < 1_000, 'a change was announced later than a second');
    let slowestEnd = 0;
    for (const what of Object.keys(ENDS)) slowestEnd = Math.max(slowestEnd, await endOne(stage, admin, all, what));
    stage.figure('ends of a session heeded', Object.keys(ENDS).length);
    stage.figure('slowest end of its live changes', `${Math.round(slowestEnd)} ms`);
    hold(stage.short || slowestEnd < 1_000, 'live changes of an ended session ended later than a second');
  },
};

export const replica: Scenario = {
  name: 'replica',
  promise:
    'reports are read on the replica and contain the latest writes; without the replica the primary answers them',
  control: 'the replica is paused, and its log position is not checked',
  short: true,
  run: async (stage) => {
    const cluster = await startCluster(stage, { wal_level: 'replica', max_wal_senders: 5 });
    const databaseUrl = await makeDatabase(cluster, 'reports');
    const standby = await startReplica(cluster.adminUrl);
    stage.defer(() => standby.stop());
    const replicaUrl = standby.urlOf('reports');
    const node = await startNode(stage, { dataDir: makeFolder(stage), databaseUrl, replicaUrl });
    const admin = await signIn(node.url);
    const [product, warehouse] = [await makeProduct(admin), await makeWarehouse(admin)];
    const rounds = stage.short ? 20 : 300;
    let loaded = 0;
    const behindTheBack = async () => {
      const sum = 'select coalesce(sum(quantity), 0)::float8 as quantity from stock_balances';
      return (await query<{ quantity: number }>(standby.urlOf('reports'), sum))[0]!.quantity;
    };
    const report = async () => {
      if (stage.broken) return behindTheBack();
      const { status, body } = await admin.send('GET', `/stock?as_of=${today()}&product_id=${product.id}`);
      hold(status === 200, `a report was answered ${status}`);
      return Number(body[0]?.quantity ?? 0);
    };
    if (stage.broken) await query(standby.urlOf('postgres'), 'select pg_wal_replay_pause()');
    for (let n = 0; n < rounds; n++) {
      await admin.make('/stock-movements', loadOf(product.id, warehouse.id, 1));
      loaded++;
      const seen = await report();
      hold(seen === loaded, `a report contains ${seen}, but ${loaded} were loaded`);
    }
    stage.figure('reports that saw the write before them', rounds);
    const onReplica = await readMetric(node, 'bobina_reports_on_replica');
    stage.figure('of which read on the replica', onReplica);
    hold(onReplica > rounds / 2, 'hardly any report was read on the replica');
    await query(standby.urlOf('postgres'), 'select pg_wal_replay_pause()');
    await admin.make('/stock-movements', loadOf(product.id, warehouse.id, 1));
    hold((await report()) === ++loaded, 'a paused replica answers old data');
    await standby.stop();
    const started = performance.now();
    hold((await report()) === loaded, 'without its replica a report has a different content');
    stage.figure('first report without the replica', `${Math.round(performance.now() - started)} ms`);
  },
};
