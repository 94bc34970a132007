/**
 * `npm run bench`: each call over HTTP, and the SQL that it sends on the bare driver, prepared, with as many clients,
 * on the same database, in the same run. The ratio is what the server costs; absolute figures are this machine's.
 * A full run stores its table; `npm run bench -- stock` runs the suites whose name or size contains the word, and
 * only prints it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Suite } from './case.ts';
import { loadAverage, readDatabase, readMachine } from './conditions.ts';
import { captureCase, runCase, warmCase, type Captured } from './run-case.ts';
import { openStand, type Stand } from './stand.ts';
import { SUITES } from './suites.ts';
import { pageOf, ratioOf, tableOf, type Conditions, type Row } from './table.ts';

const STORED = path.join(import.meta.dirname, '../results/table.md');
const CLIENTS = [1, 16];
/** For a measurement over HTTP, and as long for its bare SQL. */
const SECONDS = { most: 1.2, least: 0.2 };
/** Of each call and of its SQL, before any like it is measured: each suite has a server of its own, just started. */
const WARM_SECONDS = 0.5;
/** All of it, less than the fifteen minutes that it may take: where making data takes longer, measurements are given less. */
const BUDGET_SECONDS = Number(process.env.BENCH_MINUTES || 13) * 60;
/** Of what is left, for measuring; the rest is for making data, warming up and capturing. */
const MEASURING_SHARE = 0.27;

const word = process.argv[2] ?? '';
const chosen = SUITES.filter(({ name, size }) => `${name} ${size}`.includes(word));
function clientsOf(it: Suite['cases'][number]) {
  return it.clients ?? CLIENTS;
}
const started = new Date();
function elapsedSeconds() {
  return (Date.now() - started.getTime()) / 1000;
}

let left = chosen.flatMap(({ cases }) => cases.flatMap(clientsOf)).length;
function seconds() {
  return Math.min(
    SECONDS.most,
    Math.max(SECONDS.least, (MEASURING_SHARE * (BUDGET_SECONDS - elapsedSeconds())) / left),
  );
}

function say({ call, clients, served, bare }: Row) {
  return console.log(
    `${call}, ${clients} at once: ${served.perSecond.toFixed(0)}/s, p50 ${served.p50.toFixed(2)} ms, p99 ${served.p99.toFixed(2)} ms; ` +
      `the same SQL ${bare.perSecond.toFixed(0)}/s; ratio ${ratioOf({ served, bare }).toFixed(2)}`,
  );
}

const rows: Row[] = [];
let database: Pick<Conditions, 'postgres' | 'settings'> | undefined;

function warm(stand: Stand, it: Suite['cases'][number], captured: Captured) {
  return warmCase(stand, it, captured, { clients: Math.max(...clientsOf(it)), seconds: WARM_SECONDS });
}

async function runSuite(suite: Suite): Promise<void> {
  const stand = await openStand(Math.max(...CLIENTS));
  try {
    database ??= await readDatabase(stand.pool);
    const filling = Date.now();
    await suite.fill(stand);
    console.log(`\n── ${suite.name}, ${suite.size} (made in ${((Date.now() - filling) / 1000).toFixed(1)} s) ──`);
    const captures = new Map<Suite['cases'][number], Captured>();
    for (const it of suite.cases) {
      const captured = await captureCase(stand, it);
      captures.set(it, captured);
      if (it.method === 'GET') await warm(stand, it, captured);
    }
    for (const [it, captured] of captures) {
      // What writes is asked when its turn comes: until then the data is as it was made.
      if (it.method !== 'GET') await warm(stand, it, captured);
      for (const clients of clientsOf(it)) {
        const figures = await runCase(stand, it, captured, { clients, seconds: seconds() });
        rows.push({ suite: suite.name, size: suite.size, call: it.name, clients, ...figures });
        say(rows.at(-1)!);
        left--;
      }
    }
  } finally {
    await stand.close();
  }
}

const before = loadAverage();
for (const suite of chosen) await runSuite(suite);
if (rows.length === 0) throw new Error(`no suite is called "${word}"`);
console.log(`\n${tableOf(rows)}\n\n${(elapsedSeconds() / 60).toFixed(1)} minutes`);
if (chosen.length === SUITES.length) {
  mkdirSync(path.dirname(STORED), { recursive: true });
  writeFileSync(
    STORED,
    pageOf(rows, {
      started: started.toISOString(),
      minutes: elapsedSeconds() / 60,
      ...readMachine(),
      ...database!,
      load: [before, loadAverage()],
    }),
  );
}
