/** What a test leaves behind fails neither that test nor the file: any rejection here would fail the file itself. */
import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, test } from 'node:test';
import { startStage } from './stage.ts';

const { open, api } = startStage();

describe('asynchronous work left behind by a test', () => {
  // Answers only when the file ends, so that requests are on their way while pages close.
  const held: http.ServerResponse[] = [];
  const slow = http.createServer((_, response) => void held.push(response));
  const rejections: unknown[] = [];
  const note = (reason: unknown) => void rejections.push(reason);
  before(() => {
    slow.listen(0, '127.0.0.1');
    process.prependListener('unhandledRejection', note);
  });
  after(() => {
    process.off('unhandledRejection', note);
    slow.closeAllConnections();
    slow.close();
  });

  test('a waiter that nobody awaits any more', async () => {
    const page = await open(null, '/login');
    for (const wait of [
      page.waitForRequest('**/never'),
      page.waitForResponse('**/never'),
      page.waitForEvent('popup'),
      page.waitForURL('**/never'),
      page.waitForFunction(() => false),
    ])
      assert.ok(wait instanceof Promise);
  });

  test('a route handler whose own request is still running', async () => {
    const page = await open(null, '/login');
    const { port } = slow.address() as { port: number };
    const reached = new Promise<void>((resolve) => {
      slow.once('request', () => resolve());
    });
    await page.route('**/held', async (route) =>
      route.fulfill({ response: await route.fetch({ url: `http://127.0.0.1:${port}/` }) }),
    );
    await page.evaluate(() => void fetch('/held').catch(() => {}));
    await reached;
  });

  test('both pages were closed, and nothing was rejected without a reader', async () => {
    const page = await open(null, '/login'); // one round trip through the browser: the pages before are gone
    assert.equal(page.context().browser()!.contexts().length, 1);
    assert.ok(api.url);
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    assert.deepEqual(rejections, []);
  });
});
