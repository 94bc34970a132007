// Checks the repository itself: every source must lead to tests, also after files move.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { affectedTests } from './affected-tests.mjs';
import { changedJobs } from './changed-jobs.mjs';
import { expectedSeconds } from './durations.mjs';
import { listFiles } from './files.mjs';
import { distancesFrom, readFile } from './import-graph.mjs';
import { allTestFiles } from './test-jobs.mjs';

const tests = allTestFiles();
const apiTests = tests.filter(
  (file) => distancesFrom(file).has('server/src/testing/api.ts') && file.startsWith('server/'),
);
const browserTests = tests.filter((file) => file.endsWith('.spec.ts'));
function affectedBy(...files) {
  return affectedTests(files, tests);
}
function sources(dir) {
  return listFiles(dir, (file) => /[.]tsx?$/.test(file) && !/[.]test[.]ts$|[.]d[.]ts$/.test(file));
}

test('every server source affects a test, and the test of its name comes first', () => {
  const own = new Set(tests);
  for (const file of sources('server/src/areas').concat(sources('server/src/platform'))) {
    const affected = affectedBy(file);
    assert.ok(affected.size > 0, `${file} affects no test`);
    const namesake = file.replace(/[.]ts$/, '.test.ts');
    if (own.has(namesake)) assert.ok(affected.get(namesake) <= 5, `${file} is far from ${namesake}`);
  }
});

test('every page of the interface affects a browser test that names its screen', () => {
  for (const list of listFiles('web/src', (file) => file.endsWith('/screens.ts'))) {
    for (const [, path, page] of readFile(list).text.matchAll(/path: '([^']+)'[\s\S]*?import\('\.\/([^']+)'\)/g)) {
      const file = list.replace(/screens[.]ts$/, page);
      const near = [...affectedBy(file)].filter(([one, distance]) => one.endsWith('.spec.ts') && distance < 10);
      const named = path
        .replace(/\/\$.*$/, '')
        .split('/')
        .slice(0, 3)
        .join('/');
      assert.ok(
        near.some(([one]) => [`'${named}`, `\`${named}`].some((start) => readFile(one).text.includes(start))),
        `${file} is ${path}: ${near.map(([one]) => one).join(', ')}`,
      );
    }
  }
});

test('a change in one area skips most tests, a change below all areas skips none', () => {
  const oneArea = affectedBy('server/src/areas/stock/count-rows.ts');
  assert.ok(oneArea.has('server/src/areas/stock/counts.test.ts'));
  assert.ok(oneArea.size < apiTests.length / 3, `${oneArea.size} of ${apiTests.length}`);
  const belowAll = affectedBy('server/src/platform/http/server.ts');
  for (const file of apiTests) assert.ok(belowAll.has(file), file);
});

test('a file outside the graph affects all tests of its kind, a document affects none', () => {
  const migration = affectedBy('server/src/platform/database/migrations/9999_unknown.sql');
  for (const file of apiTests) assert.ok(migration.has(file), file);
  const styles = affectedBy('web/src/unknown.css');
  for (const file of browserTests) assert.ok(styles.has(file), file);
  assert.equal(affectedBy('docs/testing.md', 'README.md').size, 0);
});

test('a test file affects itself only, a test helper affects all tests that use it', () => {
  assert.deepEqual([...affectedBy('contract/src/core/decimal.test.ts')], [['contract/src/core/decimal.test.ts', 0]]);
  const helper = affectedBy('e2e/support/stage.ts');
  for (const file of browserTests.filter((one) => distancesFrom(one).has('e2e/support/stage.ts')))
    assert.ok(helper.has(file), file);
});

test('R11: --changed runs the tests that the import graph finds, and those of one file fit into a minute on two cores', () => {
  for (const file of [
    'contract/src/registry/products.ts',
    'server/src/areas/stock/count-rows.ts',
    'server/src/areas/sales/bank/riba.ts',
    'server/src/platform/http/server.ts',
    'web/src/areas/registry/products/ProductsPage.tsx',
    'web/src/ui/table/DataTable.tsx',
    'e2e/support/stage.ts',
  ]) {
    const jobs = changedJobs([file], () => {});
    const run = jobs.flatMap(({ files = [] }) => files);
    const affected = affectedBy(file);
    assert.ok(run.length > 0 || jobs.some(({ step }) => step === 'web tests'), `${file} runs no test`);
    for (const test of run) assert.ok(affected.has(test), `${test} is not affected by ${file}`);
    const nearest = Math.min(...affected.values());
    const near = [...affected].filter(([, distance]) => distance === nearest).map(([test]) => test);
    assert.ok(
      near.some((test) => run.includes(test) || test.startsWith('web/')),
      `the nearest tests of ${file}`,
    );
    const seconds = run.map(expectedSeconds).reduce((a, b) => a + b, 0);
    assert.ok(seconds <= 120 - 35, `${file}: ${seconds} s of tests, beside 35 s of static checks`);
  }
});
