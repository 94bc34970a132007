/**
 * `npx node bench/src/growth.ts` measures the daily calls of the stock with 100,000 movements of one year and with 10,000,000 of
 * ten years, of the same products, warehouses and batches. Both databases are in one PostgreSQL, each with its own server, and rounds
 * alternate between them, so that other load on the machine affects both. The table shows the medians of the rounds.
 * `GROWTH_DIR` names a folder that keeps the data for the next run, `GROWTH_YEARS` the years of the large ledger; a word as
 * argument selects the calls that contain it.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { count, mark, type Case } from './case.ts';
import { loadAverage } from './conditions.ts';
import { fillGrowingLedger, PRODUCTS, WAREHOUSES, type Growth } from './growth-ledger.ts';
import { createHttpClient } from './http-client.ts';
import { figuresOf, observe } from './measure.ts';
import { percentile } from './percentile.ts';
import { raiseSequences, signIn, startServer, type Server } from './stand.ts';
import { openEmbedded } from '../../server/src/platform/embedded-postgres/open-embedded.ts';

const YEARS = Number(process.env.GROWTH_YEARS || 10);
const SIZES = { small: { movements: 100_000, days: 365 }, large: { movements: 1_000_000 * YEARS, days: 365 * YEARS } };
type Size = keyof typeof SIZES;
const NAMES = Object.keys(SIZES) as Size[];
const CLIENTS = 16;
const ROUNDS = 5;
const SECONDS = 1;
/** Fast filling needs memory for the indexes and few checkpoints; the measured settings are those of the application. */
const FILLING = { maintenance_work_mem: '1GB', max_wal_size: '8GB' };

function dayAgo(days: number) {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}
function productOf(n: number) {
  return 1 + ((n * 7919) % PRODUCTS);
}

const CASES: readonly Case[] = [
  { name: 'newest 100 movements', method: 'GET', path: () => '/stock-movements?limit=100' },
  {
    name: '100 movements after 50,000',
    method: 'GET',
    path: (n) => `/stock-movements?limit=100&offset=${50_000 + (n % 100)}`,
  },
  {
    name: '100 movements, oldest first, after 95,000',
    method: 'GET',
    path: (n) => `/stock-movements?limit=100&sort=movement_date&offset=${95_000 + (n % 100)}`,
  },
  {
    name: '50 movements of a product',
    method: 'GET',
    path: (n) => `/stock-movements?limit=50&product_id=${productOf(n)}`,
  },
  { name: '100 transfers', method: 'GET', path: () => '/stock-movements?limit=100&type=T' },
  { name: '100 sales', method: 'GET', path: () => '/stock-movements?limit=100&type=S-SO' },
  {
    name: '100 movements of a warehouse',
    method: 'GET',
    path: (n) => `/stock-movements?limit=100&warehouse_id=${1 + (n % WAREHOUSES)}`,
  },
  {
    name: '100 loads of a warehouse in a month',
    method: 'GET',
    path: (n) =>
      `/stock-movements?limit=100&type=C&warehouse_id=${1 + (n % WAREHOUSES)}&from=${dayAgo(90)}&to=${dayAgo(60)}`,
  },
  { name: 'stock, 100 rows', method: 'GET', path: () => '/stock?limit=100' },
  { name: 'stock by product, 100 rows', method: 'GET', path: () => '/stock/summary?limit=100' },
  { name: 'stock of a product', method: 'GET', path: (n) => `/stock/product/${productOf(n)}` },
  {
    name: 'stock by product 180 days ago, 100 rows',
    method: 'GET',
    path: () => `/stock/summary?limit=100&as_of=${dayAgo(180)}`,
  },
  {
    name: 'sums by product 180 days ago, 100 rows without batches',
    method: 'GET',
    path: () => `/stock/summary?limit=100&fields=code,description,unit_of_measure,quantity&as_of=${dayAgo(180)}`,
  },
  {
    name: 'stock of a product 180 days ago',
    method: 'GET',
    path: (n) => `/stock/product/${productOf(n)}?as_of=${dayAgo(180)}`,
  },
  { name: 'stock 180 days ago, 100 rows', method: 'GET', path: () => `/stock?limit=100&as_of=${dayAgo(180)}` },
  {
    name: 'post a load',
    method: 'POST',
    path: () => '/stock-movements',
    body: (n) => ({
      movement_type: 'C',
      movement_date: dayAgo(0),
      product_id: productOf(n),
      warehouse_id: 1 + (n % WAREHOUSES),
      quantity: 12.5,
      batch_number: `N${mark(n)}`,
    }),
  },
  {
    name: 'post a transfer',
    method: 'POST',
    path: () => '/stock-movements/transfers',
    body: (n) => {
      const key = (n * 7919) % (PRODUCTS * WAREHOUSES * 2);
      const from = 1 + (Math.floor(key / PRODUCTS) % WAREHOUSES);
      return {
        movement_date: dayAgo(0),
        from_warehouse_id: from,
        to_warehouse_id: 1 + (from % WAREHOUSES),
        items: [{ product_id: 1 + (key % PRODUCTS), batch_number: `L${key}`, quantity: 1 }],
      };
    },
  },
];

interface Stand extends Server {
  token: string;
}

const kept = process.env.GROWTH_DIR;
const dir = kept ?? mkdtempSync(path.join(os.tmpdir(), 'bobina-growth-'));
const word = process.argv[2] ?? '';
const before = loadAverage();
let requests = 0;

await withDatabase(FILLING, async (urlOf) => {
  for (const name of NAMES) await fillOnce(urlOf(name), SIZES[name]);
});
await withDatabase({}, async (urlOf) => {
  const stands = {} as Record<Size, Stand>;
  try {
    for (const name of NAMES) stands[name] = await openStand(urlOf(name), name);
    console.log('| call | small calls/s | large calls/s | large ÷ small | large p50 ms | large p99 ms |');
    console.log('|---|--:|--:|--:|--:|--:|');
    for (const it of CASES.filter(({ name }) => name.includes(word))) await compare(stands, it);
  } finally {
    for (const stand of Object.values(stands)) await stand.stop();
  }
});
if (!kept) rmSync(dir, { recursive: true, force: true });
const sizes = NAMES.map(
  (name) => `${name}: ${count(SIZES[name].movements, 'movements')} of ${SIZES[name].days} days`,
).join('; ');
console.log(
  `\n${sizes}; ${CLIENTS} clients; medians of ${ROUNDS} rounds of ${SECONDS} s; load average ${before.toFixed(1)} before, ${loadAverage().toFixed(1)} after`,
);

async function withDatabase(
  settings: Record<string, string>,
  work: (urlOf: (name: Size) => string) => Promise<void>,
): Promise<void> {
  const database = await openEmbedded({ dataDir: path.join(dir, 'postgres'), settings });
  try {
    const urlOf = (name: string) => Object.assign(new URL(database.adminUrl), { pathname: `/${name}` }).href;
    const admin = openPool(database.adminUrl);
    const { rows } = await admin.query<{ datname: string }>('select datname from pg_database');
    for (const name of NAMES)
      if (!rows.some(({ datname }) => datname === name)) await admin.query(`create database ${name}`);
    await admin.end();
    await work(urlOf);
  } finally {
    await database.stop();
  }
}

/** Fills a database unless it has movements. The server migrates it first. */
async function fillOnce(url: string, growth: Growth): Promise<void> {
  await (await startServer(url, path.join(dir, 'filling'))).stop();
  const pool = openPool(url);
  const { rows } = await pool.query<{ has: boolean }>('select exists (select from stock_movements) as has');
  if (!rows[0]!.has) {
    await raiseSequences(pool);
    await fillGrowingLedger(pool, growth);
  }
  await pool.end();
}

/** A pool whose connections may still be closing when the database stops. */
function openPool(url: string): Pool {
  return new Pool({ connectionString: url, max: 1 }).on('error', () => {});
}

async function openStand(url: string, name: Size): Promise<Stand> {
  const server = await startServer(url, path.join(dir, name));
  return { ...server, token: await signIn(server.url) };
}

/** Measures one call in rounds that alternate between the sizes, after a round for warming up. */
async function compare(stands: Record<Size, Stand>, it: Case): Promise<void> {
  const rounds: Record<Size, Awaited<ReturnType<typeof measure>>[]> = { small: [], large: [] };
  for (let round = -1; round < ROUNDS; round++)
    for (const name of round % 2 ? NAMES : NAMES.toReversed()) {
      const figures = await measure(stands[name], it);
      if (round >= 0) rounds[name].push(figures);
    }
  const median = (name: Size, figure: 'perSecond' | 'p50' | 'p99') =>
    percentile(
      rounds[name].map((figures) => figures[figure]).toSorted((a, b) => a - b),
      0.5,
    );
  const [small, large] = NAMES.map((name) => median(name, 'perSecond')) as [number, number];
  const cells = [small.toFixed(0), large.toFixed(0), (large / small).toFixed(2)];
  console.log(
    `| ${it.name} | ${cells.join(' | ')} | ${median('large', 'p50').toFixed(1)} | ${median('large', 'p99').toFixed(1)} |`,
  );
}

async function measure({ url, token }: Stand, it: Case) {
  const http = await createHttpClient(url, token, CLIENTS);
  const seen = await observe(CLIENTS, SECONDS, (client) => {
    const unique = ++requests;
    return http.send(client, it.method, it.path(unique), it.body?.(unique));
  });
  http.close();
  return figuresOf([seen]);
}
