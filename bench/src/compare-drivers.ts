/**
 * `npx node bench/src/compare-drivers.ts` measures the same calls on three servers over one database: with `pg` as it is,
 * with `pg` and named statements, and with the server's own client, which also pipelines. Rounds alternate between the
 * servers, so that other load on the machine affects all of them. The table shows the medians of the rounds. `CPU ms` is the
 * processor time of the server and of the database per call, which depends less on other load than the rate.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Case } from './case.ts';
import { loadAverage } from './conditions.ts';
import { createHttpClient } from './http-client.ts';
import { figuresOf, observe, type Figures } from './measure.ts';
import { percentile } from './percentile.ts';
import { openStand, startServer, type Server } from './stand.ts';
import { SUITES } from './suites.ts';

const ROUNDS = 9;
const SECONDS = 0.6;
/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const WARM_SECONDS = 3;
const CLIENTS = [1, 16];
const PRELOAD = path.join(import.meta.dirname, 'drivers/use-plain-client.mjs');
const SUITE = SUITES.find(({ name, size }) => name === 'stock' && size.startsWith('10,000 '))!;
const CASES: readonly Case[] = [
  { name: 'GET one product', method: 'GET', path: (n) => `/products/${1 + ((n * 7919) % 10_000)}` },
  { name: 'GET 50 products', method: 'GET', path: () => '/products?limit=50' },
  { ...SUITE.cases.find(({ name }) => name === 'post a movement')!, name: 'POST a movement' },
];

let requests = 0;
const before = loadAverage();
const stand = await openStand(1);
const servers: Record<string, Server> = {};
try {
  await SUITE.fill(stand);
  for (const driver of ['plain', 'named'])
    servers[driver] = await startServer(stand.databaseUrl, path.join(stand.dataDir, driver), PRELOAD, {
      BENCH_DRIVER: driver,
    });
  servers.pipelined = { url: stand.url, pid: stand.pid, stop: async () => {} };
  console.log(
    '| call | clients | driver | calls/s | p50 ms | CPU ms | calls/s to plain | CPU to plain |\n|---|--:|---|--:|--:|--:|--:|--:|',
  );
  for (const it of CASES) for (const clients of CLIENTS) await compare(it, clients);
  console.log(
    `\n${ROUNDS} rounds of ${SECONDS} s each; load average ${before.toFixed(1)} before, ${loadAverage().toFixed(1)} after`,
  );
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()));
  await stand.close();
}

interface Round extends Figures {
  /** Milliseconds of processor time per call, of the server and of the database. */
  cpu: number;
}

async function compare(it: Case, clients: number): Promise<void> {
  const rounds: Record<string, Round[]> = {};
  for (let round = -1; round < ROUNDS; round++)
    // Each round starts with another server, so that none always runs after the same one.
    for (const driver of rotate(Object.keys(servers), round + 1)) {
      const measured = await measure(servers[driver]!, it, clients, round < 0 ? WARM_SECONDS : SECONDS);
      if (round >= 0) (rounds[driver] ??= []).push(measured);
    }
  const medianOf = (driver: string, of: keyof Round) =>
    percentile(
      rounds[driver]!.map((round) => round[of]).toSorted((a, b) => a - b),
      0.5,
    );
  for (const driver of Object.keys(servers)) {
    const [rate, p50, cpu] = (['perSecond', 'p50', 'cpu'] as const).map((of) => medianOf(driver, of));
    const change = (of: 'perSecond' | 'cpu') =>
      `${((medianOf(driver, of) / medianOf('plain', of) - 1) * 100).toFixed(0)} %`;
    console.log(
      `| ${it.name} | ${clients} | ${driver} | ${rate!.toFixed(0)} | ${p50!.toFixed(2)} | ${cpu!.toFixed(2)} | ${change('perSecond')} | ${change('cpu')} |`,
    );
  }
}

async function measure({ url, pid }: Server, it: Case, clients: number, seconds: number): Promise<Round> {
  const http = await createHttpClient(url, stand.token, clients);
  const before = cpuOf(pid);
  const seen = await observe(clients, seconds, (client) => {
    const unique = nextUnique();
    return http.send(client, it.method, it.path(unique), it.body?.(unique));
  });
  const cpu = (cpuOf(pid) - before) / seen.times.length;
  http.close();
  return { ...figuresOf([seen]), cpu };
}

/** Processor time in milliseconds of a server and of all processes of the database. NaN where there is no /proc. */
function cpuOf(server: number): number {
  try {
    const stats = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => ({ pid: Number(pid), stat: statOf(pid) }));
    const postmaster = Number(readFileSync(path.join(stand.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    const ticks = stats
      .filter(({ pid, stat }) => pid === server || stat[1] === String(postmaster))
      .reduce((sum, { stat }) => sum + Number(stat[11]) + Number(stat[12]), 0);
    return ticks * MS_PER_TICK;
  } catch {
    return NaN;
  }
}

/** The fields of /proc/PID/stat after the name of the program; none for a process that has ended. */
function statOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

function rotate<T>(list: readonly T[], by: number): T[] {
  const at = by % list.length;
  return [...list.slice(at), ...list.slice(0, at)];
}

function nextUnique(): number {
  return ++requests;
}
