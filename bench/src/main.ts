/**
 * `npm run bench`: each call over HTTP, and the SQL that it sends on the bare driver, prepared, with as many clients,
 * on the same database, in the same run. The ratio is what the server costs; absolute figures are this machine's.
 */
import { createApp } from '../../server/src/app/create-app.ts';
import { learn, replay } from './bare.ts';
import { capture, type Statement } from './capture.ts';
import { mark, type Case } from './case.ts';
import { documents } from './documents.bench.ts';
import { createHttpClient } from './http-client.ts';
import { measure, type Figures } from './load.ts';
import { imports } from './import.bench.ts';
import { production } from './production.bench.ts';
import { products } from './products.bench.ts';
import { sales } from './sales.bench.ts';
import { openStand, type Stand } from './stand.ts';
import { stock } from './stock.bench.ts';

const SECONDS = Number(process.env.BENCH_SECONDS || 4);
const WARM_SECONDS = 1;
const CLIENTS = (process.env.BENCH_CLIENTS || '1,16').split(',').map(Number);
/** `npm run bench -- products` runs the suites whose name contains the word. */
const SUITES = [products, ...stock, imports, production, sales, documents].filter(({ name }) =>
  name.includes(process.argv[2] ?? ''),
);

let requests = 0;
/** A number that no other request of the run has. */
const nextUnique = () => ++requests;

interface Captured {
  statements: Statement[];
  /** The number of the request that was captured. */
  unique: number;
}

/** The statements of one request, the second of its kind, when everything is warm. */
const captureCase = async (stand: Stand, it: Case): Promise<Captured> => {
  const { server } = await createApp({ databaseUrl: stand.databaseUrl });
  const ask = async (unique: number) => {
    const headers = { authorization: `Bearer ${stand.token}` };
    const answer = await server.inject({
      method: it.method,
      url: `/api${it.path(unique)}`,
      headers,
      ...(it.body && { payload: it.body(unique) }),
    });
    if (answer.statusCode >= 400) throw new Error(`${it.name}: ${answer.body}`);
  };
  await server.ready();
  await ask(nextUnique());
  const unique = nextUnique();
  const statements = await capture(() => ask(unique));
  await server.close();
  return { statements, unique };
};

const idIn = (path: string) => Number(/\/(\d+)(?:\?|$)/.exec(path)?.[1] ?? NaN);
const searchIn = (path: string) => new URLSearchParams(path.split('?')[1]).get('q') ?? '';

/** Sends the captured statements with this request's own mark, id and search in place of the captured ones. */
const sendBare = (stand: Stand, it: Case, captured: Captured, unique: number) => {
  const [was, is] = [it.path(captured.unique), it.path(unique)];
  const ids = new Map(Number.isNaN(idIn(was)) ? [] : [[idIn(was), idIn(is)]]);
  learn(ids, it.body?.(captured.unique), it.body?.(unique));
  const swap = (text: string) => {
    const marked = text.replaceAll(mark(captured.unique), mark(unique));
    return searchIn(was) ? marked.replace(searchIn(was), searchIn(is)) : marked;
  };
  return replay(stand.pool, captured.statements, swap, ids);
};

const show = ({ perSecond, p50, p99 }: Figures) =>
  `${perSecond.toFixed(0).padStart(7)}/s  p50 ${p50.toFixed(2).padStart(7)} ms  p99 ${p99.toFixed(2).padStart(7)} ms`;

interface Row {
  suite: string;
  call: string;
  clients: number;
  served: Figures;
  driver: Figures;
}
/** For a file of results. */
const table = (rows: readonly Row[]): string =>
  [
    '| data | call | clients | calls/s | p50 ms | p99 ms | bare SQL calls/s | ratio |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...rows.map(({ suite, call, clients, served, driver }) =>
      [
        '',
        ...[suite, call, clients, served.perSecond.toFixed(0), served.p50.toFixed(2), served.p99.toFixed(2)],
        ...[driver.perSecond.toFixed(0), (served.perSecond / driver.perSecond).toFixed(2), ''],
      ]
        .join(' | ')
        .trim(),
    ),
  ].join('\n');

const run = async (stand: Stand, it: Case, clients: number): Promise<Pick<Row, 'served' | 'driver'>> => {
  const captured = await captureCase(stand, it);
  const http = await createHttpClient(stand.url, stand.token, clients);
  const overHttp = (client: number) => {
    const unique = nextUnique();
    return http.send(client, it.method, it.path(unique), it.body?.(unique));
  };
  const bare = () => sendBare(stand, it, captured, nextUnique());
  await measure(clients, WARM_SECONDS, overHttp);
  await measure(clients, WARM_SECONDS, bare);
  const served = await measure(clients, SECONDS, overHttp);
  const driver = await measure(clients, SECONDS, bare);
  http.close();
  console.log(`${it.name}, ${clients} client${clients > 1 ? 's' : ''} (${captured.statements.length} statements)`);
  console.log(`  HTTP    ${show(served)}`);
  console.log(`  driver  ${show(driver)}`);
  console.log(`  ratio   ${(served.perSecond / driver.perSecond).toFixed(2)}`);
  return { served, driver };
};

const rows: Row[] = [];

for (const suite of SUITES) {
  const stand = await openStand(Math.max(...CLIENTS));
  try {
    console.log(`\n── ${suite.name} ──`);
    await suite.fill(stand);
    for (const it of suite.cases)
      for (const clients of it.clients ?? CLIENTS)
        rows.push({ suite: suite.name, call: it.name, clients, ...(await run(stand, it, clients)) });
  } finally {
    await stand.close();
  }
}
console.log(`\n${table(rows)}`);
