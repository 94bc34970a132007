/**
 * A server of the last release must work on the schema of this code while servers are upgraded one after the other. See
 * docs/decisions/0025-expand-and-contract.md.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, beforeEach, afterEach, describe, test, type TestContext } from 'node:test';
import { Client } from 'pg';
import { MIGRATIONS_DIR, readMigrations, type Migration } from '../platform/database/migration-files.ts';
import { createBareDatabase, type TestDatabase } from '../testing/database.ts';
import { migrateUpTo } from '../testing/older-schema.ts';
import { breaksBetween, readSchema } from '../testing/schema-changes.ts';
import {
  checkOutLastRelease,
  findLastRelease,
  LAST_RELEASE,
  newestMigrationOf,
  whyNoLastRelease,
} from '../testing/last-release.ts';
import { matrixTest } from '../testing/matrix.ts';

/** All API tests of a release take longer than the limit of a single test. */
const MOST_MS = 18 * 60_000;

let database: TestDatabase;
let client: Client;

beforeEach(async () => {
  database = await createBareDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await database.drop();
});
after(() =>
  assert.ok(
    readMigrations().some(({ number }) => number === LAST_RELEASE),
    'the last release is a migration',
  ),
);

/** Breaks of landed migrations that older servers survive: the file and the break, with the reason. */
const SURVIVED = new Map([
  [
    '0044_erase_persons.sql: trigger activities.activities_append_only is new or changed and can refuse writes',
    'it refused every change before, and now lets the erasure of a person through',
  ],
  [
    '0045_pec.sql: trigger outbox.outbox_pec_file_once is new or changed and can refuse writes',
    'it refuses only mails with a file for the exchange system, which older servers do not make',
  ],
  [
    '0045_pec.sql: trigger purchase_invoice_instalments.purchase_invoice_instalments_open_period is new or changed and can refuse writes',
    'older servers answer its refusal as they answer any write in a closed period',
  ],
]);

/** The change that a file makes, when it can break older code and is not marked. */
function unmarkedBreaks({ sql }: Pick<Migration, 'sql'>, breaks: string[]): string[] {
  return /^-- contract: \d{4}\n/.test(sql) ? [] : breaks;
}

// The limit of a suite, too, is that of a single test by default.
describe('W09: servers of the last release work on the new schema', { timeout: MOST_MS }, () => {
  test('no migration since the last release breaks older code, unless it is marked as a contract', async () => {
    await migrateUpTo(database.url, LAST_RELEASE);
    const found: string[] = [];
    let before = await readSchema(client);
    assert.ok(before.columns.size > 500 && before.functions.size > 20, 'the schema is read');
    for (const migration of readMigrations().filter(({ number }) => number > LAST_RELEASE)) {
      await migrateUpTo(database.url, migration.number);
      const now = await readSchema(client);
      found.push(...unmarkedBreaks(migration, breaksBetween(before, now)).map((text) => `${migration.file}: ${text}`));
      before = now;
    }
    assert.deepEqual(found.toSorted(), [...SURVIVED.keys()].toSorted());
  });

  test('a contract and the expansion that it follows are not in one release', () => {
    const since = readMigrations().filter(({ number }) => number > LAST_RELEASE);
    const early = since.filter(({ sql }) => Number(/^-- contract: (\d{4})\n/.exec(sql)?.[1] ?? 0) > LAST_RELEASE);
    assert.deepEqual(
      early.map(({ file }) => file),
      [],
    );
  });

  test('the number of the last release is not raised before its tag, which would hide breaks', (it) => {
    const missing = whyNoLastRelease();
    if (missing !== undefined) return it.skip(missing);
    const newest = newestMigrationOf(findLastRelease());
    assert.ok(newest > 0, 'the migrations of the last release are found');
    const reason = `no tag has migration ${LAST_RELEASE}, only ${newest}: tag the release first, or git fetch --tags`;
    assert.ok(LAST_RELEASE <= newest, reason);
  });

  const lastReleasePasses = async (it: TestContext) => {
    const missing = whyNoLastRelease();
    if (missing !== undefined) return it.skip(missing);
    const release = checkOutLastRelease();
    try {
      // Its test databases are made from these files instead of its own.
      copyMigrations(path.join(release, 'server/migrations'));
      const { passed, failed, failedFiles, output } = await runTests(release, apiTestsOf(release));
      it.diagnostic(`${passed} passed`);
      assert.ok(passed > 100, output);
      if (failed === 0) return;
      // Tests of a release cannot be mended, and a few of them fail when a half minute or a day ends meanwhile.
      assert.ok(failedFiles.length > 0, output);
      it.diagnostic(`second run: ${failedFiles.join(', ')}`);
      assert.equal((await runTests(release, failedFiles)).failed, 0, output);
    } finally {
      fs.rmSync(release, { recursive: true });
    }
  };
  matrixTest('the API tests of the last release pass on the schema of this code', lastReleasePasses, MOST_MS);
});

/** Tests of each area, and of all changes together. LAST_RELEASE_TESTS=all takes all. */
const SAMPLE = [
  'areas/identity/late-acts',
  'areas/identity/second-factor',
  'areas/identity/security-events',
  'areas/registry/products',
  'areas/stock/counts',
  'areas/stock/movements',
  'areas/purchasing/receipts',
  'areas/orders/orders',
  'areas/production/loading',
  'areas/sales/sales',
  'app/undo',
  'app/personal-data',
].map((name) => `server/src/${name}.test.ts`);

/** The tests of a release that call its server by HTTP. */
function apiTestsOf(release: string): string[] {
  if (process.env.LAST_RELEASE_TESTS !== 'all') return SAMPLE;
  return fs
    .globSync('server/src/**/*.test.ts', { cwd: release })
    .filter((file) => fs.readFileSync(path.join(release, file), 'utf8').includes('startApi('));
}

/** Runs test files of a release in one process. */
async function runTests(release: string, files: readonly string[]) {
  const { NODE_TEST_CONTEXT: _, ...env } = process.env; // set when a test runs this
  const args = ['--test-reporter=spec', 'scripts/lib/run-group.mjs', ...files];
  const child = spawn(process.execPath, args, { cwd: release, env: { ...env, TEST_SCOPE: 'daily' } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  await once(child, 'close');
  const countOf = (what: string) => Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(output)?.[1]);
  const failedFiles = [...output.matchAll(/^✖ (server\/src\/\S+) \(/gm)].map(([, file]) => file!);
  return { passed: countOf('pass'), failed: countOf('fail'), failedFiles: [...new Set(failedFiles)], output };
}

/** The tables on which the changes below are made. */
const START = `
  create table a (id integer primary key, name text not null default '', state text check (state in ('x', 'y')), old text);
  create table b (id integer primary key, a_id integer, n integer);
  create type line as (n integer);
  create function refuse() returns trigger language plpgsql as 'begin return null; end';
  create trigger a_kept before update on a for each row execute function refuse();
  create function f(n integer) returns integer language sql as 'select n';`;

const BREAKS: Record<string, string> = {
  'drop table b': 'table b is gone',
  'alter table b rename to c': 'table b is gone',
  'alter table a drop column old': 'column a.old is gone',
  'alter table a rename column old to new': 'column a.old is gone',
  'alter table b alter column n type bigint': 'column b.n was integer and is bigint',
  'alter table b alter column n set not null': 'column b.n has become required',
  'alter table a alter column name drop default': 'column a.name has become required',
  'alter table a add must text not null': 'column a.must is new, not null and without a default',
  [`alter table a drop constraint a_state_check, add constraint a_state_check check (state in ('x'))`]:
    'check a.a_state_check has changed',
  'alter table b add constraint positive check (n > 0)': 'check b.positive is new on old columns',
  [`alter table a add closed_at date, add constraint closed check (state <> 'y' or closed_at is not null)`]:
    'check a.closed is new on old columns',
  'alter table b add constraint never check (false)': 'check b.never is new on old columns',
  'alter table a add kind text, add constraint one_kind unique (state, kind)':
    'unique rule a.one_kind is new on old columns',
  'create unique index b_n on b (n)': 'unique rule b.b_n is new on old columns',
  'alter table b drop constraint b_pkey': 'unique rule b.b_pkey has changed or is gone',
  'alter table b add constraint b_a foreign key (a_id) references a':
    'foreign key b.b_a is new or changed on old columns',
  'create trigger b_kept before insert or delete on b for each row execute function refuse()':
    'trigger b.b_kept is new or changed and can refuse writes',
  'drop trigger a_kept on a; create trigger a_kept before update or delete on a for each row execute function refuse()':
    'trigger a.a_kept is new or changed and can refuse writes',
  'drop function f(integer)': 'function f(n integer) is gone or has other arguments',
  [`drop function f(integer); create function f(n integer) returns text language sql as 'select n::text'`]:
    'function f(n integer) has changed',
  'alter type line drop attribute n': 'type line is gone or has other arguments',
  'do $$ begin execute concat($s$alter table a drop$s$, $s$ column old$s$); end $$': 'column a.old is gone',
};
for (const [sql, expected] of Object.entries(BREAKS))
  test(`a break is found: ${sql}`, async () => {
    await client.query(START);
    const before = await readSchema(client);
    await client.query(sql);
    const breaks = breaksBetween(before, await readSchema(client));
    assert.deepEqual(unmarkedBreaks({ sql }, breaks), [expected]);
    assert.deepEqual(unmarkedBreaks({ sql: `-- contract: 0041\n${sql}` }, breaks), []);
  });

test('expansions are not breaks', async () => {
  await client.query(START);
  const before = await readSchema(client);
  await client.query(`
    create table c (id integer primary key, must text not null, a_id integer references a);
    alter table a add may text check (may <> ''), add flag boolean not null default false, alter column name drop not null;
    alter table a drop constraint a_state_check, add constraint a_state_check check (state in ('x', 'y', 'z'));
    alter table b add c_id integer references c;
    create trigger c_kept before update on c for each row execute function refuse();
    create trigger b_c_kept before update of c_id on b for each row execute function refuse();
    create trigger b_counted after insert on b for each row execute function refuse();
    create unique index b_c on b (c_id);
    create index b_n on b (n);
    alter type line add attribute m integer;
    create or replace function f(n integer) returns integer language sql as 'select n + 1';
    create function g() returns integer language sql as 'select 1'`);
  assert.deepEqual(breaksBetween(before, await readSchema(client)), []);
});

/**
 * Copies the migrations of this code for a test database that the older code creates. Its servers never run newer
 * migrations, and it knows none without a transaction, so the indexes are built in one.
 */
function copyMigrations(folder: string): void {
  for (const file of fs.readdirSync(MIGRATIONS_DIR)) {
    const text = fs.readFileSync(path.join(MIGRATIONS_DIR, file), 'utf8');
    fs.writeFileSync(path.join(folder, file), text.replace(/^(create (?:unique )?index) concurrently /m, '$1 '));
  }
}
