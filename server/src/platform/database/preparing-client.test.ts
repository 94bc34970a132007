import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { startTestCluster, type TestCluster } from '../../testing/test-cluster.ts';
import { createDb, type Db, type Tx } from './db.ts';
import { closePool, createPool } from './pool.ts';
import { PIPELINED } from './preparing-client.ts';

describe('statements that go along with others', () => {
  let cluster: TestCluster;
  let pool: Pool;
  let db: Db;
  /** How often the database has answered the one connection that there is. */
  let journeys = 0;

  before(async () => {
    cluster = await startTestCluster();
    pool = createPool(cluster.adminUrl, { warn: () => {} }, { max: 1 });
    pool.on('connect', (client: PoolClient) => {
      (client as unknown as { connection: EventEmitter }).connection.on('readyForQuery', () => journeys++);
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
    // A connection sends each statement alone once.
    await db.transaction().execute((tx) => keepAlong(tx, 0));
    await sql`delete from kept`.execute(db);
    journeys = 0;
  });

  const keep = (on: Db, n: number) => sql`insert into kept (n) values (${n})`.execute(on);
  const keepAlong = (tx: Tx, n: number) => sql`insert into kept (n) values (${n}) ${sql.raw(PIPELINED)}`.execute(tx);
  const kept = async (on: Db = db) => {
    const { rows } = await sql<{ n: number }>`select n from kept order by n`.execute(on);
    return rows.map(({ n }) => n);
  };
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    );

  test('a transaction begins with its first statement and is committed with what nobody waits for', async () => {
    await db.transaction().execute(async (tx) => {
      await keep(tx, 1);
      await keepAlong(tx, 2);
      await keepAlong(tx, 3);
    });
    assert.equal(journeys, 2);
    assert.deepEqual(await kept(), [1, 2, 3]);
  });
  test('what went along is there for the next statement, whose rows are its own', async () => {
    await db.transaction().execute(async (tx) => {
      await keepAlong(tx, 1);
      assert.deepEqual(await kept(tx), [1]);
    });
    assert.equal(journeys, 2);
  });
  test('a transaction in which nothing was asked is not even begun', async () => {
    await db.transaction().execute(async () => {});
    await assert.rejects(
      db.transaction().execute(async () => {
        throw new Error('refused');
      }),
      /refused/,
    );
    assert.equal(journeys, 0);
  });
  test('what goes along and fails takes the whole transaction with it, and its error is that of the commit', async () => {
    const work = db.transaction().execute(async (tx) => {
      await keep(tx, 1);
      await keepAlong(tx, 1);
    });
    assert.equal(await codeOf(work), '23505');
    assert.deepEqual(await kept(), []);
  });
  test('nothing after a failed one is done', async () => {
    const work = db.transaction().execute(async (tx) => {
      await keep(tx, 1);
      await keepAlong(tx, 1);
      await keep(tx, 2);
    });
    assert.equal(await codeOf(work), '23505');
    assert.deepEqual(await kept(), []);
  });
  test('what waits when the work is refused is never sent', async () => {
    await assert.rejects(
      db.transaction().execute(async (tx) => {
        await keep(tx, 1);
        await keepAlong(tx, 2);
        throw new Error('refused');
      }),
      /refused/,
    );
    assert.equal(journeys, 2);
    assert.deepEqual(await kept(), []);
  });
  test('a commit that fails says so', async () => {
    const work = db.transaction().execute(async (tx) => {
      await sql`set constraints all deferred`.execute(tx);
      await keep(tx, 1);
      await keepAlong(tx, 1);
    });
    assert.equal(await codeOf(work), '23505');
    assert.deepEqual(await kept(), []);
  });
  test('where the beginning fails, the statement that came with it is not done', async () => {
    const client = await pool.connect();
    const { rows } = await client.query("select name from pg_prepared_statements where statement = 'begin'");
    await client.query(`deallocate "${rows[0].name}"`);
    client.release();
    assert.equal(await codeOf(db.transaction().execute((tx) => keep(tx, 1))), '26000');
    assert.deepEqual(await kept(), []);
  });
});
