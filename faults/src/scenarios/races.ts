/** Concurrent requests: the same retry, the same batch. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { writesIn } from '../checker.ts';
import type { Client } from '../client.ts';
import { loadOf, makeProduct, makeSupplier, makeWarehouse, orderOf } from '../company.ts';
import { openFast, verify } from '../fast.ts';
import { query } from '../places.ts';
import { hold, type Scenario, type Stage } from '../scenario.ts';

export const idempotencyStorm: Scenario = {
  name: 'idempotency-storm',
  promise: '200 keys, each sent 8 times concurrently, half of the requests aborted, then retried: one document per key',
  control: 'every retry has a new key',
  short: true,
  run: async (stage) => {
    const { databaseUrl, client } = await openFast(stage);
    const [supplier, product] = [await makeSupplier(client), await makeProduct(client)];
    const keys = Array.from({ length: stage.short ? 40 : 200 }, () => randomUUID());
    const outcomes = new Map<string, number>();
    const ids = new Map<string, Set<number>>(keys.map((key) => [key, new Set()]));
    const send = async (key: string, options: { signal?: AbortSignal } = {}) => {
      const body = orderOf(supplier.id, product.id, { notes: key });
      const sent = { key: stage.broken ? randomUUID() : key, ...options };
      const outcome = await client
        .send('POST', '/purchase-orders', body, sent)
        .catch(() => ({ status: 0, body: null }));
      outcomes.set(String(outcome.status || 'aborted'), (outcomes.get(String(outcome.status || 'aborted')) ?? 0) + 1);
      if (outcome.status === 201) ids.get(key)!.add(outcome.body.id as number);
      return outcome.status;
    };
    for (let at = 0; at < keys.length; at += 20)
      await Promise.all(
        keys
          .slice(at, at + 20)
          .flatMap((key) =>
            Array.from({ length: 8 }, (_, n) =>
              send(key, n % 2 === 0 ? {} : { signal: AbortSignal.timeout(1 + Math.floor(Math.random() * 60)) }),
            ),
          ),
      );
    for (const key of keys)
      for (let tries = 1; (await send(key)) !== 201; tries++) hold(tries < 50, 'a retry is not answered');
    const { counts } = await writesIn(databaseUrl);
    const documents = keys.map((key) => counts.get(`order ${key}`) ?? 0);
    const several = [...ids.values()].filter((answers) => answers.size > 1).length;
    stage.figure('keys', keys.length);
    stage.figure('answers', [...outcomes].map(([outcome, times]) => `${times} × ${outcome}`).join(', '));
    stage.figure(
      'documents',
      documents.reduce((sum, count) => sum + count, 0),
    );
    hold(
      documents.every((count) => count === 1),
      `${documents.filter((count) => count !== 1).length} keys created no document or several`,
    );
    hold(several === 0, `${several} keys were answered with several documents`);
    hold(!outcomes.has('500'), 'there were 500s');
    let refused = 0;
    for (const key of keys) {
      const other = orderOf(supplier.id, product.id, { notes: 'other' });
      const { status } = await client.send('POST', '/purchase-orders', other, { key });
      hold(status === 422, `a key with another body was answered ${status}`);
      refused++;
    }
    stage.figure('keys refused with another body', refused);
    const rows = await query<{ all: number }>(databaseUrl, 'select count(*)::int as all from purchase_orders');
    hold(rows[0]!.all === keys.length, `${keys.length} keys left ${rows[0]!.all} documents`);
    await verify(databaseUrl);
  },
};

export const drain: Scenario = {
  name: 'drain',
  promise:
    '50 and 100 clients drain and move one batch concurrently: issued + remaining = loaded, never below zero, no 5xx',
  control: 'SQL raises a balance without an entry',
  short: true,
  run: async (stage) => {
    const { databaseUrl, client } = await openFast(stage);
    for (const clients of stage.short ? [50] : [50, 100]) await drainBy(stage, databaseUrl, client, clients);
    if (stage.broken) await query(databaseUrl, 'update stock_balances set quantity = quantity + 1');
    await verify(databaseUrl);
  },
};

async function drainBy(stage: Stage, databaseUrl: string, client: Client, clients: number) {
  const loaded = clients * 4;
  const product = await makeProduct(client, { has_batch: true });
  const [here, there] = [await makeWarehouse(client), await makeWarehouse(client)];
  await client.make('/stock-movements', loadOf(product.id, here.id, loaded, { batch_number: 'L1' }));
  let [issued, refused, wrong, over, least] = [0, 0, 0, false, Number.POSITIVE_INFINITY];
  const watching = (async () => {
    while (!over) {
      const rows = await query<{ least: number }>(
        databaseUrl,
        `select min(quantity)::float8 as least from stock_balances`,
      );
      least = Math.min(least, rows[0]!.least);
      await sleep(20);
    }
  })();
  await Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      // Every third client moves the batch back and forth while the others drain it.
      for (let step = 0, empty = 0; empty < 4 && step < 400; step++) {
        const [from, to] = (n + step) % 2 === 0 ? [here, there] : [there, here];
        const moves = n % 3 === 0;
        const quantity = 1 + (step % 3);
        const { status } = await client.send('POST', '/stock-movements', {
          ...loadOf(product.id, from.id, quantity, { batch_number: 'L1' }),
          movement_type: moves ? 'T' : 'S',
          ...(moves && { destination_warehouse_id: to.id }),
        });
        if (status === 201) {
          empty = 0;
          if (!moves) issued += quantity;
        } else if (status === 409) {
          refused++;
          empty++;
        } else wrong++;
        if (moves && step >= 8) break;
      }
    }),
  );
  over = true;
  await watching;
  const rows = await query<{ left: number }>(
    databaseUrl,
    'select sum(quantity)::float8 as left from stock_balances where product_id = $1',
    [product.id],
  );
  const { left } = rows[0]!;
  stage.figure(`${clients} clients: issued + left`, `${issued} + ${left} of ${loaded}`);
  stage.figure('refused', refused);
  stage.figure('lowest balance seen', least);
  stage.figure('5xx', wrong);
  hold(issued + left === loaded, `${issued} issued and ${left} left of ${loaded}`);
  hold(least >= 0, `a balance was ${least}`);
  hold(wrong === 0, `${wrong} answers were neither a success nor a refusal`);
}
