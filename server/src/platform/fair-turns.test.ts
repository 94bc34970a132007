import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFairTurns } from './fair-turns.ts';
import { Problem } from './problem.ts';

function soon() {
  return new Promise<void>((resolve) => setImmediate(resolve));
}
function isRefused(code: string) {
  return (error: unknown) =>
    error instanceof Problem && error.code === code && (error.details.retryAfterSeconds ?? 0) > 0;
}

test('serves users round-robin: a hundred jobs of one user delay another by one job, and jobs of one user keep their order', async () => {
  const turns = createFairTurns({ atOnce: 1, ofOneUser: 1, waitingOfOneUser: 100, waiting: 200, timeoutMs: 60_000 });
  const done: string[] = [];
  const job = (name: string) => async () => {
    await soon();
    done.push(name);
  };
  const all = [
    ...Array.from({ length: 100 }, (_, n) => turns.take(1, job(`a${n}`))),
    ...Array.from({ length: 2 }, (_, n) => turns.take(2, job(`b${n}`))),
  ];
  await Promise.all(all);
  assert.deepEqual(done.slice(0, 6), ['a0', 'a1', 'b0', 'a2', 'b1', 'a3']);
  assert.deepEqual(
    done.filter((name) => name.startsWith('a')),
    Array.from({ length: 100 }, (_, n) => `a${n}`),
  );
});

test('a user gets at most its own slots, and a free slot goes to another user', async () => {
  const turns = createFairTurns({ atOnce: 2, ofOneUser: 1, waitingOfOneUser: 5, waiting: 10, timeoutMs: 60_000 });
  const running = new Set<string>();
  let most = 0;
  const job = (name: string) => async () => {
    assert.ok(![...running].some((other) => other[0] === name[0]), 'two of one user');
    running.add(name);
    most = Math.max(most, running.size);
    await soon();
    running.delete(name);
    if (name === 'a1') throw new Error('failed');
  };
  const results = await Promise.allSettled(
    ['a0', 'a1', 'a2', 'b0', 'b1'].map((name) => turns.take(name.charCodeAt(0), job(name))),
  );
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  );
  assert.equal(most, 2);
});

test('refuses too many jobs of one user with 429, too many in all and too long a wait with 503, each with Retry-After', async () => {
  const turns = createFairTurns({ atOnce: 1, ofOneUser: 1, waitingOfOneUser: 2, waiting: 3, timeoutMs: 50 });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = turns.take(1, () => held);
  const nothing = async () => {};
  const late = [turns.take(1, nothing), turns.take(1, nothing), turns.take(2, nothing)];
  await assert.rejects(turns.take(1, nothing), isRefused('TOO_MANY_REQUESTS'));
  await assert.rejects(turns.take(3, nothing), isRefused('UNAVAILABLE'));
  for (const waiting of late) await assert.rejects(waiting, isRefused('UNAVAILABLE'));
  release();
  await first;
  await turns.take(1, nothing);
});
