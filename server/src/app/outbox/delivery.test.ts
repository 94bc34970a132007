import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import { Client } from 'pg';
import { sql } from 'kysely';
import type { Dashboard } from '@bobina/contract/system/dashboard.ts';
import type { OutboxRow } from '@bobina/contract/system/outbox.ts';
import { waitAfter } from '../../platform/outbox/backoff.rules.ts';
import { mailDeliverer } from '../../platform/outbox/mail/deliver-mail.ts';
import { readMailSettings } from '../../platform/outbox/mail/mail-settings.ts';
import { composeMail, queueMail } from '../../platform/outbox/mail/queue-mail.ts';
import { createOutboxWorker } from '../../platform/outbox/worker.ts';
import { startApi } from '../../testing/api.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { matrixTest } from '../../testing/matrix.ts';

const smtp = await startSmtp();
const MAIL_FROM = 'ufficio@bobinificio.example';
const settings = readMailSettings(smtp.url, MAIL_FROM)!;
const api = startApi({ mail: settings });
const home = fs.mkdtempSync(path.join(os.tmpdir(), 'bobina-outbox-'));
after(async () => {
  await smtp.close();
  fs.rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  smtp.reset();
  await sql`delete from outbox where state = 'waiting'`.execute(api.db);
});

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Queues a mail as an act does. */
async function queued(to: readonly string[], user: number | null = null): Promise<number> {
  const mail = await composeMail(settings, { to, subject: 'Ordine 7', body: 'In allegato.' });
  return api.db.transaction().execute((tx) => queueMail(tx, mail, { user }));
}
/** A worker of another node, whose clock shows `time`. */
function workerAt(time: () => Date, random = () => 0.5) {
  const deliverers = { mail: mailDeliverer(settings) };
  return createOutboxWorker({ db: api.db, announce: () => {}, log: console, deliverers, clock: time, random });
}
async function rowOf(id: number): Promise<OutboxRow> {
  const { status, body } = await api.admin.get<OutboxRow>(`/outbox/${id}`);
  assert.equal(status, 200);
  return body;
}
function statesOf({ recipients }: OutboxRow) {
  return recipients.map(({ address, state, message }) => [address.split('@')[0], state, message]);
}
async function createdAt(id: number): Promise<number> {
  return Date.parse((await rowOf(id)).created_at);
}

describe('delivery of mails', () => {
  test('X03 X09 each recipient has its state: a 5xx is final with the message of the server, a 4xx is tried again for those who wait, and accepted is handed over', async () => {
    const id = await queued(['rossi@x.example', 'verdi@x.example', 'bianchi@x.example']);
    const started = await createdAt(id);
    smtp.hooks.recipient = (address) =>
      address.startsWith('verdi')
        ? { code: 550, words: 'No such user here' }
        : address.startsWith('bianchi')
          ? { code: 451, words: 'Greylisted, try later' }
          : undefined;
    assert.equal(await workerAt(() => new Date(started + SECOND)).round(), 1);
    const tried = await rowOf(id);
    assert.deepEqual(statesOf(tried), [
      ['rossi', 'handed_over', null],
      ['verdi', 'refused', '550 No such user here'],
      ['bianchi', 'waiting', null],
    ]);
    assert.deepEqual([tried.state, tried.attempts, tried.last_error], ['waiting', 1, '451 Greylisted, try later']);
    assert.deepEqual(
      smtp.mails.map(({ to }) => to),
      [['rossi@x.example']],
    );

    smtp.hooks.recipient = undefined;
    assert.equal(await workerAt(() => new Date(started + 2 * SECOND)).round(), 0, 'not due yet');
    assert.equal(await workerAt(() => new Date(started + 20 * SECOND)).round(), 1);
    const done = await rowOf(id);
    assert.deepEqual(statesOf(done), [
      ['rossi', 'handed_over', null],
      ['verdi', 'refused', '550 No such user here'],
      ['bianchi', 'handed_over', null],
    ]);
    assert.deepEqual([done.state, done.next_attempt_at], ['partly_refused', null]);
    assert.deepEqual(
      smtp.mails.map(({ to }) => to),
      [['rossi@x.example'], ['bianchi@x.example']],
    );
    assert.deepEqual(new Set(smtp.mails.map(({ messageId }) => messageId)), new Set([done.message_id]));
    await wholeRefusals();
  });

  /** All recipients refused, the message refused after some recipients were, and a sign-in that fails. */
  async function wholeRefusals() {
    smtp.reset();
    const none = await queued(['a@x.example', 'b@x.example']);
    smtp.hooks.recipient = () => ({ code: 554, words: 'Go away' });
    await workerAt(() => new Date(Date.now() + SECOND)).round();
    assert.deepEqual(
      [(await rowOf(none)).state, statesOf(await rowOf(none))[1]],
      ['refused', ['b', 'refused', '554 Go away']],
    );

    smtp.reset();
    const message = await queued(['a@x.example', 'b@x.example']);
    smtp.hooks.recipient = (address) => (address.startsWith('a') ? { code: 550, words: 'Unknown' } : undefined);
    smtp.hooks.received = () => ({ code: 554, words: 'Spam' });
    await workerAt(() => new Date(Date.now() + SECOND)).round();
    assert.deepEqual(statesOf(await rowOf(message)), [
      ['a', 'refused', '550 Unknown'],
      ['b', 'refused', '554 Spam'],
    ]);

    const locked = await startSmtp({ name: 'ufficio', password: 'giusta/1' });
    try {
      const id = await queued(['c@x.example']);
      const wrong = readMailSettings(`smtp://ufficio:falsa@127.0.0.1:${locked.port}`, MAIL_FROM)!;
      const right = readMailSettings(locked.url, MAIL_FROM)!;
      const workers = [wrong, right].map((given, at) =>
        createOutboxWorker({
          db: api.db,
          announce: () => {},
          log: console,
          deliverers: { mail: mailDeliverer(given) },
          clock: () => new Date(Date.now() + (1 + at * 60) * SECOND),
        }),
      );
      await workers[0]!.round();
      const refused = await rowOf(id);
      assert.deepEqual(
        [refused.state, statesOf(refused)],
        ['waiting', [['c', 'waiting', null]]],
        'a setting that is wrong loses nothing',
      );
      assert.match(refused.last_error!, /^535 /);
      await workers[1]!.round();
      assert.equal((await rowOf(id)).state, 'handed_over');
    } finally {
      await locked.close();
    }
  }

  test('X02 a failed delivery is tried again after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and every 24 h (± 20 %), is dead after three days and then on the home', async () => {
    const waits = [5, 30, 120, 600, 3_600, 21_600, 86_400, 86_400, 86_400].map((seconds) => seconds * SECOND);
    for (const [at, wait] of waits.entries()) {
      assert.deepEqual(
        [waitAfter(at + 1, 0), waitAfter(at + 1, 0.5), waitAfter(at + 1, 1)],
        [wait * 0.8, wait, wait * 1.2],
      );
    }
    const id = await queued(['a@x.example'], api.sales.userId);
    const started = await createdAt(id);
    smtp.hooks.received = () => ({ code: 451, words: 'Later' });
    let time = started + SECOND;
    const worker = workerAt(() => new Date(time));
    const seen: number[] = [];
    for (;;) {
      assert.equal(await worker.round(), 1);
      const { next_attempt_at, attempts, state } = await rowOf(id);
      assert.deepEqual([attempts, state], [seen.length + 1, 'waiting']);
      const next = Date.parse(next_attempt_at!);
      seen.push(Math.round((next - time) / SECOND));
      if (next - started > 72 * HOUR) break;
      time = next - 1;
      assert.equal(await worker.round(), 0, 'not before its time');
      time = next;
    }
    assert.deepEqual(seen, [5, 30, 120, 600, 3_600, 21_600, 86_400, 86_400, 86_400].slice(0, seen.length));
    assert.equal(seen.length, 9);
    const figure = async () => (await api.sales.get<Dashboard>('/dashboard')).body.dead_messages!;
    assert.equal((await figure()).count, 0);
    time = started + 72 * HOUR - SECOND;
    await worker.round();
    assert.equal((await rowOf(id)).state, 'waiting');
    time = started + 72 * HOUR + SECOND;
    await worker.round();
    const dead = await rowOf(id);
    assert.deepEqual([dead.state, dead.next_attempt_at, dead.last_error], ['dead', null, '451 Later']);
    const { count, path: list, screen } = await figure();
    assert.deepEqual([count, screen], [1, '/report/posta-in-uscita?state=dead']);
    assert.deepEqual(
      (await api.sales.get<OutboxRow[]>(list)).body.map((row) => row.id),
      [id],
    );
    assert.equal((await api.orders.get<Dashboard>('/dashboard')).body.dead_messages!.count, 0, "another user's");
    assert.equal((await api.admin.get<Dashboard>('/dashboard')).body.dead_messages!.count, 1);
    // The last attempt that is due after three days is made; then the row is dead.
    smtp.reset();
    const late = await queued(['b@x.example']);
    smtp.hooks.received = () => ({ code: 451, words: 'Later' });
    time = Date.now() + 80 * HOUR;
    assert.equal(await worker.round(), 1);
    assert.equal((await rowOf(late)).state, 'dead');
  });

  test('a server that cannot be reached is tried again', async () => {
    const closed = await startSmtp();
    await closed.close();
    const id = await queued(['a@x.example']);
    const nowhere = readMailSettings(closed.url, MAIL_FROM)!;
    const time = Date.now() + SECOND;
    await createOutboxWorker({
      db: api.db,
      announce: () => {},
      log: console,
      deliverers: { mail: mailDeliverer(nowhere) },
      clock: () => new Date(time),
    }).round();
    const tried = await rowOf(id);
    assert.deepEqual([tried.state, tried.possible_duplicate], ['waiting', false]);
    assert.match(tried.last_error!, /ECONNREFUSED/);
  });

  test('two workers deliver each row once', async () => {
    const ids: number[] = [];
    for (let at = 0; at < 20; at++) ids.push(await queued([`n${at}@x.example`]));
    const time = () => new Date(Date.now() + SECOND);
    const rounds = await Promise.all([workerAt(time).round(), workerAt(time).round()]);
    assert.equal(rounds[0]! + rounds[1]!, 20);
    assert.equal(smtp.mails.length, 20);
    for (const id of ids) assert.equal((await rowOf(id)).state, 'handed_over');
  });

  test('the program writes mails without a user, and the outbox refuses changes to written mails', async () => {
    const id = await queued(['a@x.example']);
    assert.deepEqual([(await rowOf(id)).created_by, (await api.sales.get(`/outbox/${id}`)).status], [null, 404]);
    await assert.rejects(
      sql`update outbox set message = 'x' where id = ${id}`.execute(api.db),
      /stays as it was written/,
    );
    await assert.rejects(
      sql`update outbox set message_id = 'x' where id = ${id}`.execute(api.db),
      /stays as it was written/,
    );
  });
});

describe('a server that is killed', () => {
  /** A server as an operator runs it. Its port is free, and it delivers the outbox at its start. */
  function startServer(): ChildProcess {
    return spawn(process.execPath, [path.join(import.meta.dirname, '../main.ts')], {
      env: {
        ...process.env,
        DATABASE_URL: api.databaseUrl,
        DATA_DIR: home,
        PORT: '0',
        LOG_LEVEL: 'warn',
        SMTP_URL: smtp.url,
        MAIL_FROM,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
  async function kill(server: ChildProcess) {
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
  }
  /** The moment at which the lease of a row ends, by the clock of the database. */
  async function leaseOf(id: number) {
    const { rows } = await sql<{ until: string; seconds: number }>`
      select leased_until as until, extract(epoch from leased_until - clock_timestamp())::float8 as seconds
      from outbox where id = ${id}`.execute(api.db);
    return { until: Date.parse(rows[0]!.until), seconds: rows[0]!.seconds };
  }
  /** Another node takes the row when the lease has ended, and not before. */
  async function takenAgain(id: number, isDuplicate: boolean) {
    const { until, seconds } = await leaseOf(id);
    assert.ok(seconds <= 60, `within 60 s: ${seconds}`);
    assert.equal((await rowOf(id)).state, 'waiting');
    smtp.hooks.connected = smtp.hooks.received = smtp.hooks.closed = undefined;
    assert.equal(await workerAt(() => new Date(until - SECOND)).round(), 0, 'the lease holds');
    assert.equal(await workerAt(() => new Date(until)).round(), 1);
    const done = await rowOf(id);
    assert.deepEqual([done.state, done.attempts, done.possible_duplicate], ['handed_over', 2, isDuplicate]);
    return done;
  }

  matrixTest(
    'X05 between any two steps loses nothing: the row is taken again within 60 s, with possible_duplicate if the hand-over had begun, and every attempt has the same Message-ID',
    async () => {
      await beforeItsClaim();
      await beforeTheHandOver();
      await beforeTheAnswer();
      await beforeTheMark();
    },
  );

  async function beforeItsClaim() {
    const id = await queued(['prima@x.example']);
    await workerAt(() => new Date(Date.now() + SECOND)).round();
    assert.deepEqual([(await rowOf(id)).attempts, (await rowOf(id)).possible_duplicate], [1, false]);
    smtp.reset();
  }

  async function beforeTheHandOver() {
    const id = await queued(['seconda@x.example']);
    const server = startServer();
    await new Promise<void>((resolve) => {
      smtp.hooks.connected = () => {
        resolve();
        return new Promise(() => {});
      };
    });
    await kill(server);
    await takenAgain(id, false);
    assert.equal(smtp.mails.length, 1);
    smtp.reset();
  }

  async function beforeTheAnswer() {
    const id = await queued(['terza@x.example']);
    const server = startServer();
    let received = '';
    await new Promise<void>((resolve) => {
      smtp.hooks.received = ({ messageId }) => {
        received = messageId;
        resolve();
        return new Promise(() => {});
      };
    });
    await kill(server);
    const { message_id } = await takenAgain(id, true);
    assert.deepEqual([received, smtp.mails.map(({ messageId }) => messageId)], [message_id, [message_id]]);
    smtp.reset();
  }

  /** The row is locked, so that the server cannot record that it was handed over. */
  async function beforeTheMark() {
    const id = await queued(['quarta@x.example']);
    const lock = new Client({ connectionString: api.databaseUrl });
    await lock.connect();
    try {
      const answered = new Promise<void>((resolve) => {
        smtp.hooks.closed = resolve;
      });
      smtp.hooks.received = async () => {
        await lock.query('begin');
        await lock.query('select from outbox where id = $1 for update', [id]);
      };
      const server = startServer();
      await answered;
      await kill(server);
    } finally {
      await lock.end();
    }
    assert.equal(smtp.mails.length, 1, 'it was taken');
    const { message_id } = await takenAgain(id, true);
    assert.deepEqual(
      smtp.mails.map(({ messageId }) => messageId),
      [message_id, message_id],
      'the second copy can be dropped',
    );
  }
});
