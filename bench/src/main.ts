/**
 * `npm run bench`: each call over HTTP, and the SQL that it sends on the bare driver, prepared, with as many clients,
 * on the same database, in the same run. The ratio is what the server costs; absolute figures are this machine's.
 */
import { createApp } from '../../server/src/app/create-app.ts';
import { replay } from './bare.ts';
import { capture, type Statement } from './capture.ts';
import type { Case } from './case.ts';
import { createHttpClient } from './http-client.ts';
import { measure, type Figures } from './load.ts';
import { fillProducts, productCases } from './products.bench.ts';
import { openStand, type Stand } from './stand.ts';

const SECONDS = Number(process.env.BENCH_SECONDS || 4);
const WARM_SECONDS = 1;
const CLIENTS = (process.env.BENCH_CLIENTS || '1,16').split(',').map(Number);

interface Captured {
  statements: Statement[];
  /** The number of the request that was captured. */
  unique: number;
}

let requests = 0;
/** A number that no other request of the run has. */
const nextUnique = () => ++requests;

/** The statements of one request, the second of its kind, when everything is warm. */
const captureCase = async (stand: Stand, it: Case) => {
  const { server } = await createApp({ databaseUrl: stand.databaseUrl });
  const ask = async (unique: number) => {
    const headers = { authorization: `Bearer ${stand.token}` };
    const answer = await server.inject({ method: it.method, url: `/api${it.path(unique)}`, headers, ...(it.body && { payload: it.body(unique) }) });
    if (answer.statusCode >= 400) throw new Error(`${it.name}: ${answer.body}`);
  };
  await server.ready();
  await ask(nextUnique());
  const unique = nextUnique();
  const statements = await capture(() => ask(unique));
  await server.close();
  return { statements, unique };
};

/** What a request puts into its statements: its own values in place of the captured ones. */
const freshValues = (it: Case, { statements, unique: captured }: Captured, unique: number) => {
  const was = it.body?.(captured) ?? {};
  const is = it.body?.(unique) ?? {};
  const swaps = new Map<unknown, unknown>(Object.entries(was).map(([key, value]) => [value, is[key]]));
  const idOf = (path: string) => Number(/\/(\d+)$/.exec(path)?.[1]);
  if (idOf(it.path(1))) swaps.set(idOf(it.path(captured)), idOf(it.path(unique)));
  const wasQ = new URLSearchParams(it.path(captured).split('?')[1]).get('q');
  if (wasQ) swaps.set(`%${wasQ}%`, `%${new URLSearchParams(it.path(unique).split('?')[1]).get('q')}%`);
  const returning = statements.findIndex(({ text }) => /returning "id"/i.test(text));
  return (statement: Statement, rows: unknown[][]): unknown[] => {
    const made = (rows[returning]?.[0] as { id?: number } | undefined)?.id;
    return statement.values.map((value, at) => {
      if (swaps.has(value)) return swaps.get(value);
      // The row just created is read back and named in the log.
      if (made !== undefined && typeof value === 'number' && value > 100_000 && at < 8) return made;
      return value;
    });
  };
};

const show = (figures: Figures) =>
  `${figures.perSecond.toFixed(0).padStart(7)}/s  p50 ${figures.p50.toFixed(2).padStart(7)} ms  p99 ${figures.p99.toFixed(2).padStart(7)} ms`;

const run = async (stand: Stand, it: Case, clients: number) => {
  const captured = await captureCase(stand, it);
  const http = await createHttpClient(stand.url, stand.token, clients);
  const overHttp = (client: number) => {
    const unique = nextUnique();
    return http.send(client, it.method, it.path(unique), it.body?.(unique));
  };
  const bare = () => replay(stand.pool, captured.statements, freshValues(it, captured, nextUnique()));
  // Warm first; then by turns, so that a noisy neighbour meets both.
  await measure(clients, WARM_SECONDS, overHttp);
  await measure(clients, WARM_SECONDS, bare);
  const served = await measure(clients, SECONDS, overHttp);
  const driver = await measure(clients, SECONDS, bare);
  const ratio = served.perSecond / driver.perSecond;
  http.close();
  console.log(`${it.name}, ${clients} client${clients > 1 ? 's' : ''} (${captured.statements.length} statements)`);
  console.log(`  HTTP    ${show(served)}`);
  console.log(`  driver  ${show(driver)}`);
  console.log(`  ratio   ${ratio.toFixed(2)}`);
};

const stand = await openStand(Math.max(...CLIENTS));
try {
  console.log('filling 100,000 products …');
  await fillProducts(stand);
  for (const it of productCases) for (const clients of CLIENTS) await run(stand, it, clients);
} finally {
  await stand.close();
}
