import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Contact } from '@bobina/contract/registry/contacts.ts';
import type { MailDraft, OutboxRow } from '@bobina/contract/system/outbox.ts';
import { mailDeliverer } from '../../platform/outbox/mail/deliver-mail.ts';
import { readMailSettings } from '../../platform/outbox/mail/mail-settings.ts';
import { createOutboxWorker } from '../../platform/outbox/worker.ts';
import { assertProblem, startApi, type Session } from '../../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createProduct,
  createPurchaseOrder,
  createSupplier,
} from '../../testing/factories.ts';
import { FULL_COMPANY, sell } from '../../testing/invoiced.ts';
import { startSmtp } from '../../testing/smtp.ts';

const smtp = await startSmtp();
const settings = readMailSettings(smtp.url, 'Bobinificio <ufficio@bobinificio.example>')!;
const api = startApi({ mail: settings });
after(() => smtp.close());

/** Ids of documents, and their customer and supplier. */
let documents: Record<'invoice' | 'packing_list' | 'purchase_order' | 'customer_order', number>;
let customer: number;
let supplier: number;

async function prepare() {
  await completeCompany(api.admin);
  assert.equal((await api.admin.put('/company', FULL_COMPANY)).status, 200);
  const sold = await sell(api, [{ quantity: 10, unit_price: 2.5 }], {
    customer: {
      business_name: 'Forno Rossi',
      email: 'forno@rossi.example',
      codice_destinatario: 'ABC1234',
      modalita_pagamento: 'MP05',
    },
  });
  customer = sold.customer.id;
  const issued = await api.admin.put(`/invoices/${sold.invoice.id}/status`, { status: 'sent' });
  assert.equal(issued.status, 200, JSON.stringify(issued.body));
  supplier = (
    await createSupplier(api.admin, { business_name: 'Papeteries', country_code: 'FR', email: 'info@pap.example' })
  ).id;
  const { id: product_id } = await createProduct(api.admin);
  const order = await createPurchaseOrder(api.admin, supplier, [{ product_id, quantity: 5, unit_price: 3 }]);
  const sale = await createCustomerOrder(api.admin, customer, [{ product_id, quantity: 2, unit_price: 9 }]);
  documents = {
    invoice: sold.invoice.id,
    packing_list: sold.list.id,
    purchase_order: order.id,
    customer_order: sale.id,
  };
}

function worker() {
  return createOutboxWorker({
    db: api.db,
    announce: () => {},
    log: console,
    deliverers: { mail: mailDeliverer(settings) },
  });
}
async function send(session: Session, body: object): Promise<OutboxRow> {
  const answer = await session.post<OutboxRow>('/mails', {
    document: { kind: 'invoice', id: documents.invoice },
    ...body,
  });
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}
async function rowOf(id: number): Promise<OutboxRow> {
  return (await api.admin.get<OutboxRow>(`/outbox/${id}`)).body;
}
function addressesOf(row: OutboxRow) {
  return row.recipients.map(({ address }) => address);
}

describe('mails', () => {
  before(prepare);
  beforeEach(() => smtp.reset());

  test('X06 POST /mails writes the row with the mail of a document; refuses 51 addresses, a wrong one, a role without its amounts, and a server without SMTP_URL', async () => {
    await sql`update users set email = 'sales@bobinificio.example' where id = ${api.sales.userId}`.execute(api.db);
    const row = await send(api.sales, {
      to: ['a@x.example', 'b@x.example'],
      cc: ['c@x.example'],
      subject: 'La vostra fattura',
      body: 'Buongiorno,\n\ncon l’allegato.',
      copy_to_me: true,
      attach: ['pdf', 'xml'],
    });
    const { id, message_id, created_at, next_attempt_at, ...rest } = row;
    assert.deepEqual(rest, {
      kind: 'mail',
      state: 'waiting',
      recipients: ['a@x.example', 'b@x.example', 'c@x.example', 'sales@bobinificio.example'].map((address) => ({
        address,
        state: 'waiting',
        message: null,
      })),
      subject: 'La vostra fattura',
      document: { kind: 'invoice', id: documents.invoice },
      attempts: 0,
      last_error: null,
      possible_duplicate: false,
      created_by: api.sales.userId,
      created_by_name: 'Utente sales',
    });
    assert.ok(message_id && created_at && next_attempt_at);
    assert.equal(await worker().round(), 1);
    const [mail] = smtp.mails;
    assert.deepEqual(
      [mail!.from, mail!.to, mail!.messageId],
      ['ufficio@bobinificio.example', addressesOf(row), message_id],
    );
    const text = mail!.raw.toString('utf8');
    assert.match(text, /^From: Bobinificio <ufficio@bobinificio.example>\r$/m);
    assert.match(text, /^To: a@x.example, b@x.example\r\nCc: c@x.example\r$/m);
    assert.doesNotMatch(text, /sales@bobinificio/, 'the copy is not named');
    assert.match(text, /filename=\S+\.pdf/);
    assert.match(text, /filename=\S+\.xml/);
    const message = await fetch(`${api.url}/api/outbox/${id}/message`, {
      headers: { authorization: `Bearer ${api.sales.token}` },
    });
    assert.equal(message.headers.get('content-type'), 'message/rfc822');
    assert.ok(Buffer.from(await message.arrayBuffer()).equals(mail!.raw), 'the message is what arrived, byte for byte');
    await refusals();
  });

  async function refusals() {
    const document = { kind: 'invoice', id: documents.invoice };
    const many = Array.from({ length: 51 }, (_, at) => `n${at}@x.example`);
    assertProblem(await api.sales.post('/mails', { document, to: many }), 400, 'VALIDATION', { 'to.50': 'format' });
    assertProblem(
      await api.sales.post('/mails', { document, to: many.slice(0, 30), cc: many.slice(0, 21) }),
      400,
      'VALIDATION',
      { 'cc.20': 'format' },
    );
    assertProblem(await api.sales.post('/mails', { document, to: ['a@x.example', 'nobody'] }), 400, 'VALIDATION', {
      'to.1': 'format',
    });
    for (const address of ['a@x.example\r\nBcc: d@x.example', 'a@x.example,b@x.example'])
      assertProblem(await api.sales.post('/mails', { document, to: [address] }), 400, 'VALIDATION', {
        'to.0': 'format',
      });
    assert.equal((await api.sales.post('/mails', { document, to: many.slice(0, 50) })).status, 201);
    assertProblem(
      await api.orders.post('/mails', { document, to: ['a@x.example'], copy_to_me: true }),
      400,
      'VALIDATION',
      { copy_to_me: 'unknown' },
    );
    assertProblem(
      await api.sales.post('/mails', {
        document: { kind: 'packing_list', id: documents.packing_list },
        to: ['a@x.example'],
        attach: ['xml'],
      }),
      400,
      'VALIDATION',
      { 'attach.0': 'unknown' },
    );
    assertProblem(await api.sales.post('/mails', { document: { kind: 'invoice', id: 999_999 } }), 404, 'NOT_FOUND');
    for (const kind of ['invoice', 'packing_list', 'purchase_order'] as const)
      assertProblem(
        await api.warehouse.post('/mails', { document: { kind, id: documents[kind] }, to: ['a@x.example'] }),
        403,
        'FORBIDDEN',
      );
    const bare = await api.another({ mail: undefined });
    try {
      const session = bare.as(api.admin.token);
      assertProblem(await session.post('/mails', { document, to: ['a@x.example'] }), 409, 'NOT_CONFIGURED');
      assertProblem(await session.post('/mails/test', { to: 'a@x.example' }), 409, 'NOT_CONFIGURED');
      assert.deepEqual((await session.get('/mails/status')).body, {
        is_configured: false,
        from: null,
        sdi_pec: null,
        exchange_out: false,
        exchange_in: false,
      });
      assert.equal((await session.get(`/mails/draft?kind=invoice&id=${documents.invoice}`)).body.is_configured, false);
    } finally {
      await bare.close();
    }
    await worker().round();
  }

  test('a mail and its activity are one transaction, and a retry with the same key sends once', async () => {
    const body = { document: { kind: 'customer_order', id: documents.customer_order }, to: ['einmal@x.example'] };
    const headers = { 'idempotency-key': 'a-mail-sent-twice' };
    const [first, second] = [
      await api.sales.post('/mails', body, { headers }),
      await api.sales.post('/mails', body, { headers }),
    ];
    assert.deepEqual([first.status, second.status, second.body.id], [201, 201, first.body.id]);
    const { rows } = await sql<{ is_one: boolean }>`
      select o.xmin = a.xmin as is_one from outbox o join activities a on a.entity_type = 'outbox' and a.entity_id = o.id
      where o.id = ${first.body.id}`.execute(api.db);
    assert.deepEqual(rows, [{ is_one: true }]);
    await worker().round();
    assert.equal(smtp.mails.filter(({ to }) => to.includes('einmal@x.example')).length, 1);
  });

  test('each kind of document is sent with its template, in the language of its contacts, to the contacts of its role', async () => {
    const add = async (path: string, body: object) => {
      const { status, body: made } = await api.orders.post<Contact>(path, body);
      assert.equal(status, 201, JSON.stringify(made));
      return made;
    };
    const contacts = `/customers/${customer}/contacts`;
    const plain = await api.sales.get(`/mails/recipients?kind=invoice&id=${documents.invoice}`);
    assert.deepEqual(
      plain.body,
      [{ name: 'Forno Rossi', address: 'forno@rossi.example' }],
      'the address of the register',
    );
    await add(contacts, { name: 'Ada', email: 'ada@rossi.example', roles: ['invoices'], language: 'en' });
    await add(contacts, { name: 'Bea', email: 'bea@rossi.example', roles: ['orders', 'deliveries'] });
    await add(contacts, { name: 'Carlo', phone: '+39 055 1', roles: ['invoices'] });
    await add(`/suppliers/${supplier}/contacts`, {
      name: 'Zoé',
      email: 'zoe@pap.example',
      roles: ['orders'],
      language: 'fr',
    });
    const expected = {
      invoice: ['ada@rossi.example', 'en', /^Invoice FT-/],
      packing_list: ['bea@rossi.example', 'it', /^Documento di trasporto DDT-/],
      customer_order: ['bea@rossi.example', 'it', /^Conferma d'ordine /],
      purchase_order: ['zoe@pap.example', 'fr', /^Commande /],
    } as const;
    for (const [kind, [address, language, subject]] of Object.entries(expected)) {
      const id = documents[kind as keyof typeof expected];
      const { body: draft } = await api.sales.get<MailDraft>(`/mails/draft?kind=${kind}&id=${id}`);
      assert.deepEqual([draft.language, draft.is_configured], [language, true]);
      assert.match(draft.subject, subject);
      assert.deepEqual(
        draft.recipients.filter(({ is_chosen }) => is_chosen).map((each) => each.address),
        [address],
      );
      const row = await api.sales.post<OutboxRow>('/mails', { document: { kind, id } });
      assert.equal(row.status, 201, JSON.stringify(row.body));
      assert.deepEqual([addressesOf(row.body), row.body.subject], [[address], draft.subject]);
    }
    await worker().round();
    assert.equal(smtp.mails.length, 4);
    const order = smtp.mails.find(({ to }) => to.includes('zoe@pap.example'))!;
    const part = /filename=\S+\.pdf[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(order.raw.toString('latin1'))![1]!;
    const pdf = await getDocumentProxy(new Uint8Array(Buffer.from(part, 'base64')));
    assert.match((await extractText(pdf, { mergePages: true })).text, /Papeteries/);
  });

  test('a test mail shows whether the server takes it; it needs settings.manage', async () => {
    assertProblem(await api.sales.post('/mails/test', { to: 'a@x.example' }), 403, 'FORBIDDEN');
    const { status, body } = await api.direction.post<OutboxRow>('/mails/test', { to: 'prova@x.example' });
    assert.equal(status, 201);
    await worker().round();
    assert.equal((await rowOf(body.id)).state, 'handed_over');
    assert.deepEqual(
      smtp.mails.map(({ to }) => to),
      [['prova@x.example']],
    );
  });

  test('X04 the outbox lists own rows, all with settings.manage, by state and kind; a row is sent again or cancelled', async () => {
    const own = await send(api.sales, { to: ['x@x.example', 'y@x.example'] });
    const other = await send(api.orders, { to: ['z@x.example'] });
    const ids = async (session: Session, query = '') =>
      (await session.get<OutboxRow[]>(`/outbox${query}`)).body.map(({ id }) => id);
    const seen = await ids(api.sales);
    assert.ok(seen.includes(own.id) && !seen.includes(other.id));
    assert.equal(seen[0], own.id, 'newest first');
    assert.ok((await ids(api.admin)).includes(own.id) && (await ids(api.admin)).includes(other.id));
    assert.deepEqual((await ids(api.admin, '?state=waiting&kind=mail')).toSorted(), [own.id, other.id].toSorted());
    assert.deepEqual(await ids(api.admin, '?kind=webhook'), []);
    for (const path of ['', '/message'])
      assertProblem(await api.sales.get(`/outbox/${other.id}${path}`), 404, 'NOT_FOUND');
    assertProblem(await api.sales.post(`/outbox/${other.id}/again`, {}), 404, 'NOT_FOUND');
    assertProblem(await api.sales.delete(`/outbox/${other.id}`), 404, 'NOT_FOUND');

    assert.equal((await api.orders.delete(`/outbox/${other.id}`)).status, 204);
    assert.equal((await rowOf(other.id)).state, 'cancelled');
    assertProblem(await api.orders.delete(`/outbox/${other.id}`), 409, 'INVALID_TRANSITION');
    smtp.hooks.recipient = (address) => (address === 'y@x.example' ? { code: 550, words: 'No such user' } : undefined);
    await worker().round();
    assert.deepEqual(
      smtp.mails.map(({ to }) => to),
      [['x@x.example']],
      'the cancelled one is not sent',
    );
    assert.equal((await rowOf(own.id)).state, 'partly_refused');
    assertProblem(await api.sales.delete(`/outbox/${own.id}`), 409, 'INVALID_TRANSITION');

    smtp.reset();
    const again = await api.sales.post<OutboxRow>(`/outbox/${own.id}/again`, {});
    assert.deepEqual(
      [again.status, again.body.state, again.body.recipients.map(({ state }) => state)],
      [200, 'waiting', ['handed_over', 'waiting']],
    );
    await worker().round();
    assert.deepEqual(
      smtp.mails.map(({ to }) => to),
      [['y@x.example']],
      'only who does not have it',
    );
    assert.equal((await rowOf(own.id)).state, 'handed_over');
    assertProblem(await api.sales.post(`/outbox/${own.id}/again`, {}), 409, 'INVALID_TRANSITION');
    assert.equal((await api.sales.post(`/outbox/${own.id}/again`, { all: true })).status, 200);
    await worker().round();
    assert.deepEqual(
      smtp.mails.map(({ to }) => to),
      [['y@x.example'], ['x@x.example', 'y@x.example']],
    );
    assert.deepEqual(new Set(smtp.mails.map(({ messageId }) => messageId)), new Set([own.message_id]));
    assert.ok(smtp.mails[0]!.raw.equals(smtp.mails[1]!.raw));
    assert.equal(
      (await api.orders.post(`/outbox/${other.id}/again`, {})).status,
      200,
      'a cancelled one can be sent after all',
    );
    await worker().round();
  });

  test('a user who may change the customer or supplier may change and delete its contacts', async () => {
    const { body: contact } = await api.sales.post<Contact>(`/customers/${customer}/contacts`, {
      name: 'Dora',
      email: 'dora@x.example',
    });
    assert.deepEqual(
      [contact.customer_id, contact.supplier_id, contact.roles, contact.language],
      [customer, null, [], null],
    );
    const changed = await api.sales.put<Contact>(`/contacts/${contact.id}`, { roles: ['orders'], phone: '1' });
    assert.deepEqual([changed.status, changed.body.roles, changed.body.email], [200, ['orders'], 'dora@x.example']);
    assertProblem(
      await api.sales.put(`/contacts/${contact.id}`, { name: 'D' }, { headers: { 'if-match': '"1"' } }),
      409,
      'STALE_VERSION',
    );
    assertProblem(await api.warehouse.put(`/contacts/${contact.id}`, { name: 'D' }), 403, 'FORBIDDEN');
    assertProblem(await api.warehouse.delete(`/contacts/${contact.id}`), 403, 'FORBIDDEN');
    assertProblem(
      await api.sales.post(`/customers/${customer}/contacts`, { name: 'E', roles: ['other'] }),
      400,
      'VALIDATION',
    );
    assertProblem(await api.sales.post('/customers/999999/contacts', { name: 'E' }), 404, 'NOT_FOUND');
    assertProblem(await api.sales.get('/suppliers/999999/contacts'), 404, 'NOT_FOUND');
    assert.equal((await api.sales.delete(`/contacts/${contact.id}`)).status, 204);
    assertProblem(await api.sales.get(`/contacts/${contact.id}`), 404, 'NOT_FOUND');
    const { body: left } = await api.warehouse.get<Contact[]>(`/customers/${customer}/contacts?q=dora`);
    assert.deepEqual(left, []);
    // A customer of these contacts without any gets the register's address.
    const { id } = await createCustomer(api.admin);
    assert.deepEqual((await api.admin.get(`/customers/${id}/contacts`)).body, []);
  });
});
