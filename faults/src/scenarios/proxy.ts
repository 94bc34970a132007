/** One, two and four servers behind nginx behave as one server. */
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn, type Client } from '../client.ts';
import { loadOf, makeProduct, makeWarehouse } from '../company.ts';
import { readEvents } from '../events.ts';
import { verify } from '../fast.ts';
import { startNginx } from '../nginx.ts';
import { startNode, type Node } from '../node.ts';
import { makeDatabase, makeFolder, query, startCluster } from '../places.ts';
import { hold, type Scenario, type Stage } from '../scenario.ts';

const ASKING = 32;
const MEASURED_MS = 8_000;
/** Enough requests to reach every server. */
const OFTEN = 16;

/** Sends requests in a closed loop from several clients. @returns responses per second */
async function measure(ask: (client: number) => Promise<{ status: number }>): Promise<number> {
  let [answered, over] = [0, false];
  const asking = Array.from({ length: ASKING }, async (_, client) => {
    while (!over) {
      const { status } = await ask(client);
      hold(status < 300, `under load there was a ${status}`);
      answered++;
    }
  });
  const began = performance.now();
  await Promise.race([sleep(MEASURED_MS), Promise.all(asking)]);
  const rate = (answered * 1000) / (performance.now() - began);
  over = true;
  await Promise.all(asking);
  return rate;
}

/** Asserts that sessions, events and the end of sessions work through the proxy on any server. */
async function assertOne(stage: Stage, url: string): Promise<Client> {
  const admin = await signIn(url);
  for (let n = 0; n < OFTEN; n++)
    hold((await admin.send('GET', '/auth/me')).status === 200, 'a session is not valid behind the proxy');
  const { events } = await readEvents(stage, url, admin);
  for (let n = 0; n < OFTEN; n++) {
    const { id } = await makeProduct(admin);
    for (const since = performance.now(); !events.some((event) => event.id === id); await sleep(5))
      hold(performance.now() - since < 10_000, 'a change is not announced through the proxy');
  }
  const gone = await signIn(url);
  await gone.send('POST', '/auth/logout');
  for (let n = 0; n < OFTEN; n++)
    hold((await gone.send('GET', '/auth/me')).status === 401, 'a session stays valid behind the proxy');
  const { headers } = await fetch(`${url}/api/health`);
  hold(headers.get('strict-transport-security') !== null, 'an answer over TLS has no Strict-Transport-Security');
  hold((await fetch(`${url}/metrics`)).status === 404, 'the metrics are public');
  return admin;
}

/** Sends each write once while one server stops gracefully, and asserts that all succeed. */
async function assertStopsGently(admin: Client, node: Node, body: object, databaseUrl: string): Promise<number> {
  const movements = async () =>
    (await query<{ n: number }>(databaseUrl, 'select count(*)::int as n from stock_movements'))[0]!.n;
  const before = await movements();
  const sending = Array.from({ length: 60 }, async (_, n) => {
    await sleep(n * 15);
    return (await admin.send('POST', '/stock-movements', body)).status;
  });
  await sleep(300);
  await node.kill('SIGTERM');
  const refused = (await Promise.all(sending)).filter((status) => status !== 201);
  hold(refused.length === 0, `while a server was stopped there were answers of ${refused.join(', ')}`);
  const done = (await movements()) - before;
  hold(done === 60, `60 writes made ${done} movements`);
  return done;
}

async function measureBehind(stage: Stage, count: number): Promise<void> {
  const cluster = await startCluster(stage);
  const databaseUrl = await makeDatabase(cluster, 'behind');
  const open = (at: string) =>
    startNode(stage, { dataDir: makeFolder(stage), databaseUrl: at, trustProxy: '127.0.0.1' });
  const nodes = [await open(databaseUrl)];
  while (nodes.length < count)
    nodes.push(await open(stage.broken ? await makeDatabase(cluster, `stranger_${nodes.length}`) : databaseUrl));
  const admin = await assertOne(stage, await startNginx(stage, nodes));
  const [product, warehouse] = [await makeProduct(admin), await makeWarehouse(admin)];
  const own = await Promise.all(Array.from({ length: ASKING }, () => makeProduct(admin)));
  const read = await measure(() => admin.send('GET', `/products/${product.id}`));
  const booked = await measure((n) => admin.send('POST', '/stock-movements', loadOf(own[n]!.id, warehouse.id, 1)));
  stage.figure(
    `${count} behind nginx: products read, movements booked per second`,
    `${Math.round(read)}, ${Math.round(booked)}`,
  );
  if (count > 1) {
    const done = await assertStopsGently(admin, nodes[0]!, loadOf(product.id, warehouse.id, 1), databaseUrl);
    stage.figure('writes done while one was stopped', `${done} of 60`);
  }
  await verify(databaseUrl);
  for (const node of nodes) await node.kill('SIGTERM');
}

export const behindNginx: Scenario = {
  name: 'behind-nginx',
  promise:
    'one, two and four servers behind nginx, with the file of docs/operations: sessions and live changes work as with one, and one can be stopped',
  control: 'all servers except the first use separate databases',
  short: false,
  run: async (stage) => {
    for (const count of stage.broken ? [2] : [1, 2, 4]) await measureBehind(stage, count);
  },
};
