import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { runNodeTests } from './node-tests.mjs';
import { failedFiles } from './test-jobs.mjs';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-count-'));
after(() => fs.rmSync(dir, { recursive: true, force: true }));

const HEAD = "import { after, before, describe, test } from 'node:test';\n";
const TWO = "test('one', () => {});\ntest('two', () => {});\n";
/**
 * A failure in a file of two tests, and the expected counts of the file.
 * @type {Record<string, [text: string, counts: { passed: number, failed: number, skipped: number }]>}
 */
const FILES = {
  'two passing tests': [TWO, { passed: 2, failed: 0, skipped: 0 }],
  'a failed test': [`${TWO}test('three', () => { throw new Error('no'); });`, { passed: 2, failed: 1, skipped: 0 }],
  'a failed test of a test': [
    `${TWO}test('three', (t) => t.test('four', () => { throw new Error('no'); }));`,
    { passed: 2, failed: 2, skipped: 0 },
  ],
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

for (const [name, [text, expected]] of Object.entries(FILES)) {
  test(`counts a file with ${name}`, async () => {
    const file = path.join(dir, `${name.replaceAll(' ', '-')}.test.mjs`);
    fs.writeFileSync(file, HEAD + text);
    const { counts } = await runNodeTests([file]);
    assert.deepEqual(counts, expected);
  });
}

test('counts the files of a group together, each with its own hooks, and continues after a failing file', async () => {
  const order = path.join(dir, 'order.txt');
  const say = (word) => `fs.appendFileSync(${JSON.stringify(order)}, '${word} ')`;
  const files = ['a', 'b', 'c'].map((name) => {
    const file = path.join(dir, `${name}.test.mjs`);
    const hooks = `before(() => ${say(`+${name}`)}); after(() => ${say(`-${name}`)});`;
    const ends = name === 'b' ? "test('fails', () => { throw new Error('no'); });" : '';
    fs.writeFileSync(file, `${HEAD}import fs from 'node:fs';\n${hooks}\n${TWO}${ends}`);
    return file;
  });
  const { counts, output, suites } = await runNodeTests(files);
  assert.deepEqual(failedFiles({ files }, suites), [files[1]]);
  assert.deepEqual(counts, { passed: 6, failed: 1, skipped: 0 });
  assert.equal(fs.readFileSync(order, 'utf8'), '+a -a +b -b +c -c ');
  assert.match(output, /b[.]test[.]mjs/);
});
