import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { startTestCluster, type TestCluster } from '../../testing/test-cluster.ts';
import { createDb, type Db, type Tx } from './db.ts';
import { closePool, createPool } from './pool.ts';
import { PIPELINED } from './preparing-client.ts';

describe('pipelined statements', () => {
  let cluster: TestCluster;
  let pool: Pool;
  let db: Db;
  /** Number of round trips of the only connection. */
  let roundTrips = 0;

  before(async () => {
    cluster = await startTestCluster();
    pool = createPool(cluster.adminUrl, { warn: () => {} }, { max: 1 });
    pool.on('connect', (client: PoolClient) => {
      (client as unknown as { connection: EventEmitter }).connection.on('readyForQuery', () => roundTrips++);
    });
    db = createDb(pool);
    await sql`create table kept (n integer primary key deferrable initially immediate)`.execute(db);
  });
  after(async () => {
    await closePool(pool);
    await cluster.stop();
  });
  beforeEach(async () => {
    await sql`delete from kept`.execute(db);
    // A connection pipelines a statement only after it has sent it separately once.
    await db.transaction().execute((tx) => insertPipelined(tx, 0));
    await sql`delete from kept`.execute(db);
    roundTrips = 0;
  });

  const keep = (on: Db, n: number) => sql`insert into kept (n) values (${n})`.execute(on);
  const insertPipelined = (tx: Tx, n: number) =>
    sql`insert into kept (n) values (${n}) ${sql.raw(PIPELINED)}`.execute(tx);
  const kept = async (on: Db = db) => {
    const { rows } = await sql<{ n: number }>`select n from kept order by n`.execute(on);
    return rows.map(({ n }) => n);
  };
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );

  test('BEGIN is sent with the first statement, and COMMIT with the pipelined ones', async () => {
    await db.transaction().execute(async (tx) => {
      await keep(tx, 1);
      await insertPipelined(tx, 2);
      await insertPipelined(tx, 3);
    });
    assert.equal(roundTrips, 2);
    assert.deepEqual(await kept(), [1, 2, 3]);
  });
  test('the next statement sees the effect of a pipelined one and returns its own rows', async () => {
    await db.transaction().execute(async (tx) => {
      await insertPipelined(tx, 1);
      assert.deepEqual(await kept(tx), [1]);
    });
    assert.equal(roundTrips, 2);
  });
  test('statements are pipelined, no matter how many others the process has prepared', async () => {
    for (let column = 0; column < 401; column++) await sql.raw(`select 1 as column_${column}`).execute(db);
    const insert = (tx: Tx) => sql`insert into kept values (7) ${sql.raw(PIPELINED)}`.execute(tx);
    await db.transaction().execute(insert);
    await sql`delete from kept`.execute(db);
    roundTrips = 0;
    await db.transaction().execute(async (tx) => {
      await insert(tx);
      assert.deepEqual(await kept(tx), [7]);
    });
    assert.equal(roundTrips, 2);
  });
  test('a connection keeps the 400 most recently used statements prepared', async () => {
    const select = (n: number) => sql.raw(`select 1 as one_of_many_${n}`).execute(db);
    for (let n = 0; n < 400; n++) await select(n);
    await select(0);
    for (let n = 400; n < 450; n++) await select(n);
    const { rows } = await sql<{ n: number; calls: number }>`
      select substring(statement from '\\d+$')::integer as n, (generic_plans + custom_plans)::integer as calls
      from pg_prepared_statements where statement ~ 'one_of_many_\\d+$' order by n`.execute(db);
    // The statement that reads them is the 400th.
    const latest = Array.from({ length: 398 }, (_, at) => at + 52);
    assert.deepEqual(
      rows.map(({ n }) => n),
      [0, ...latest],
    );
    assert.equal(rows[0]!.calls, 2, 'a statement that stays is not prepared again');
    await select(1);
    assert.deepEqual(await kept(), []);
  });
  test('a transaction without statements sends nothing', async () => {
    await db.transaction().execute(async () => {});
    await assert.rejects(
      db.transaction().execute(async () => {
        throw new Error('refused');
      }),
      /refused/,
    );
    assert.equal(roundTrips, 0);
  });
  test('a failing pipelined statement rolls back the transaction, and the commit raises its error', async () => {
    const work = db.transaction().execute(async (tx) => {
      await keep(tx, 1);
      await insertPipelined(tx, 1);
    });
    assert.equal(await codeOf(work), '23505');
    assert.deepEqual(await kept(), []);
  });
  test('statements after a failed one are not executed', async () => {
    const work = db.transaction().execute(async (tx) => {
      await keep(tx, 1);
      await insertPipelined(tx, 1);
      await keep(tx, 2);
    });
    assert.equal(await codeOf(work), '23505');
    assert.deepEqual(await kept(), []);
  });
  test('pending pipelined statements are dropped on rollback', async () => {
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await keep(tx, 1);
        await insertPipelined(tx, 2);
        throw new Error('refused');
      }),
      /refused/,
    );
    assert.equal(roundTrips, 2);
    assert.deepEqual(await kept(), []);
  });
  test('a failing commit raises its error', async () => {
    const work = db.transaction().execute(async (tx) => {
      await sql`set constraints all deferred`.execute(tx);
      await keep(tx, 1);
      await insertPipelined(tx, 1);
    });
    assert.equal(await codeOf(work), '23505');
    assert.deepEqual(await kept(), []);
  });
  test('when BEGIN fails, the statement sent with it is not executed', async () => {
    const client = await pool.connect();
    const { rows } = await client.query("select name from pg_prepared_statements where statement = 'begin'");
    await client.query(`deallocate "${rows[0].name}"`);
    client.release();
    assert.equal(await codeOf(db.transaction().execute((tx) => keep(tx, 1))), '26000');
    assert.deepEqual(await kept(), []);
  });
});
