import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './lib/files.mjs';
import { MUTATIONS } from './lib/mutations.mjs';
import { dailyJobs } from './lib/test-jobs.mjs';

test('each planted break names a line that exists exactly once and a test file that exists', () => {
  const stale = MUTATIONS.filter(
    ({ file, from, by }) =>
      !fs.existsSync(path.join(root, by)) || fs.readFileSync(path.join(root, file), 'utf8').split(from).length !== 2,
  );
  assert.deepEqual(
    stale.map(({ what }) => what),
    [],
  );
});

test('ten rules and twenty screens are broken, and npm test runs the file that must notice each', () => {
  const daily = new Set(dailyJobs().flatMap(({ files = [] }) => files));
  assert.deepEqual(
    MUTATIONS.filter(({ by }) => !daily.has(by)).map(({ what }) => what),
    [],
  );
  const screens = MUTATIONS.filter(({ by }) => by.endsWith('.spec.ts'));
  assert.ok(screens.length >= 20, `${screens.length} screens`);
  assert.ok(MUTATIONS.length - screens.length >= 10, `${MUTATIONS.length - screens.length} rules`);
});
