/**
 * `npx node e2e/cold-load/main.ts` opens every screen of the demo company in a browser context with an empty cache, and prints
 * the time from the navigation until the screen shows its title and none of its parts is loading. Each of the five
 * rounds loads the sign-in screen before each other screen: the ratio of the two medians depends less on other load of
 * the machine than the milliseconds. The processor time is that of the page's own thread. A word as argument selects the
 * screens whose address contains it. The interface must have been built.
 */
import { loadavg } from 'node:os';
import { startDemoCompany } from '../../server/src/testing/demo-company.ts';
import { openBrowser } from '../support/browser.ts';
import { demoRows } from '../support/demo-rows.ts';
import { isBeforeSignIn, screenPaths } from '../support/screen-paths.ts';

const ROUNDS = Number(process.env.COLD_LOAD_ROUNDS || 5);
const GOAL_MS = 800;
const SIGN_IN = '/login';
const VIEWPORT = { width: 1440, height: 900 };
const WAIT_MS = 30_000;

interface Load {
  /** Milliseconds from the navigation until something is painted, and until the screen shows its data. */
  painted: number;
  shown: number;
  /** Milliseconds of processor time of the page's main thread until then, and its part in scripts. */
  busy: number;
  scripts: number;
}

const word = process.argv[2] ?? '';
const before = loadavg()[0]!;
const company = await startDemoCompany();
const browser = await openBrowser();
try {
  const { admin } = company;
  const user = (await admin.get('/auth/me')).body;
  const storage = { language: 'it', token: admin.token, user: JSON.stringify(user) };
  const rows = await demoRows({ admin });
  const screens = screenPaths()
    .filter((path) => !isBeforeSignIn(path) && path.includes(word))
    .map((path) => addressOf(path, rows));
  await load(SIGN_IN, {});
  for (const address of screens) await load(address, storage);
  const loads = new Map<string, Load[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const address of screens) {
      add(loads, `${SIGN_IN} before ${address}`, await load(SIGN_IN, {}));
      add(loads, address, await load(address, storage));
    }
  printTable(screens, loads);
} finally {
  await browser.close();
  await company.close();
}
process.exit(0); // the test cluster that it may have started ends with the process

/** The address of a screen, with a row of the demo company where it needs one. */
function addressOf(path: string, rows: Record<string, string | number>): string {
  const row = rows[path];
  if (row === undefined && path.includes('$')) throw new Error(`${path} needs a row of the demo company`);
  return typeof row === 'string' && row.startsWith('/') ? row : path.replace(/\$\w+/, String(row));
}

function add(loads: Map<string, Load[]>, address: string, load: Load): void {
  loads.set(address, [...(loads.get(address) ?? []), load]);
}

async function load(address: string, storage: Record<string, string>): Promise<Load> {
  const localStorage = Object.entries(storage).map(([name, value]) => ({ name, value }));
  const context = await browser.newContext({
    viewport: VIEWPORT,
    locale: 'it-IT',
    storageState: { cookies: [], origins: [{ origin: company.url, localStorage }] },
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.addInitScript(watchScreen);
    await page.goto(`${company.url}${address}`, { waitUntil: 'commit' });
    const shown = await page
      .waitForFunction(() => (globalThis as unknown as { shownAt?: number }).shownAt, undefined, {
        timeout: WAIT_MS,
        polling: 20,
      })
      .then((handle) => handle.jsonValue() as Promise<number>);
    const { metrics } = await devtools.send('Performance.getMetrics');
    const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
    const painted = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    return { painted, shown, busy: seconds('TaskDuration') * 1000, scripts: seconds('ScriptDuration') * 1000 };
  } finally {
    await context.close();
  }
}

/**
 * Runs in the page: sets `shownAt` to the first frame that shows a title and no loading part, if it stays so for a while.
 */
function watchScreen(): void {
  const QUIET_MS = 300;
  let since: number | undefined;
  const look = () => {
    const isShown = document.querySelector('h1, form') !== null && document.querySelector('[aria-busy=true]') === null;
    const now = performance.now();
    since = isShown ? (since ?? now) : undefined;
    if (since !== undefined && now - since > QUIET_MS) (globalThis as unknown as { shownAt?: number }).shownAt = since;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function printTable(screens: readonly string[], loads: ReadonlyMap<string, Load[]>): void {
  const median = (address: string, figure: keyof Load) => medianOf(loads.get(address)!.map((load) => load[figure]));
  const table = screens
    .map((address) => {
      const [shown, base] = [median(address, 'shown'), median(`${SIGN_IN} before ${address}`, 'shown')];
      return { address, shown, ratio: shown / base, base };
    })
    .toSorted((a, b) => b.shown - a.shown);
  console.log('| screen | first paint ms | shown ms | ÷ sign-in | processor ms | of it scripts |');
  console.log('|---|--:|--:|--:|--:|--:|');
  for (const { address, shown, ratio } of table) {
    const [painted, busy, scripts] = (['painted', 'busy', 'scripts'] as const).map((it) =>
      median(address, it).toFixed(0),
    );
    console.log(`| ${address} | ${painted} | ${shown.toFixed(0)} | ${ratio.toFixed(2)} | ${busy} | ${scripts} |`);
  }
  const slow = table.filter(({ shown }) => shown > GOAL_MS).length;
  const signIn = medianOf(table.map(({ base }) => base)).toFixed(0);
  console.log(
    `\n${table.length} screens, ${slow} above ${GOAL_MS} ms; the sign-in screen ${signIn} ms; medians of ${ROUNDS} loads; load average ${before.toFixed(1)} before, ${loadavg()[0]!.toFixed(1)} after`,
  );
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
