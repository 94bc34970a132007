/** Asynchronous work that a browser test leaves behind, and the handling of a file that fails outside its tests. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { after } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const dir = mkdtempSync(path.join(tmpdir(), 'bobina-leftovers-'));
after(() => rmSync(dir, { recursive: true, force: true }));

/** Passes its only test; in the first run, a promise is rejected afterwards. */
const UNSTEADY = `
  import { existsSync, writeFileSync } from 'node:fs';
  import { test } from 'node:test';
  test('passes', () => {
    if (existsSync('${dir}/ran')) return;
    writeFileSync('${dir}/ran', '');
    setTimeout(() => Promise.reject(new Error('too late')), 20);
  });
`;

/** Its tests end while waiters are pending and a route handler is running. */
const UNFINISHED_TESTS = `
  import { once } from 'node:events';
  import http from 'node:http';
  import { after, before, test } from 'node:test';
  import { startStage } from '${ROOT}/e2e/support/stage.ts';
  const { open } = startStage();
  const slow = http.createServer(() => {}); // never responds
  before(() => void slow.listen(0, '127.0.0.1'));
  after(() => (slow.closeAllConnections(), slow.close()));
  test('waiters', async () => {
    const page = await open(null, '/login');
    void page.waitForRequest('**/never');
    void page.waitForResponse('**/never');
    void page.waitForEvent('popup');
    void page.waitForURL('**/never');
    void page.waitForFunction(() => false);
  });
  test('a handler', async () => {
    const page = await open(null, '/login');
    const reached = once(slow, 'request');
    const url = \`http://127.0.0.1:\${slow.address().port}/\`;
    await page.route('**/held', async (route) => route.fulfill({ response: await route.fetch({ url }) }));
    await page.evaluate(() => void fetch('/held').catch(() => {}));
    await reached;
  });
  test('the page after leftovers of another test', async () => void (await open(null, '/login')));
`;

matrixTest(
  'Q46: a file that fails without a failed test and passes in a second run counts as passed and is named unsteady, and leftovers of a test cause no failure',
  async () => {
    const files = Object.entries({ unsteady: UNSTEADY, careless: UNFINISHED_TESTS }).map(([name, source]) => {
      const file = path.join(dir, `${name}.spec.ts`);
      writeFileSync(file, source);
      return file;
    });
    const run = spawn(process.execPath, ['scripts/test.mjs', ...files], { cwd: ROOT });
    const [output] = await Promise.all([text(run.stdout), text(run.stderr)]);
    assert.match(output, /✖ .*unsteady[.]spec[.]ts: 1 passed, 1 failed/, 'it failed at first');
    assert.match(output, /unsteady: failed, then passed alone: .*unsteady[.]spec[.]ts/);
    assert.match(output, /✔ .*careless[.]spec[.]ts: 3 passed, 0 failed/);
    assert.equal(output.match(/second run, alone/g)?.length, 1);
    assert.equal(output.trim().split('\n').at(-1), '5 passed, 0 failed'); // four tests and the build of the interface
  },
);
