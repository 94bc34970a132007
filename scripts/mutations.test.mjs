import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { root } from './lib/files.mjs';
import { MUTATIONS } from './lib/mutations.mjs';

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
