import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ensureWebBuilt } from './build-web.mjs';
import { add, countCheck, NOTHING, readVitestCounts } from './counts.mjs';
import { expectedSeconds, storedSeconds } from './durations.mjs';
import { listFiles, root } from './files.mjs';
import { runNodeTests, withFolder } from './node-tests.mjs';
import { findNode } from './pinned-node.mjs';
import { run } from './run.mjs';
import { serviceEnvironment } from './test-services.mjs';

const BUILD = 'web build';
const BROWSER = 'browser tests';
/** The mark in the names of matrix tests: see server/src/testing/matrix.ts. */
const MATRIX = '\\[matrix\\]';
/** Test files with fewer expected seconds share a process, up to the maximum of a group. */
const SMALL_SECONDS = 60;
const GROUP_SECONDS = 120;

/**
 * The jobs of `npm test`: `{ step, name, needs?, seconds, files?, run }`, where `run` resolves to `{ counts, output }`.
 * `npm test -- <part of a name>` selects by the names of the steps.
 */
export function dailyJobs() {
  return [
    ...checkJobs(),
    ...unitJobs(unitFiles().filter(hasDaily), 'daily'),
    ...faultJobs(faultFiles().filter(hasDaily), 'daily'),
    vitestJob(),
    ...browserJobs(browserFiles().filter(hasDaily), 'daily'),
  ];
}

/** The jobs of `npm run test:matrix`: exactly what `npm test` leaves out. */
export function matrixJobs() {
  return [
    buildJob(),
    ...unitJobs(unitFiles().filter(hasMatrix), 'matrix'),
    ...faultJobs(faultFiles().filter(hasMatrix), 'matrix'),
    ...browserJobs(browserFiles().filter(hasMatrix), 'matrix'),
  ];
}

/** The jobs of both commands together. A file with tests of both starts its server and browser once. */
export function allJobs() {
  return [
    ...checkJobs(),
    ...unitJobs(unitFiles(), 'all'),
    ...faultJobs(faultFiles(), 'all'),
    vitestJob(),
    ...browserJobs(browserFiles(), 'all'),
  ];
}

/** The jobs for these test files, each with all of its tests; null when none of the names is one. Throws when only some are. */
export function fileJobs(given) {
  const names = given.map((file) => path.relative(root, path.resolve(file)).split(path.sep).join('/'));
  const wrong = names.filter((name) => !fs.existsSync(path.join(root, name)) || !isTest(name));
  if (wrong.length === names.length) return null;
  if (wrong.length > 0) throw new Error(`not a test file: ${wrong.join(', ')}`);
  return jobsOf(names, 'file');
}

/**
 * The jobs for test files of any kind.
 * @param scope 'daily' leaves out the tests of the matrix; 'file' runs all tests of each file in a process of its own
 */
export function jobsOf(names, scope) {
  const web = names.filter((name) => name.startsWith('web/'));
  const browser = names.filter((name) => name.endsWith('.spec.ts'));
  const unit = names.filter((name) => !web.includes(name) && !browser.includes(name));
  return [
    ...(browser.length + unit.length > 0 ? [buildJob()] : []),
    ...unitJobs(unit, scope),
    ...(web.length > 0 ? [vitestJob(web)] : []),
    ...browserJobs(browser, scope),
  ];
}

/** The files of a job that failed in a run; all of them when the process failed outside its files. */
export function failedFiles({ files }, suites = {}) {
  const failed = files.filter((file) => suites[file]?.counts.failed !== 0);
  return failed.length > 0 ? failed : files;
}

/**
 * Runs the failed files of a browser job again, one after the other, and resolves to the counts of all its files.
 * @param suites the files that ended in the first run, by name
 */
export async function runAgain(job, suites = {}) {
  const again = failedFiles(job, suites);
  const results = [];
  for (const file of again) results.push(await runBrowserFiles([file], job.scope));
  const kept = job.files.filter((file) => !again.includes(file)).map((file) => suites[file].counts);
  return {
    counts: [...kept, ...results.map(({ counts }) => counts)].reduce(add, NOTHING),
    output: results.map(({ output }) => output).join('\n'),
  };
}

/** Lists all test files as paths from the root. */
export function allTestFiles() {
  return [...unitFiles(), ...listFiles('faults', isTest), ...listFiles('web', isTest), ...browserFiles()];
}

/** The static checks; with `files`, those that accept paths are limited to these files. */
export function checkJobs(files) {
  const some = (accept) => files?.filter((file) => fs.existsSync(path.join(root, file)) && accept.test(file));
  const formatted = some(/[.](ts|tsx|mjs|cjs|js|json|md|css)$/);
  const linted = some(/[.](ts|tsx|mjs|js)$/);
  return [
    checkJob('format', () => program('oxfmt', 'oxfmt', '--check', ...(formatted ?? ['.'])), formatted),
    checkJob('lint', () => program('oxlint', 'oxlint', ...(linted ?? [])), linted),
    checkJob('types', () => program('typescript', 'tsc', '-b')),
    checkJob('walls', () => program('dependency-cruiser', 'depcruise', ...dependencyGraph())),
    checkJob('dead code', () => program('knip', 'knip', '--no-progress', '--no-config-hints')),
    { ...checkJob('database types', verifyDatabaseTypes) },
    buildJob(),
  ].filter((job) => job !== null);
}

/** Groups short files in a stable order. */
export function groupFiles(files, secondsOf = expectedSeconds) {
  const groups = files.filter((file) => secondsOf(file) >= SMALL_SECONDS).map((file) => [file]);
  let group = [];
  let sum = 0;
  for (const file of files.filter((one) => secondsOf(one) < SMALL_SECONDS)) {
    if (group.length > 0 && sum + secondsOf(file) > GROUP_SECONDS) {
      groups.push(group);
      [group, sum] = [[], 0];
    }
    group.push(file);
    sum += secondsOf(file);
  }
  return group.length > 0 ? [...groups, group] : groups;
}

function sourceOf(file) {
  return fs.readFileSync(path.join(root, file), 'utf8');
}

function hasMatrix(file) {
  return /\b(matrix(Test|Suite)|dailyOrMatrix|testEveryScreen)\(|process[.]env[.]TEST_SCOPE/.test(sourceOf(file));
}

/** Some files contain only tests of the matrix. */
function hasDaily(file) {
  return !hasMatrix(file) || /(?<![.\w])(test|dailyOrMatrix)\(/.test(sourceOf(file));
}

function isTest(name) {
  return /[.](test[.](ts|tsx|mjs)|spec[.]ts)$/.test(name);
}

function faultFiles() {
  return listFiles('faults', (file) => /[.]test[.]ts$/.test(file));
}

function unitFiles() {
  return ['contract', 'server', 'scripts', 'bench'].flatMap((dir) =>
    listFiles(dir, (f) => /[.]test[.](ts|mjs)$/.test(f)),
  );
}

function browserFiles() {
  return listFiles('e2e', (file) => /[.]spec[.]ts$/.test(file));
}

/** @param over the files to check; null for none */
function checkJob(step, work, over) {
  if (over?.length === 0) return null;
  const once = async () => {
    const { code, output } = await work();
    return { counts: countCheck(code), output };
  };
  return { step, name: step, seconds: expectedSeconds(step), run: once };
}

function dependencyGraph() {
  const folders = ['contract', 'server', 'web', 'e2e', 'faults'].filter((dir) => fs.existsSync(path.join(root, dir)));
  return ['--config', '.dependency-cruiser.cjs', ...folders];
}

/**
 * Runs a package's program with the pinned Node. The type check is a Go program, and so are the lint rules that need
 * types: with GOGC at 400 instead of 100 they spend a quarter less processor time, and more memory.
 */
function program(packageName, name, ...args) {
  const env = { GOGC: '400', ...process.env };
  return run(findNode(), [programPath(packageName, name), ...args], { quiet: true, env });
}

function programPath(packageName, name, from = root) {
  const folder = createRequire(path.join(from, 'package.json'))
    .resolve.paths(packageName)
    .map((modules) => path.join(modules, packageName))
    .find((candidate) => fs.existsSync(candidate));
  if (!folder) throw new Error(`${packageName} is not installed`);
  const { bin } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  return path.join(folder, typeof bin === 'string' ? bin : bin[name]);
}

/** Compares the generated table types with a freshly migrated database. */
async function verifyDatabaseTypes() {
  const env = { ...process.env, ...(await serviceEnvironment('TEST_DATABASE_URL')) };
  return run(findNode(), ['server/src/testing/generate-tables.ts', '--verify'], { quiet: true, env });
}

function buildJob() {
  return checkJob(BUILD, () =>
    ensureWebBuilt().then(
      () => ({ code: 0, output: '' }),
      (error) => ({ code: 1, output: error.message }),
    ),
  );
}

/** Unit and API tests; small files share processes. The server under test serves the built interface. */
function unitJobs(files, scope) {
  return groupsOf(files, scope).map((group) => ({
    ...timesOf(group, scope),
    step: 'unit and API tests',
    needs: BUILD,
    name: nameOf(group),
    run: async () =>
      runNodeTests(group, {
        ...only(scope),
        env: { ...scoped(scope), ...(await serviceEnvironment('TEST_DATABASE_URL')) },
      }),
  }));
}

/** Files named on the command line run in separate processes. */
function groupsOf(files, scope) {
  return scope === 'file' ? files.map((file) => [file]) : groupFiles(files, (file) => secondsOf(file, scope));
}

/** The files of a job with the keys of their stored durations, and the expected sum. */
function timesOf(files, scope) {
  return {
    files,
    keyOf: (file) => keyOf(file, scope),
    seconds: files.map((file) => secondsOf(file, scope)).reduce((a, b) => a + b, 0),
  };
}

/** The durations of the matrix, and of the matrix with the rest, are stored apart. */
function keyOf(file, scope) {
  return ['matrix', 'all'].includes(scope) ? `${file} ${scope}` : file;
}

function secondsOf(file, scope) {
  if (scope !== 'all') return expectedSeconds(keyOf(file, scope));
  const daily = hasDaily(file) ? secondsOf(file, 'daily') : 0;
  const matrix = hasMatrix(file) ? secondsOf(file, 'matrix') : 0;
  return storedSeconds(keyOf(file, scope)) ?? daily + matrix;
}

function faultJobs(files, scope) {
  return files.map((file) => ({
    step: 'fault runs',
    needs: BUILD,
    name: file,
    ...timesOf([file], scope),
    run: async () =>
      runNodeTests([file], { env: { ...scoped(scope), ...(await serviceEnvironment('TEST_DATABASE_URL')) } }),
  }));
}

/** Tests of the interface without a browser: all of them, or those of some files. */
function vitestJob(files = []) {
  const once = () =>
    withFolder(async (folder) => {
      const cwd = path.join(root, 'web');
      const notes = path.join(folder, 'counts.json');
      const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${notes}`];
      const chosen = files.map((file) => path.relative('web', file));
      const command = [programPath('vitest', 'vitest', cwd), ...args, ...chosen];
      const { code, output } = await run(findNode(), command, { cwd, quiet: true });
      return { counts: readVitestCounts(notes, code), output };
    });
  return { step: 'web tests', name: 'web tests', seconds: expectedSeconds('web tests'), run: once };
}

/** Browser tests, all in one browser; small files share a process. */
function browserJobs(files, scope) {
  return groupsOf(files, scope).map((group) => ({
    ...timesOf(group, scope),
    step: BROWSER,
    needs: BUILD,
    name: nameOf(group),
    scope,
    isBrowser: true,
    run: () => runBrowserFiles(group, scope),
  }));
}

async function runBrowserFiles(files, scope) {
  const services = await serviceEnvironment('TEST_DATABASE_URL', 'TEST_BROWSER_URL');
  return runNodeTests(files, { ...only(scope), env: { ...scoped(scope), ...services } });
}

function nameOf(group) {
  return group.length === 1 ? group[0] : `${group[0]} and ${group.length - 1} more`;
}

function scoped(scope) {
  return { TEST_SCOPE: scope };
}

function only(scope) {
  return scope === 'matrix' ? { only: MATRIX } : {};
}
