/**
 * `npm run bench`: measures each call over HTTP, and its SQL as prepared statements on the bare driver, with the same
 * number of clients on the same database in the same run. The ratio is the cost of the server; absolute figures depend
 * on the machine. A full run stores its table. `npm run bench -- stock` runs the suites whose name or size contains the
 * word, and only prints it.
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
/** Duration of a measurement over HTTP, and of the one of its bare SQL. */
const SECONDS = { most: 1.2, least: 0.2 };
/** Duration of the warm-up of each call and of its SQL; each suite starts a new server. */
const WARM_SECONDS = 0.5;
/**
 * Duration of the whole run, below its limit of fifteen minutes. When data set-up takes longer, measurements get
 * shorter.
 */
const BUDGET_SECONDS = Number(process.env.BENCH_MINUTES || 13) * 60;
/** The share of the remaining time for measurements; the rest is for data set-up, warm-up and capture. */
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

function printRow({ call, clients, served, bare }: Row) {
  return console.log(
    `${call}, ${clients} concurrent: ${served.perSecond.toFixed(0)}/s, p50 ${served.p50.toFixed(2)} ms, p99 ${served.p99.toFixed(2)} ms; ` +
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
      // Writing calls are warmed up just before their measurement, so that the data stays unchanged until then.
      if (it.method !== 'GET') await warm(stand, it, captured);
      for (const clients of clientsOf(it)) {
        const figures = await runCase(stand, it, captured, { clients, seconds: seconds() });
        rows.push({ suite: suite.name, size: suite.size, call: it.name, clients, ...figures });
        printRow(rows.at(-1)!);
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
