/** Outgoing connections: by which acts, from which server, and to which addresses. */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthCheck } from '@bobina/contract/system/health.ts';
import type { OutboxRow } from '@bobina/contract/system/outbox.ts';
import type { Delivery, Webhook } from '@bobina/contract/system/webhooks.ts';
import { sql } from 'kysely';
import { readNetworks } from '../../platform/networks.ts';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createProduct, productBody } from '../../testing/factories.ts';
import { startSmtp } from '../../testing/smtp.ts';
import { startTlsServer } from '../../testing/tls-server.ts';

const smtp = await startSmtp();
const site = await startTlsServer();
const networks = readNetworks('127.0.0.0/8 ::1');
const delivering = { mail: smtp.settings, seals: true, deliversOutbox: true };
/** It accepts acts, and neither seals nor delivers. */
const api = startApi({ mail: smtp.settings, networks });
const closing: (() => Promise<void>)[] = [smtp.close, site.close];
after(async () => {
  for (const close of closing) await close();
});

/** Starts a receiver of webhooks. */
async function startReceiver() {
  const received: { entity: string; id: number; action: string }[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      received.push(JSON.parse(body));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, received };
}
async function until(what: string, reached: () => boolean | Promise<boolean>): Promise<void> {
  const started = performance.now();
  while (!(await reached())) {
    assert.ok(performance.now() - started < 20_000, what);
    await sleep(25);
  }
}
async function addWebhook(url: string): Promise<Webhook> {
  const { status, body } = await api.admin.post<Webhook>('/webhooks', { url, entities: ['products'] });
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
async function writeMail(to: string): Promise<number> {
  const { status, body } = await api.admin.post<OutboxRow>('/mails/test', { to });
  assert.equal(status, 201, JSON.stringify(body));
  return body.id;
}
async function deliveriesOf(hook: Webhook): Promise<Delivery[]> {
  return (await api.admin.get<Delivery[]>(`/webhooks/${hook.id}/deliveries`)).body;
}

test('X01 outbox rows are written in the transaction of their act, webhook deliveries follow from committed activities, a worker on any node delivers them, and no job library has tables to lose', async () => {
  const { url, received } = await startReceiver();
  const hook = await addWebhook(url);

  // Acts that are rolled back at the very end.
  await sql`create function refuse_commit() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    api.db,
  );
  await sql`create constraint trigger refuse_commit after insert on activities deferrable initially deferred
    for each row execute function refuse_commit()`.execute(api.db);
  assert.equal((await api.admin.post('/mails/test', { to: 'nessuno@x.example' })).status, 500);
  assert.equal((await api.admin.post('/products', productBody())).status, 500);
  await sql`drop trigger refuse_commit on activities`.execute(api.db);
  const { rows: none } = await sql`select id from outbox`.execute(api.db);
  assert.deepEqual(none, []);

  // The same acts, committed: the mail is stored with its activity, the delivery when the activity is sealed.
  const mail = await writeMail('prima@x.example');
  const { rows } = await sql<{ same: boolean }>`
    select o.xmin = a.xmin as same from outbox o join activities a on a.entity_type = 'outbox' and a.entity_id = o.id
    where o.id = ${mail}`.execute(api.db);
  assert.deepEqual(rows, [{ same: true }]);
  const product = await createProduct(api.admin);
  assert.deepEqual(await deliveriesOf(hook), []);

  const isDelivered = async (of: number, deliveries: number) =>
    (await api.admin.get<OutboxRow>(`/outbox/${of}`)).body.state === 'handed_over' &&
    (await deliveriesOf(hook)).filter(({ state }) => state === 'handed_over').length === deliveries;
  const first = await api.another({ ...delivering, networks });
  const second = await api.another({ ...delivering, networks });
  try {
    await until('both servers run', () => isDelivered(mail, 1));
    await first.close();
    const after = await writeMail('seconda@x.example');
    const other = await createProduct(api.admin);
    await until('one server is stopped', () => isDelivered(after, 2));
    assert.deepEqual(
      received.map(({ id, action }) => [id, action]),
      [
        [product.id, 'create'],
        [other.id, 'create'],
      ],
    );
  } finally {
    await second.close();
  }
  const waiting = await writeMail('terza@x.example');
  const third = await api.another({ ...delivering, networks });
  try {
    await until('a server that started later', () => isDelivered(waiting, 2));
  } finally {
    await third.close();
  }
  assert.deepEqual(
    smtp.mails.map(({ to }) => to[0]),
    ['prima@x.example', 'seconda@x.example', 'terza@x.example'],
  );

  // docs/decisions/0020: a library would store its jobs in a separate schema.
  const { rows: schemas } = await sql`
    select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`.execute(api.db);
  assert.deepEqual(schemas, [{ nspname: 'public' }]);
  const { dependencies } = JSON.parse(
    fs.readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'),
  ) as { dependencies: Record<string, string> };
  assert.deepEqual(
    Object.keys(dependencies).filter((name) => /boss|graphile|queue|bull|agenda|\bjobs?\b/.test(name)),
    [],
  );
});

test('X36 nothing is sent to a private address, by webhooks, the certificate check or anything else, unless ALLOW_PRIVATE_NETWORKS or SMTP_URL names it', async () => {
  smtp.reset();
  const { url, received } = await startReceiver();
  const hook = await addWebhook(url);
  await createProduct(api.admin);
  const certificateOn = async (server: Awaited<ReturnType<typeof api.another>>) => {
    const { body } = await server.as(api.admin.token).get<{ checks: HealthCheck[] }>('/health/details');
    return body.checks.find(({ name }) => name === 'certificate')!.state;
  };

  const closed = await api.another({ ...delivering, publicUrl: site.origin });
  try {
    const given = await closed.as(api.admin.token).post('/webhooks', { url: 'https://localhost/x' });
    assertProblem(given, 400, 'VALIDATION', { url: 'private' });
    await until('a refused delivery', async () => typeof (await deliveriesOf(hook))[0]?.last_error === 'string');
    const [refused] = await deliveriesOf(hook);
    assert.equal(refused!.state, 'waiting');
    assert.match(refused!.last_error!, /ALLOW_PRIVATE_NETWORKS/);
    assert.equal(await certificateOn(closed), 'off');
    assert.deepEqual([received.length, site.connections()], [0, 0]);
    // SMTP_URL names a server on this machine.
    const mail = await writeMail('prova@x.example');
    await until('a mail', async () => (await api.admin.get(`/outbox/${mail}`)).body.state === 'handed_over');
    assert.equal(smtp.mails.length, 1);
  } finally {
    await closed.close();
  }

  const open = await api.another({ ...delivering, publicUrl: site.origin, networks });
  try {
    const [delivery] = await deliveriesOf(hook);
    assert.equal((await api.admin.post(`/webhooks/${hook.id}/deliveries/${delivery!.id}/again`, {})).status, 200);
    await until('a delivery', () => received.length === 1);
    assert.equal(await certificateOn(open), 'ok');
    assert.equal(site.connections(), 1);
  } finally {
    await open.close();
  }

  assert.deepEqual(
    connectingFiles(),
    ['app/health/certificate.ts', 'platform/outbox/mail/deliver-mail.ts', 'platform/outbox/webhook/deliver-webhook.ts'],
    'another file opens connections: test above that it keeps to the networks, then name it here',
  );
});

/** The files of the server that connect to other machines. Those of PostgreSQL connect to the addresses of DATABASE_URL. */
function connectingFiles(): string[] {
  const root = path.join(import.meta.dirname, '../..');
  const files = fs
    .readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'));
  return files.filter((file) => connects(fs.readFileSync(path.join(root, file), 'utf8'))).toSorted();
}

/** Whether the source imports or calls something that opens a connection. */
function connects(source: string): boolean {
  const imported = [...source.matchAll(/^import (?!type )([^;]+?) from '([^']+)';/gm)];
  const importedLater = [...source.matchAll(/\bimport\('([^']+)'\)/g)];
  const CLIENTS = /nodemailer\/lib\/smtp|undici|^ws$/;
  return (
    /(?<![.\w])(fetch|WebSocket|EventSource)\(/.test(source) ||
    importedLater.some(([, module]) => CLIENTS.test(module!) || /^node:(https?|http2|net|tls|dgram)$/.test(module!)) ||
    imported.some(
      ([, names, module]) =>
        CLIENTS.test(module!) ||
        (/^node:(https?|http2|net|tls|dgram)$/.test(module!) &&
          /\b(request|get|connect|createConnection|createSocket|Agent)\b/.test(names!)) ||
        (/^node:(net|tls|http2?|https)$/.test(module!) &&
          /\b\w+\.(connect|createConnection|request)\(/.test(source) &&
          !names!.startsWith('{')),
    )
  );
}
