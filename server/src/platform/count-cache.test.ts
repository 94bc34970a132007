import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CountCache } from './count-cache.ts';

/** A count that is done when it is told to be. */
function slow() {
  let times = 0;
  const waiting: ((total: number) => void)[] = [];
  const count = () => {
    times++;
    return new Promise<number>((resolve) => waiting.push(resolve));
  };
  return { count, finish: (total: number) => waiting.shift()!(total), times: () => times };
}

test('who asks while it is being counted waits for that count; afterwards it is kept', async () => {
  const cache = new CountCache();
  const { count, finish, times } = slow();
  const asked = [cache.get('a', count), cache.get('a', count), cache.get('b', count)];
  finish(5);
  finish(7);
  assert.deepEqual(await Promise.all(asked), [5, 5, 7]);
  assert.equal(await cache.get('a', count), 5);
  assert.equal(times(), 2);
});

test('who asks after a change does not get a count begun before it', async () => {
  const cache = new CountCache();
  const { count, finish, times } = slow();
  const before = cache.get('a', count);
  cache.forget();
  const after = cache.get('a', count);
  finish(5);
  finish(6);
  assert.deepEqual([await before, await after], [5, 6]);
  assert.equal(await cache.get('a', count), 6, 'the older one is not kept');
  assert.equal(times(), 2);
});

test('a count that fails is not kept: the next one counts again', async () => {
  const cache = new CountCache();
  await assert.rejects(
    cache.get('a', () => Promise.reject(new Error('lost'))),
    /lost/,
  );
  assert.equal(await cache.get('a', async () => 3), 3);
});
