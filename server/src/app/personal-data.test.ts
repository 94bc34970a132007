/** Export and erasure of the personal data of users and contacts. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { before, describe, test } from 'node:test';
import type { Contact } from '@bobina/contract/registry/contacts.ts';
import type { Erasure, PersonalData } from '@bobina/contract/system/personal-data.ts';
import { sql } from 'kysely';
import { sealQueue } from '../platform/chain/seal.ts';
import { quoted } from '../platform/backup/tables.ts';
import { assertProblem, PASSWORD, startApi, TEST_MAIL, type Session } from '../testing/api.ts';
import { completeCompany, createCustomer, createProduct } from '../testing/factories.ts';
import { sell, send } from '../testing/invoiced.ts';

const api = startApi({ mail: TEST_MAIL });

function verify() {
  return new Promise<{ code: number | null; output: string }>((resolve) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, 'verify.ts')], {
      env: { ...process.env, DATABASE_URL: api.databaseUrl },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The tables with rows that hold one of the texts, and how many. Bytes are searched, too, as text. */
async function tablesNaming(...texts: string[]): Promise<Record<string, number>> {
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'm') order by 1`.execute(
    api.db,
  );
  const pattern = texts.map((text) => text.replaceAll('.', '[.]')).join('|');
  const bytes = texts.map((text) => Buffer.from(text).toString('hex')).join('|');
  const found: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.raw(quoted(name))} t
      where t::text ~* ${`${pattern}|${bytes}`} or to_jsonb(t)::text ~* ${pattern}`.execute(api.db);
    if (rows[0]!.count > 0) found[name.replaceAll('_', '-')] = rows[0]!.count;
  }
  return found;
}

async function made<T>(session: Session, at: string, body: object): Promise<T> {
  const answer = await session.post(at, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body as T;
}
function countsOf({ kept }: Erasure, ...reasons: Erasure['kept'][number]['reason'][]) {
  return Object.fromEntries(
    kept.filter(({ reason }) => reasons.includes(reason)).map(({ entity, count }) => [entity, count]),
  );
}

describe('personal data', { timeout: 120_000 }, () => {
  const texts = ['zenobia.quaglia', 'zenobia.passero', 'Zenobia Quaglia', 'Zenobia Passero', 'z.passero@x.example'];
  let id = 0;
  let own: Session;
  let product = 0;
  let customer = 0;

  before(async () => {
    await completeCompany(api.admin);
    customer = (await createCustomer(api.admin)).id;
    product = (await createProduct(api.admin)).id;
    const body = { username: 'zenobia.passero', name: 'Zenobia Passero', password: PASSWORD, role: 'direction' };
    id = (await made<{ id: number }>(api.admin, '/users', body)).id;
    const renamed = { username: 'zenobia.quaglia', name: 'Zenobia Quaglia' };
    const answer = await api.admin.call('PUT', `/users/${id}`, {
      body: renamed,
      headers: { 'idempotency-key': 'rename-zenobia' },
    });
    assert.equal(answer.status, 200);
    await sql`update users set email = 'z.passero@x.example' where id = ${id}`.execute(api.db);
    own = await api.signIn('Zenobia.Quaglia');
    await api.as(null).post('/auth/login', { username: 'zenobia.quaglia', password: 'sbagliata-9' });
  });

  async function useEverything() {
    await made(own, `/products/${product}/notes`, { text: 'Scritto da Zenobia Quaglia' });
    await made(api.admin, `/products/${product}/notes`, { text: 'Chiedi a @zenobia.quaglia (Zenobia Quaglia).' });
    await made(own, '/views', { list: 'products', name: 'Le carte di Zenobia Quaglia', state: {} });
    await own.put('/preferences', { 'columns.products': ['zenobia'] });
    await made(own, '/calendars', { kind: 'deliveries' });
    const expires_at = new Date(Date.now() + 86_400_000 * 30).toISOString();
    await made(own, '/tokens', { name: 'Cassa', capabilities: ['registry.read'], expires_at });
    assert.equal((await own.post('/auth/totp', {})).status, 201);
    await made(api.admin, '/mails/test', { to: 'z.passero@x.example' });
    await api.admin.put(`/products/${product}`, { name: 'Carta' });
  }

  test('X32 GET and DELETE of the personal data of a user and of a contact: who may, what is exported, the pseudonym everywhere but in what is kept, and a chain that stays whole', async () => {
    await useEverything();
    // A law keeps the documents: one whose notes name the user.
    const sold = await sell(api, [{ quantity: 2, unit_price: 10 }]);
    await api.admin.put(`/invoices/${sold.invoice.id}`, { notes: 'Per Zenobia Quaglia' });
    await send(api.admin, sold.invoice.id);
    await sealQueue(api.db);
    await exportsTheUser();
    await refusesToErase();
    await erasesTheUser();
    await exportsAndErasesAContact();
    await sealQueue(api.db);
    const { code, output } = await verify();
    assert.equal(code, 0, output);
  });

  async function exportsTheUser() {
    const data = (await own.get<PersonalData>(`/users/${id}/personal-data`)).body;
    assert.deepEqual((await api.admin.get(`/users/${id}/personal-data`)).body.person, data.person);
    assert.deepEqual(
      [data.entity, data.id, data.person.username, data.person.name, data.person.email],
      ['users', id, 'zenobia.quaglia', 'Zenobia Quaglia', 'z.passero@x.example'],
    );
    const kinds = data.held.map(({ entity }) => entity);
    for (const kind of [
      'sessions',
      'security-events',
      'activities',
      'second-factors',
      'tokens',
      'calendars',
      'views',
      'preferences',
      'notices',
      'notes',
      'outbox',
    ])
      assert.ok(kinds.includes(kind), kind);
    assert.doesNotMatch(JSON.stringify(data), /hash|argon2|secret/);
    assertProblem(await api.sales.get(`/users/${id}/personal-data`), 403, 'FORBIDDEN');
    assertProblem(await api.sales.delete(`/users/${id}/personal-data`), 403, 'FORBIDDEN');
    assert.equal((await api.sales.get(`/users/${api.sales.userId}/personal-data`)).status, 200, 'the own user');
    assertProblem(await api.admin.get('/users/999999/personal-data'), 404, 'NOT_FOUND');
    assertProblem(await api.admin.delete('/users/999999/personal-data'), 404, 'NOT_FOUND');
  }

  async function refusesToErase() {
    assertProblem(await own.delete(`/users/${id}/personal-data`), 409, 'IN_USE');
    assertProblem(await api.admin.delete(`/users/${id}/personal-data`), 409, 'IN_USE');
    assertProblem(await api.direction.delete(`/users/${api.admin.userId}/personal-data`), 403, 'FORBIDDEN');
    for (const statement of [
      `update activities set details = 'user-${id}' where entity_type = 'users' and entity_id = ${id}`,
      `update security_events set account = 'user-${id}', address = '', network = '' where user_id = ${id}`,
    ])
      await assert.rejects(sql.raw(statement).execute(api.db), /append-only/);
  }

  async function erasesTheUser() {
    assert.equal((await api.admin.put(`/users/${id}`, { is_active: false })).status, 200);
    const answer = await api.admin.delete<Erasure>(`/users/${id}/personal-data`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const erasure = answer.body;
    const pseudonym = `user-${id}`;
    assert.equal(erasure.pseudonym, pseudonym);
    const left = await tablesNaming(...texts);
    assert.deepEqual(left, countsOf(erasure, 'law', 'chain', 'text'));
    assert.deepEqual(Object.keys(left), ['activities', 'invoices']);
    assert.ok(countsOf(erasure, 'audit').activities! > 0);

    const user = (await api.admin.get(`/users/${id}`)).body;
    assert.deepEqual([user.username, user.name, user.is_active], [pseudonym, pseudonym, false]);
    const activities = (await api.admin.get(`/users/${id}/activities`)).body;
    assert.ok(activities.length > 0, 'the acts stay');
    const history = (await api.admin.get(`/history/users/${id}`)).body as { changes: { field: string }[] }[];
    assert.ok(
      history.some(({ changes }) => changes.some(({ field }) => field === 'role')),
      'the role stays',
    );
    const notes = (await api.admin.get(`/products/${product}/notes`)).body as {
      text: string;
      created_by_name: string;
    }[];
    assert.deepEqual(
      notes.map(({ text }) => text),
      [`Chiedi a ${pseudonym} (${pseudonym}).`, `Scritto da ${pseudonym}`],
    );
    const events = (await api.admin.get('/security-events?limit=1000')).body as { user_id: number; address: string }[];
    assert.ok(events.some((event) => event.user_id === id));
    assert.ok(events.filter((event) => event.user_id === id).every(({ address }) => address === ''));
    for (const password of [PASSWORD, ''])
      assert.notEqual((await api.as(null).post('/auth/login', { username: pseudonym, password })).status, 200);
    const again = await api.admin.delete<Erasure>(`/users/${id}/personal-data`);
    assert.deepEqual([again.status, again.body.pseudonym], [200, pseudonym]);
  }

  async function exportsAndErasesAContact() {
    const of = { name: 'Ottavia Merlo', email: 'ottavia@merlo.example', phone: '+39 055 998877', roles: ['invoices'] };
    const contact = await made<Contact>(api.admin, `/customers/${customer}/contacts`, of);
    await api.admin.put(`/contacts/${contact.id}`, { name: 'Ottavia Merlo Gallo' });
    const mail = await made<{ id: number }>(api.admin, '/mails/test', { to: 'Ottavia@merlo.example' });
    const other = await made<Contact>(api.admin, `/customers/${customer}/contacts`, { name: 'Un altro' });
    const at = `/contacts/${contact.id}/personal-data`;
    const data = (await api.direction.get<PersonalData>(at)).body;
    assert.deepEqual([data.entity, data.person.phone], ['contacts', '+39 055 998877']);
    assert.deepEqual(
      data.held.map(({ entity }) => entity),
      ['activities', 'outbox'],
    );
    for (const call of ['get', 'delete'] as const) {
      assertProblem(await api.sales[call](at), 403, 'FORBIDDEN');
      assertProblem(await api.admin[call]('/contacts/999999/personal-data'), 404, 'NOT_FOUND');
    }
    // A product's name is a word of users.
    await api.admin.put(`/products/${product}`, { name: 'Etichetta per Ottavia Merlo' });
    const { status, body } = await api.admin.delete<Erasure>(at);
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.pseudonym, `contact-${contact.id}`);
    const left = await tablesNaming('ottavia', 'merlo.example', '998877');
    assert.deepEqual(left, countsOf(body, 'law', 'chain', 'text'));
    assert.deepEqual(Object.keys(left), ['activities', 'products']);
    const erased = (await api.admin.get<Contact>(`/contacts/${contact.id}`)).body;
    assert.deepEqual(
      [erased.name, erased.email, erased.phone, erased.roles],
      [`contact-${contact.id}`, null, null, []],
    );
    assert.equal((await api.admin.get(`/contacts/${other.id}`)).body.name, 'Un altro');
    const row = (await api.admin.get(`/outbox/${mail.id}`)).body;
    assert.deepEqual([row.state, row.recipients[0].address], ['cancelled', `contact-${contact.id}`]);
    assert.equal((await api.admin.get(`/outbox/${mail.id}/message`)).status, 404);
  }
});
