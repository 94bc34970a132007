/**
 * `npx node bench/src/memory.ts` loads the demo company, calls the server with 8 clients for ten minutes (`MEMORY_MINUTES`
 * changes that) and prints each minute its resident memory, its calls per second and its processor time per call. Nine
 * of ten calls are lists, records, searches and postings, one is a PDF. A last line shows the memory two minutes later,
 * without calls.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enterDemo } from '../../server/src/app/enter-demo.ts';
import { createHttpClient } from './http-client.ts';
import { observe } from './measure.ts';
import { openStand, type Stand } from './stand.ts';

const CLIENTS = 8;
const MINUTES = Number(process.env.MEMORY_MINUTES || 10);
const IDLE_MINUTES = 2;
/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const LISTS = ['products', 'customers', 'customer-orders', 'stock-movements', 'stock', 'invoices', 'packing-lists'];

interface Scene {
  warehouse: number;
  product: number;
  invoices: number[];
  orders: number[];
}

const stand = await openStand(CLIENTS);
try {
  await enterDemo(stand.databaseUrl);
  const scene = await readScene(stand);
  console.log('| minute | MB | calls/s | CPU ms per call |\n|--:|--:|--:|--:|');
  const http = await createHttpClient(stand.url, stand.token, CLIENTS);
  let requests = 0;
  for (let minute = 1; minute <= MINUTES; minute++) {
    const before = cpuOf(stand.pid);
    const seen = await observe(CLIENTS, 60, (client) => {
      const [method, target, body] = callOf(++requests, scene);
      return http.send(client, method, target, body);
    });
    const cpu = (cpuOf(stand.pid) - before) / seen.times.length;
    const rate = seen.times.length / seen.elapsed;
    console.log(`| ${minute} | ${memoryOf(stand.pid)} | ${rate.toFixed(0)} | ${cpu.toFixed(2)} |`);
  }
  http.close();
  await sleep(IDLE_MINUTES * 60_000);
  console.log(`\n${memoryOf(stand.pid)} MB after ${IDLE_MINUTES} minutes without calls`);
} finally {
  await stand.close();
}

function callOf(n: number, { warehouse, product, invoices, orders }: Scene): [string, string, unknown?] {
  const list = LISTS[n % LISTS.length]!;
  const of = (ids: number[]) => ids[n % ids.length]!;
  const calls: [string, string, unknown?][] = [
    ['GET', `/${list}?limit=100`],
    ['GET', `/${list}?limit=50&offset=50`],
    ['GET', `/search?q=${['carta', 'film', 'roma', 'ft-'][n % 4]}`],
    ['GET', `/customer-orders/${of(orders)}`],
    ['GET', `/invoices/${of(invoices)}`],
    ['GET', '/stock/summary?limit=100'],
    ['GET', '/dashboard'],
    ['GET', `/${list}?limit=1000`],
    ['POST', '/stock-movements', load(warehouse, product)],
    ['GET', `/invoices/${of(invoices)}/report?format=pdf`],
  ];
  return calls[n % calls.length]!;
}

function load(warehouse_id: number, product_id: number) {
  const movement_date = new Date().toISOString().slice(0, 10);
  return { movement_type: 'C', movement_date, product_id, warehouse_id, quantity: 1 };
}

async function readScene({ url, token }: Stand): Promise<Scene> {
  const idsOf = async (list: string, isWanted: (row: { has_batch?: boolean }) => boolean = () => true) => {
    const answer = await fetch(`${url}/api/${list}?limit=50`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { id: number; has_batch?: boolean }[]).filter(isWanted).map(({ id }) => id);
  };
  const [warehouse] = await idsOf('warehouses');
  const [product] = await idsOf('products', ({ has_batch }) => !has_batch);
  return {
    warehouse: warehouse!,
    product: product!,
    invoices: await idsOf('invoices'),
    orders: await idsOf('customer-orders'),
  };
}

/** Resident memory in MB. */
function memoryOf(pid: number): number {
  const [, kB] = /VmRSS:\s+(\d+)/.exec(readFileSync(path.join('/proc', String(pid), 'status'), 'utf8'))!;
  return Math.round(Number(kB) / 1024);
}

/** Processor time in milliseconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(path.join('/proc', String(pid), 'stat'), 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
