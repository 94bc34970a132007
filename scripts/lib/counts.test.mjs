import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readNodeCounts, withSecondRun } from './counts.mjs';
import { root } from './files.mjs';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-count-'));
after(() => fs.rmSync(dir, { recursive: true, force: true }));

const HEAD = "import { after, before, describe, test } from 'node:test';\n";
const TWO = "test('one', () => {});\ntest('two', () => {});\n";
/** What goes wrong in a file that holds two tests, and the counts of the file. */
const FILES = {
  'two passing tests': [TWO, { passed: 2, failed: 0, skipped: 0 }],
  'a failed test': [`${TWO}test('three', () => { throw new Error('no'); });`, { passed: 2, failed: 1, skipped: 0 }],
  'a rejection after the last test': [
    `${TWO}test('three', () => { setTimeout(() => Promise.reject(new Error('late')), 20); });`,
    { passed: 3, failed: 1, skipped: 0 },
  ],
  'a failing hook after all': [
    `after(() => { throw new Error('no'); });\n${TWO}`,
    { passed: 2, failed: 1, skipped: 0 },
  ],
  'a failing hook after a suite': [
    `describe('suite', () => { after(() => { throw new Error('no'); });\n${TWO}});`,
    { passed: 2, failed: 1, skipped: 0 },
  ],
  'a failing hook before all': [
    `before(() => { throw new Error('no'); });\n${TWO}`,
    { passed: 0, failed: 2, skipped: 0 },
  ],
  'a failing exit code': [
    `${TWO}process.on('exit', () => { process.exitCode = 3; });`,
    { passed: 2, failed: 1, skipped: 0 },
  ],
  'an error on load': ["throw new Error('no');", { passed: 0, failed: 1, skipped: 0 }],
  'tests left out': [`${TWO}test.skip('three', () => {});\ntest.todo('four');`, { passed: 2, failed: 0, skipped: 2 }],
};

/** Runs test files, given as name and text, under the reporter. */
function countsOf(files) {
  const paths = Object.entries(files).map(([name, text]) => {
    const file = path.join(dir, `${name.replaceAll(' ', '-')}.test.mjs`);
    fs.writeFileSync(file, HEAD + text);
    return file;
  });
  const notes = path.join(dir, 'counts.json');
  const reporter = path.join(root, 'scripts/lib/count-reporter.mjs');
  const args = ['--test', `--test-reporter=${reporter}`, `--test-reporter-destination=${notes}`, ...paths];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // node:test refuses to run inside itself
  const { status } = spawnSync(process.execPath, args, { env });
  return { ...readNodeCounts(notes, status), paths };
}

for (const [name, [text, expected]] of Object.entries(FILES)) {
  test(`counts a file with ${name}`, () => {
    const { files, paths, failedFiles, passed, failed, skipped } = countsOf({ [name]: text });
    assert.deepEqual({ passed, failed, skipped }, expected);
    assert.deepEqual(files[paths[0]], expected);
    assert.deepEqual(failedFiles, expected.failed > 0 ? paths : []);
  });
}

test('a second run that passes leaves no failure, whatever failed first, and one that fails leaves its own', () => {
  const names = Object.keys(FILES);
  const first = countsOf(Object.fromEntries(names.map((name) => [name, FILES[name][0]])));
  const failing = names.filter((name) => FILES[name][1].failed > 0);
  assert.equal(first.failedFiles.length, failing.length);
  assert.ok(first.failed >= failing.length);
  const repaired = countsOf(Object.fromEntries(failing.map((name) => [name, TWO])));
  const { passed, failed, skipped } = withSecondRun(first, repaired);
  assert.deepEqual({ passed, failed, skipped }, { passed: 2 * names.length, failed: 0, skipped: 2 });
  assert.equal(withSecondRun(first, countsOf({ 'a failed test': FILES['a failed test'][0] })).failed, 1);
});
