import { listFiles } from './files.mjs';
import { distancesFrom, readFile, resolveImport } from './import-graph.mjs';
/** A call counts as further away than an import; what every test goes through, as further still. */
const CALLED = 2;
const SHARED = 20;

/**
 * The test files that changed files can affect, as a map of test file → distance, the nearest being the likeliest to
 * notice. A server source reaches the tests that import it or call what it answers, a web source the browser tests of
 * the screens that import it. What the graph cannot place reaches all tests of its kind.
 */
export function affectedTests(changed, tests) {
  const affected = new Map();
  const note = (test, distance) => affected.set(test, Math.min(distance, affected.get(test) ?? Infinity));
  for (const file of changed) {
    for (const test of tests) {
      const distance = distanceOf(test, file);
      if (distance !== undefined) note(test, distance);
    }
  }
  return affected;
}

// What tests import -----------------------------------------------------------

const cache = new Map();

/** Where every API test starts: what lies behind is found by the calls of a test, not by its imports. */
function isHarness(file) {
  return file === 'server/src/testing/api.ts' || file === 'server/src/app/create-app.ts';
}

function distanceOf(test, file) {
  if (test === file) return 0;
  if (isIgnored(file)) return undefined;
  if (test.replace(/[.]test(?=[.]\w+$)/, '') === file) return 1;
  if (test.endsWith('.spec.ts')) return browserDistance(test, file);
  if (test.startsWith('web/')) return /^(web|contract)\//.test(file) ? (imported(test).get(file) ?? SHARED) : undefined;
  if (test.startsWith('faults/')) return file.startsWith('faults/') ? 1 : undefined;
  return unitDistance(test, file);
}

/** Neither run nor read by any test. */
function isIgnored(file) {
  return /^(docs\/|bench\/(?!src)|[^/]+\.md$)|\.(test|spec)\.(ts|tsx|mjs)$/.test(file);
}

/** Unit and API tests: by import, else by the calls that a test names. */
function unitDistance(test, file) {
  const direct = imported(test).get(file);
  if (direct !== undefined) return direct;
  if (!isApiTest(test)) return undefined;
  if (!/^(server|contract)\//.test(file)) return undefined;
  const answers = answeredBy(file);
  if (answers === null) return SHARED; // below all calls, or nothing that the graph knows
  const called = calledBy(test);
  const near = [...answers].filter(([call]) => called === null || called.has(call)).map(([, distance]) => distance);
  return near.length > 0 ? CALLED + Math.min(...near) + (called === null ? SHARED / 2 : 0) : undefined;
}

/** Browser tests: through the screens that they open. */
function browserDistance(test, file) {
  const direct = imported(test).get(file);
  if (direct !== undefined) return direct;
  if (!/^(web|contract)\//.test(file)) return undefined;
  const showing = screens().filter(({ needs }) => needs.has(file));
  const opened = openedBy(test);
  if (showing.length === 0) return SHARED + (test.startsWith('e2e/shell/') ? 0 : 1); // below all screens, or unknown
  const near = showing.filter(({ path }) => opened === null || opened.some((one) => leadsTo(one, path)));
  if (near.length === 0) return undefined;
  return CALLED + Math.min(...near.map(({ needs }) => needs.get(file))) + (opened === null ? SHARED / 2 : 0);
}

function once(key, make) {
  if (!cache.has(key)) cache.set(key, make());
  return cache.get(key);
}

function imported(test) {
  return once(`imported ${test}`, () => distancesFrom(test, isHarness));
}

function distancesOnce(file) {
  return once(`all ${file}`, () => distancesFrom(file));
}

function isApiTest(test) {
  return imported(test).has('server/src/testing/api.ts');
}

// Calls ---------------------------------------------------------------------

function literalPaths(file) {
  return [...readFile(file).text.matchAll(/['"`](\/[\w$/{}-]*)/g)].map(([, one]) => one);
}

function firstPart(one) {
  return one.split('/')[1];
}

/** The first parts of the paths that a test calls; null for a test that goes through the whole contract. */
function calledBy(test) {
  return once(`called ${test}`, () =>
    imported(test).get('contract/src/contract.ts') === 1 ? null : new Set(literalPaths(test).map(firstPart)),
  );
}

/** What depends on a server or contract file: first part of a path → distance; null where that is not known. */
function answeredBy(file) {
  const found = new Map();
  for (const { calls, needs } of handlers()) {
    const distance = needs.get(file);
    if (distance === undefined) continue;
    for (const call of calls) found.set(call, Math.min(distance, found.get(call) ?? Infinity));
  }
  return found.size > 0 ? found : null;
}

/** Each set of handlers in the server: the calls that it answers, and the distances to what it needs. */
function handlers() {
  return once('handlers', () =>
    listFiles('server/src', (file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).flatMap((file) => {
      const { text } = readFile(file);
      const starts = [...text.matchAll(/^(?:export )?const \w+: Handlers<typeof (\w+)>/gm)];
      return starts.map((start, n) => {
        const end = starts[n + 1]?.index ?? text.indexOf('\n};', start.index);
        const block = text.slice(start.index, end < 0 ? undefined : end);
        return { calls: callsOf(file, start[1]), needs: needsOf(file, block, starts.length > 1) };
      });
    }),
  );
}

/** The first parts of the paths of a module of the contract, which `file` imports as the type `name`. */
function callsOf(file, name) {
  const pattern = new RegExp(`import type \\{([^}]*\\b${name}\\b[^}]*)\\} from '([^']+)'`);
  const [, names, specifier] = pattern.exec(readFile(file).text) ?? [];
  const source = specifier && resolveImport(file, specifier);
  if (!source) return [];
  const original = new RegExp(`(\\w+) as ${name}\\b`).exec(names)?.[1] ?? name;
  const { text } = readFile(source);
  const start = text.indexOf(`export const ${original} `);
  const module = text.slice(start, text.indexOf('\n}', start));
  return [...new Set([...module.matchAll(/\w\(\s*['"`](\/[^'"`]+)/g)].map(([, one]) => firstPart(one)))];
}

/** A file that holds one set of handlers needs all that it imports; one that gathers several, what the block names. */
function needsOf(file, block, isGathered) {
  if (!isGathered) return distancesOnce(file);
  const needs = new Map([[file, 0]]);
  for (const { target, names } of readFile(file).imports) {
    if (names !== null && !names.some(([name, as = name]) => new RegExp(`\\b${as}\\b`).test(block))) continue;
    for (const [reached, distance] of distancesOnce(target))
      needs.set(reached, Math.min(distance + 1, needs.get(reached) ?? Infinity));
  }
  return needs;
}

// Screens -------------------------------------------------------------------

/** Each screen of the interface: its path and the distances from its page. */
function screens() {
  return once('screens', () =>
    listFiles('web/src', (file) => file.endsWith('/screens.ts')).flatMap((file) =>
      [...readFile(file).text.matchAll(/path: '([^']+)'[\s\S]*?import\('([^']+)'\)/g)].map(([, path, page]) => ({
        path: path.replace(/\/\$.*$/, ''),
        needs: distancesFrom(resolveImport(file, page), (one) => one.endsWith('/screens.ts')), // which lead to all pages
      })),
    ),
  );
}

/** The paths that a browser test names; null for one that opens every screen. */
function openedBy(test) {
  return once(`opened ${test}`, () =>
    imported(test).has('e2e/support/screen-paths.ts')
      ? null
      : literalPaths(test).map((one) => one.replace(/[/]?[$].*$/, '')),
  );
}

/** Whether a test that names `one` may open the screen at `path`: the path itself, or a list above it. */
function leadsTo(one, path) {
  return one === path || (one.split('/').length > 2 && path.startsWith(`${one}/`));
}
