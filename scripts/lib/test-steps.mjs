import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { countCheck, NOTHING, readNodeCounts, readVitestCounts, withSecondRun } from './counts.mjs';
import { ensureWebBuilt } from './build-web.mjs';
import { listFiles, root } from './files.mjs';
import { findNode } from './pinned-node.mjs';
import { run } from './run.mjs';
import { testDatabaseEnvironment } from './test-database.mjs';

/** More files than these do not fail for want of a processor. */
const MOST_SECOND_RUNS = 5;

/**
 * The steps of `npm test` in order. `run` answers counts, `{ passed, failed, skipped }`, and shows what it finds.
 * A step that says `needs` is left out when the step of that name has failed.
 */
export const steps = [
  { name: 'format', run: () => check('oxfmt', 'oxfmt', '--check', '.') },
  { name: 'lint', run: () => check('oxlint', 'oxlint') },
  { name: 'types', run: () => check('typescript', 'tsc', '-b') },
  { name: 'walls', run: () => check('dependency-cruiser', 'depcruise', ...cruised()) },
  { name: 'dead code', run: () => check('knip', 'knip', '--no-progress', '--no-config-hints') },
  // Before the tests of the server, which also serves what is built.
  { name: 'web build', run: buildWeb },
  {
    name: 'unit and API tests',
    run: () => nodeTests(['contract', 'server', 'scripts', 'bench'], /[.]test[.](ts|mjs)$/),
  },
  { name: 'fault runs', run: () => nodeTests(['faults'], /[.]test[.]ts$/) },
  { name: 'database types', run: verifyDatabaseTypes },
  { name: 'web tests', run: webTests },
  { name: 'browser tests', needs: 'web build', run: browserTests },
];

function cruised() {
  return [
    '--config',
    '.dependency-cruiser.cjs',
    ...['contract', 'server', 'web', 'e2e', 'faults'].filter((dir) => fs.existsSync(path.join(root, dir))),
  ];
}

/** Runs a package's program by the pinned Node; its output is shown only when it has something to say. */
async function check(packageName, program, ...args) {
  const { code, output } = await run(findNode(), [programPath(packageName, program), ...args], { quiet: true });
  if (code !== 0) process.stdout.write(output);
  return countCheck(code);
}

function programPath(packageName, program, from = root) {
  const folder = createRequire(path.join(from, 'package.json'))
    .resolve.paths(packageName)
    .map((modules) => path.join(modules, packageName))
    .find((candidate) => fs.existsSync(candidate));
  if (!folder) throw new Error(`${packageName} is not installed`);
  const { bin } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[program]);
}

async function nodeTests(folders, pattern) {
  const files = folders.flatMap((folder) => listFiles(folder, (file) => pattern.test(file)));
  return runNodeTests(files, 2);
}

/** A file in which something failed runs once more, by itself; docs/decisions/0011 says why, and the run says which. */
async function browserTests() {
  const first = await nodeTests(['e2e'], /[.]spec[.]ts$/);
  const again = first.failedFiles ?? [];
  if (again.length === 0 || again.length > MOST_SECOND_RUNS) return first;
  const names = again.map((file) => path.relative(root, file)).join(', ');
  console.log(`\n↻ once more, one at a time: ${names}`);
  const second = await runNodeTests(again, 1);
  if (second.failed === 0) console.log(`unsteady: failed at first, passed by itself: ${names}`);
  return withSecondRun(first, second);
}

/** Test files, so many at a time, with a PostgreSQL at hand. */
async function runNodeTests(files, atOnce) {
  if (files.length === 0) return NOTHING;
  const env = await testDatabaseEnvironment();
  return withNotes(async (notes) => {
    const args = ['--test', `--test-concurrency=${atOnce}`, '--test-timeout=180000'];
    args.push('--test-reporter=spec', '--test-reporter-destination=stdout');
    args.push('--test-reporter=./scripts/lib/count-reporter.mjs', `--test-reporter-destination=${notes}`);
    const { code } = await run(findNode(), [...args, ...files], { env });
    return readNodeCounts(notes, code);
  });
}

async function webTests() {
  if (listFiles('web', (file) => /[.]test[.]tsx?$/.test(file)).length === 0) return NOTHING;
  return withNotes(async (notes) => {
    const cwd = path.join(root, 'web');
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${notes}`];
    const { code } = await run(findNode(), [programPath('vitest', 'vitest', cwd), ...args], { cwd });
    return readVitestCounts(notes, code);
  });
}

async function buildWeb() {
  try {
    await ensureWebBuilt();
    return countCheck(0);
  } catch (error) {
    console.log(error.message);
    return countCheck(1);
  }
}

/** The table types that the server is written against, compared with a freshly migrated database. */
async function verifyDatabaseTypes() {
  const script = 'server/src/testing/generate-tables.ts';
  const { code, output } = await run(findNode(), [script, '--verify'], {
    quiet: true,
    env: await testDatabaseEnvironment(),
  });
  if (code !== 0) process.stdout.write(output);
  return countCheck(code);
}

/** Lends a file name for what a runner notes. */
async function withNotes(work) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-counts-'));
  try {
    return await work(path.join(dir, 'counts.json'));
  } finally {
    fs.rmSync(dir, { recursive: true, force: true });
  }
}
