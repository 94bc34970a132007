/**
 * `npx node bench/src/search.ts` measures `GET /search` with rows of each kind: 1,000,000, or as many as `SEARCH_ROWS` says. For each
 * text it prints the processor time of the database, which depends less on other load of the machine than the response time,
 * and the quickest response. `SEARCH_DIR` names a folder that keeps the data; a word as argument selects the texts.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Pool } from 'pg';
import { loadAverage } from './conditions.ts';
import { createHttpClient } from './http-client.ts';
import { percentile } from './percentile.ts';
import { fillSearch } from './search-rows.ts';
import { signIn, startServer } from './stand.ts';
import { openEmbedded } from '../../server/src/platform/embedded-postgres/open-embedded.ts';

const ROWS = Number(process.env.SEARCH_ROWS || 1_000_000);
const ROUNDS = 7;
const GOAL_MS = 50;
const FILLING = { maintenance_work_mem: '1GB', max_wal_size: '8GB', shared_buffers: '2GB' };

/** Words of many and of few rows, several words, codes and numbers whole and in part, and texts that no row has. */
const TEXTS = [
  'panificio',
  'badini',
  'panificio badini',
  'panificio lucca mazzini',
  'enoteca consegna urgente arezzo',
  'caseificio ferragosto',
  'tipografia anticipato',
  'panificio lucca',
  'via roma 12',
  'via garibaldi',
  'rossi firenze',
  'forno rossi siena',
  'carta kraft',
  'carta',
  'kraft h 120',
  'velina pergamena 33',
  'film politene lucca',
  'OF-2022/700000',
  'OC-2021/400000',
  'FT-2022/700001',
  'DDT-2020/000123',
  'ddt-2021',
  'ft-2022/70',
  '700001',
  '400000',
  'CKR-0123456',
  'ckr-01234',
  'L2021-300000',
  'B1234567',
  'CV-1234',
  'MILL 2100',
  'BOLLA 5555/A',
  'inventario ferragosto pisa',
  'urgente',
  'telefonare magazzino',
  'magazzino arezzo',
  'reparto 7',
  'zzyzx',
  'nonesiste badini',
  'ab',
];

const kept = process.env.SEARCH_DIR;
const dir = kept ?? mkdtempSync(path.join(os.tmpdir(), 'bobina-search-'));
const before = loadAverage();
await withDatabase(FILLING, async (url) => {
  await (await startServer(url, path.join(dir, 'filling'))).stop();
  const pool = new Pool({ connectionString: url, max: 1 }).on('error', () => {});
  const { rows } = await pool.query<{ has: boolean }>('select exists (select from products) as has');
  if (!rows[0]!.has) await fillSearch(pool, ROWS);
  await pool.end();
});
await withDatabase({}, async (url) => {
  const server = await startServer(url, path.join(dir, 'server'));
  const pool = new Pool({ connectionString: url, max: 1 }).on('error', () => {});
  try {
    const http = await createHttpClient(server.url, await signIn(server.url), 1);
    const ask = (text: string) => http.send(0, 'GET', `/search?q=${encodeURIComponent(text)}`);
    const measured: [text: string, cpu: number, quickest: number][] = [];
    for (const text of TEXTS.filter((one) => one.includes(process.argv[2] ?? ''))) {
      for (let round = 0; round < 2; round++) await ask(text);
      const times: number[] = [];
      const cpu = await databaseTime(pool);
      for (let round = 0; round < ROUNDS; round++) {
        const at = performance.now();
        await ask(text);
        times.push(performance.now() - at);
      }
      const used = ((await databaseTime(pool)) - cpu) / ROUNDS;
      measured.push([
        text,
        used,
        percentile(
          times.toSorted((a, b) => a - b),
          0,
        ),
      ]);
    }
    http.close();
    print(measured);
  } finally {
    await pool.end();
    await server.stop();
  }
});
if (!kept) rmSync(dir, { recursive: true, force: true });

async function withDatabase(settings: Record<string, string>, work: (url: string) => Promise<void>): Promise<void> {
  const database = await openEmbedded({ dataDir: path.join(dir, 'postgres'), database: 'bobina', settings });
  try {
    await work(database.url);
  } finally {
    await database.stop();
  }
}

/** Milliseconds of processor time that the connections of the server have used so far. */
async function databaseTime(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  const nanoseconds = rows.map(({ pid }) => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]));
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}

function print(measured: readonly [text: string, cpu: number, quickest: number][]): void {
  console.log('| text | processor ms of the database | quickest response ms |\n|---|--:|--:|');
  for (const [text, cpu, quickest] of measured.toSorted((a, b) => b[1] - a[1]))
    console.log(`| \`${text}\` | ${cpu.toFixed(0)} | ${quickest.toFixed(0)} |`);
  const slow = measured.filter(([, cpu]) => cpu > GOAL_MS).length;
  console.log(
    `\n${ROWS.toLocaleString('en')} rows of each kind; ${slow} of ${measured.length} texts above ${GOAL_MS} ms; means of ${ROUNDS}; load average ${before.toFixed(1)} before, ${loadAverage().toFixed(1)} after`,
  );
}
