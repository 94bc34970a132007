import assert from 'node:assert/strict';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { hashPassword, isPassword } from './passwords.ts';
import { createTurns } from './turns.ts';

test('many password comparisons leave threads of the Node pool free', async () => {
  const stored = await hashPassword('segreta-Prova-9');
  const many = 40;
  let compared = 0;
  const comparing = Promise.all(
    Array.from({ length: many }, async () => {
      assert.ok(await isPassword(stored, 'segreta-Prova-9'));
      compared++;
    }),
  );
  await promisify(gzip)(Buffer.alloc(1000));
  assert.ok(compared < many / 2, `${compared} of ${many} were compared before an answer was compressed`);
  await comparing;
  assert.equal(compared, many);
});

test('slots are per name and first in, first out; a failure or a timeout frees the slot', async () => {
  const turns = createTurns(2, 60_000);
  const late = () => new Error('late');
  let [inside, most] = [0, 0];
  const order: number[] = [];
  const work = (n: number) => async () => {
    most = Math.max(most, ++inside);
    order.push(n);
    await new Promise((resolve) => setImmediate(resolve));
    inside--;
    if (n % 3 === 0) throw new Error('failed');
  };
  const done = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => turns.take('a', work(n), late)));
  assert.deepEqual(
    done.map(({ status }) => status),
    order.map((n) => (n % 3 === 0 ? 'rejected' : 'fulfilled')),
  );
  assert.deepEqual([most, order], [2, Array.from({ length: 12 }, (_, n) => n)]);

  const short = createTurns(1, 10);
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const first = short.take('a', () => held, late);
  await assert.rejects(
    short.take('a', async () => {}, late),
    /late/,
  );
  await short.take('b', async () => {}, late);
  release();
  await first;
  await short.take('a', async () => {}, late);
});
