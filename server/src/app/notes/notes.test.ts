import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ROLES, roleCan } from '@bobina/contract/core/permissions.ts';
import { RECORDS, type RecordEntity } from '@bobina/contract/system/records.ts';
import type { Note } from '@bobina/contract/system/notes.ts';
import type { Notice } from '@bobina/contract/system/notices.ts';
import { assertProblem, startApi, type Session } from '../../testing/api.ts';
import { createMachine, createProduct } from '../../testing/factories.ts';
import { recordsOfAll } from '../../testing/records.ts';

const api = startApi();
/** A record of each entity. */
let records: Record<RecordEntity, number>;

async function prepare() {
  records ??= await recordsOfAll(api);
}

async function note(session: Session, path: string, text: string) {
  const { status, body } = await session.post<Note & { warnings?: { code: string; message: string }[] }>(
    `${path}/notes`,
    { text },
  );
  assert.equal(status, 201, JSON.stringify(body));
  return body;
}
async function mentionsOf(session: Session): Promise<Notice[]> {
  return (await session.get<Notice[]>('/notices')).body.filter(({ kind }) => kind === 'mention');
}

describe('notes', () => {
  before(prepare);

  test('a record of every entity has notes for users who may read it, newest first; others are refused', async () => {
    for (const [entity, id] of Object.entries(records) as [RecordEntity, number][])
      for (const role of ROLES) {
        const path = `/${entity}/${id}/notes`;
        if (!roleCan(role, RECORDS[entity].read)) {
          assertProblem(await api[role].get(path), 403, 'FORBIDDEN');
          assertProblem(await api[role].post(path, { text: 'no' }), 403, 'FORBIDDEN');
          continue;
        }
        const made = await note(api[role], `/${entity}/${id}`, `Nota di ${role}\nseconda riga`);
        assert.deepEqual([made.created_by, made.mentions, made.edited_at], [api[role].userId, [], null]);
        assert.equal(Date.parse(made.editable_until) - Date.parse(made.created_at), 600_000);
        const { body, headers } = await api[role].get<Note[]>(path);
        const { warnings: _none, ...plain } = made;
        assert.deepEqual(body[0], plain, `${entity} ${role}`);
        assert.equal(headers.get('x-total-count'), String(body.length));
      }
  });

  test('an unknown entity, an unknown record and a deleted one are a 404; an empty text is refused beside its field', async () => {
    const { id } = await createProduct(api.admin);
    await note(api.admin, `/products/${id}`, 'bleibt');
    await api.admin.delete(`/products/${id}`);
    for (const path of ['/users/1/notes', '/nowhere/1/notes', '/products/999999/notes', `/products/${id}/notes`]) {
      assertProblem(await api.admin.get(path), 404, 'NOT_FOUND');
      assertProblem(await api.admin.post(path, { text: 'x' }), 404, 'NOT_FOUND');
    }
    for (const text of ['', '  \n ', null, undefined, 7]) {
      const { status, body } = await api.admin.post(`/machines/${records.machines}/notes`, { text });
      assert.deepEqual([status, body.fields[0].path], [400, 'text']);
    }
  });

  test('X14 a note is edited by its author for ten minutes, then it is a 409 NOTE_KEPT; a mention rings the bell of an active user once, and warns of one who may not read the record', async () => {
    await editsForTenMinutes();
    await ringsTheBell();
  });

  /** Other users cannot edit it; the database refuses it, too. */
  async function editsForTenMinutes() {
    const made = await note(api.sales, `/products/${records.products}`, 'prima');
    const edited = await api.sales.put<Note>(`/notes/${made.id}`, { text: 'dopo' });
    assert.deepEqual([edited.status, edited.body.text], [200, 'dopo']);
    assert.ok(edited.body.edited_at! >= made.created_at);
    assertProblem(await api.admin.put(`/notes/${made.id}`, { text: 'altro' }), 403, 'FORBIDDEN');
    assertProblem(await api.sales.put('/notes/999999', { text: 'x' }), 404, 'NOT_FOUND');
    await sql`alter table notes disable trigger notes_kept`.execute(api.db);
    await sql`update notes set created_at = created_at - interval '601 seconds' where id = ${made.id}`.execute(api.db);
    await sql`alter table notes enable trigger notes_kept`.execute(api.db);
    assertProblem(await api.sales.put(`/notes/${made.id}`, { text: 'tardi' }), 409, 'NOTE_KEPT');
    const { body } = await api.sales.get<Note[]>(`/products/${records.products}/notes`);
    assert.equal(body.find(({ id }) => id === made.id)!.text, 'dopo');
    await assert.rejects(sql`delete from notes where id = ${made.id}`.execute(api.db), /stays/);
  }

  async function ringsTheBell() {
    const machine = await createMachine(api.admin, { code: 'TAGLIO-9' });
    const made = await note(
      api.admin,
      `/machines/${machine.id}`,
      'Chiedi a @SALES, a @warehouse. E non a info@direction né a @nessuno',
    );
    assert.deepEqual(made.mentions.toSorted(), [api.sales.userId, api.warehouse.userId].toSorted());
    assert.deepEqual(
      made.warnings?.map(({ code }) => code),
      ['unknown_mention'],
    );
    const [mention] = await mentionsOf(api.sales);
    assert.deepEqual(
      [mention!.entity, mention!.entity_id, mention!.path, mention!.by_name, mention!.is_read],
      ['machines', machine.id, `/anagrafica/macchinari/${machine.id}`, mention!.by_name, false],
    );
    assert.equal(mention!.text, 'Chiedi a @SALES, a @warehouse. E non a info@direction né a @nessuno');
    assert.match(mention!.label, /^TAGLIO-9 · /);
    assert.equal((await mentionsOf(api.warehouse))[0]!.path, null, 'a screen that the warehouse may not open');
    assert.deepEqual(await mentionsOf(api.direction), []);
    assert.deepEqual(await mentionsOf(api.admin), []);

    await api.admin.put(`/notes/${made.id}`, { text: 'Chiedi a @sales e a @orders' });
    assert.equal((await mentionsOf(api.sales)).length, 1, 'no second notice for the same note');
    assert.equal((await mentionsOf(api.orders)).length, 1);

    const hidden = await note(api.admin, `/invoices/${records.invoices}`, '@warehouse guarda');
    assert.deepEqual(
      hidden.warnings?.map(({ code }) => code),
      ['CANNOT_READ'],
    );
    assert.deepEqual(hidden.mentions, [api.warehouse.userId]);
    assert.equal((await mentionsOf(api.warehouse)).length, 1);
  }

  test('GET /{entity}/{id}/mentions offers other active users who may read the record, by username, then by name', async () => {
    const add = async (username: string, name: string, role = 'sales') => {
      const body = { username, name, role, password: 'Quercia-Larice-47', is_active: true };
      const { status, body: made } = await api.admin.post('/users', body);
      assert.equal(status, 201, JSON.stringify(made));
      return made;
    };
    const [zoe, cut, away] = [
      await add('zoe.òrsi', 'Zoe Orsi'),
      await add('taglio', 'Renzo Zoelli', 'warehouse'),
      await add('zoe.via', 'Zoe Partita'),
    ];
    await add('zoe con spazio', 'Zoe Spazio');
    assert.equal((await api.admin.put(`/users/${away.id}`, { is_active: false })).status, 200);
    const ask = async (path: string, q: string, session = api.admin) =>
      (await session.get(`${path}/mentions?q=${encodeURIComponent(q)}`)).body.map(
        ({ username }: { username: string }) => username,
      );
    const product = `/products/${records.products}`;
    const { body } = await api.admin.get(`${product}/mentions?q=ZOE.O`);
    assert.deepEqual(body, [{ id: zoe.id, username: 'zoe.òrsi', name: 'Zoe Orsi' }]);
    assert.deepEqual(await ask(product, 'zoé'), ['zoe.òrsi', 'taglio']);
    // The warehouse may not read invoices.
    assert.deepEqual(await ask(`/invoices/${records.invoices}`, 'zoe'), ['zoe.òrsi']);
    assert.deepEqual(await ask(product, 'partita'), []);
    assert.deepEqual(await ask(product, 'sales', api.sales), [], 'not the caller');
    // A caller without `users.manage` is offered the users whose notes or acts the record shows.
    await note(api.warehouse, product, 'Contato oggi');
    assert.deepEqual(await ask(product, 'ware', api.sales), ['warehouse']);
    assert.deepEqual(await ask(product, 'zoe', api.sales), []);
    const changed = await createProduct(api.orders);
    assert.deepEqual(await ask(`/products/${changed.id}`, '', api.sales), ['orders']);
    for (let index = 0; index < 11; index += 1) await add(`molti${index}`, 'Molti');
    assert.equal((await ask(product, 'molti')).length, 10);
    assert.equal((await api.admin.get(`${product}/mentions`)).body.length, 10);
    // What is offered is what a note finds.
    const made = await note(api.sales, product, `@zoe.òrsi e @taglio`);
    assert.deepEqual(made.mentions.toSorted(), [zoe.id, cut.id].toSorted());
    assertProblem(await api.warehouse.get(`/invoices/${records.invoices}/mentions`), 403, 'FORBIDDEN');
    assertProblem(await api.sales.get('/products/999999/mentions'), 404, 'NOT_FOUND');
    assertProblem(await api.sales.get('/nowhere/1/mentions'), 404, 'NOT_FOUND');
    assertProblem(await api.as(null).get(`${product}/mentions`), 401, 'UNAUTHENTICATED');
  });

  test('a mention leads to the screen of every kind of record', async () => {
    for (const [entity, id] of Object.entries(records) as [RecordEntity, number][]) {
      await note(api.direction, `/${entity}/${id}`, `@admin ${entity}`);
      const [mention] = await mentionsOf(api.admin);
      assert.deepEqual([mention!.entity, mention!.entity_id], [entity, id]);
      assert.equal(mention!.path !== null, RECORDS[entity].kind !== null, entity);
      assert.doesNotMatch(mention!.path ?? '', /null|undefined/);
    }
  });
});
