import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { JSON_KB } from '@bobina/contract/core/fields.ts';
import type { Role } from '@bobina/contract/core/permissions.ts';
import type { View } from '@bobina/contract/identity/views.ts';
import { assertProblem, PASSWORD, startApi, type Session } from '../../testing/api.ts';

const api = startApi();
const STATE = {
  query: { q: 'carta', sort: '-code' },
  columns: [{ key: 'name' }, { key: 'code', width: 120, pinned: true }],
};

let made = 0;
function viewBody(more: object = {}) {
  return { list: 'products', name: `Vista ${++made}`, state: STATE, ...more };
}

/** A new user of a role, signed in. */
async function signedIn(role: Role): Promise<Session> {
  const username = `viste-${++made}`;
  const { status, body } = await api.admin.post('/users', { username, name: 'Viste', role, password: PASSWORD });
  assert.equal(status, 201, JSON.stringify(body));
  return api.signIn(username);
}

async function createView(session: Session, more: object = {}): Promise<View> {
  const { status, body } = await session.post('/views', viewBody(more));
  assert.equal(status, 201, JSON.stringify(body));
  return body as View;
}

async function idsOf(session: Session, query = '?list=products'): Promise<number[]> {
  const { status, body } = await session.get<View[]>(`/views${query}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body.map(({ id }) => id);
}

/** The ids of the caller's start views of a list. */
async function startsOf(session: Session, list = 'products'): Promise<number[]> {
  const { body } = await session.get<View[]>(`/views?list=${list}`);
  return body.filter(({ is_start }) => is_start).map(({ id }) => id);
}

describe('saved views', () => {
  test('S19: calls of /views keep a view with its list, name, role, start mark and state, list own and shared views, and refuse a second name in a list', async () => {
    const owner = await signedIn('orders');
    const sent = viewBody({ name: '  Carta kraft ', shared_with_role: 'sales', is_start: true });
    const created = await owner.post('/views', sent);
    assert.equal(created.status, 201, JSON.stringify(created.body));
    const { id, list, name, shared_with_role, is_start, is_own, state, created_by } = created.body;
    assert.deepEqual(
      { list, name, shared_with_role, is_start, is_own, state, created_by },
      { ...sent, name: 'Carta kraft', is_own: true, created_by: owner.userId },
    );
    const listed = await owner.get('/views?list=products');
    assert.deepEqual(listed.body, [created.body]);
    assert.equal(listed.headers.get('x-total-count'), '1');

    const changes = { name: 'Cartoncino', shared_with_role: null, is_start: false, state: { query: {} } };
    const changed = await owner.put(`/views/${id}`, changes);
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual(changed.body, { ...created.body, ...changes, ...modified(changed.body) });
    assert.deepEqual((await owner.get('/views?list=products')).body, [changed.body]);

    const colleague = await signedIn('orders');
    const seller = await signedIn('sales');
    const shared = await createView(owner, { shared_with_role: 'sales' });
    const own = await createView(seller);
    assert.deepEqual(await idsOf(seller), [shared.id, own.id], 'own and shared with the role');
    assert.deepEqual(await idsOf(colleague), [], 'neither private views nor those of another role');
    assert.deepEqual(await idsOf(owner), [id, shared.id], 'own views, shared or not');
    assert.deepEqual(await idsOf(owner, '?list=customers'), [], 'views of this list only');

    const taken = { CODE_EXISTS: { name: 'exists' } };
    assertProblem(await owner.post('/views', viewBody({ name: 'CARTONCINO' })), 409, 'CODE_EXISTS', taken.CODE_EXISTS);
    assertProblem(
      await owner.put(`/views/${shared.id}`, { name: 'cartoncino' }),
      409,
      'CODE_EXISTS',
      taken.CODE_EXISTS,
    );
    assert.equal((await owner.put(`/views/${id}`, { name: 'CARTONCINO' })).status, 200, 'its own name in other case');
    await createView(owner, { name: 'Cartoncino', list: 'customers' });
    await createView(colleague, { name: 'Cartoncino' });

    assert.equal((await owner.delete(`/views/${id}`)).status, 204);
    assertProblem(await owner.delete(`/views/${id}`), 404, 'NOT_FOUND');
    assert.deepEqual(await idsOf(owner), [shared.id]);
    await createView(owner, { name: 'Cartoncino' });
  });

  test('only the owner changes or deletes a view, even a shared one', async () => {
    const owner = await signedIn('orders');
    const view = await createView(owner, { shared_with_role: 'warehouse' });
    for (const other of [await signedIn('warehouse'), api.admin]) {
      assertProblem(await other.put(`/views/${view.id}`, { name: 'Mia' }), 404, 'NOT_FOUND');
      assertProblem(await other.delete(`/views/${view.id}`), 404, 'NOT_FOUND');
    }
    assert.deepEqual((await owner.get('/views?list=products')).body, [view]);
  });

  test('a shared start view is a start view of its owner only', async () => {
    const owner = await signedIn('orders');
    const reader = await signedIn('administration');
    const { id } = await createView(owner, { shared_with_role: 'administration', is_start: true });
    assert.deepEqual(await startsOf(owner), [id]);
    const [view] = (await reader.get<View[]>('/views?list=products')).body;
    assert.deepEqual([view?.id, view?.is_start, view?.is_own], [id, false, false]);
  });

  test('a new start view takes the mark from the old one of the same list and owner', async () => {
    const owner = await signedIn('orders');
    const first = await createView(owner, { is_start: true });
    const elsewhere = await createView(owner, { is_start: true, list: 'customers' });
    const other = await signedIn('orders');
    const others = await createView(other, { is_start: true });
    const second = await createView(owner, { is_start: true });
    assert.deepEqual(await startsOf(owner), [second.id]);
    const again = await owner.put(`/views/${first.id}`, { is_start: true });
    assert.equal(again.status, 200);
    assert.equal(again.body.version, 3, 'losing the mark was a change of the view');
    assert.deepEqual(await startsOf(owner), [first.id]);
    assert.equal((await owner.put(`/views/${first.id}`, { is_start: true })).status, 200, 'it has the mark already');
    assert.deepEqual(await startsOf(owner, 'customers'), [elsewhere.id]);
    assert.deepEqual(await startsOf(other), [others.id]);
    assertProblem(
      await owner.put(`/views/${second.id}`, { is_start: true, name: 'x' }, { headers: { 'if-match': '"1"' } }),
      409,
      'STALE_VERSION',
    );
    assert.deepEqual(await startsOf(owner), [first.id], 'a refused change leaves the mark');
  });

  test('concurrent start views leave one mark and are all answered', async () => {
    const owner = await signedIn('orders');
    const stored = await Promise.all(Array.from({ length: 4 }, () => createView(owner)));
    const answers = await Promise.all([
      ...stored.map(({ id }) => owner.put(`/views/${id}`, { is_start: true })),
      ...Array.from({ length: 4 }, () => owner.post('/views', viewBody({ is_start: true }))),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 200, 200, 201, 201, 201, 201]);
    assert.equal((await startsOf(owner)).length, 1);
    assert.equal((await idsOf(owner)).length, 8);
  });

  test('the database refuses a second start view and a second name of one owner in a list', async () => {
    const owner = await signedIn('orders');
    const { name } = await createView(owner, { is_start: true });
    const insert = (values: { name: string; is_start: boolean }) =>
      api.db
        .insertInto('views')
        .values({ user_id: owner.userId, list: 'products', state: '{}', ...values })
        .execute();
    await assert.rejects(insert({ name: 'Altra', is_start: true }), { constraint: 'views_start_unique' });
    await assert.rejects(insert({ name: name.toUpperCase(), is_start: false }), { constraint: 'views_name_unique' });
  });

  test('concurrent views of one name: one is saved', async () => {
    const owner = await signedIn('orders');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.post('/views', viewBody({ name: 'Urgenti' }))),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409, 409, 409]);
  });

  test('a retry with the same idempotency key saves one view and gives the same answer', async () => {
    const owner = await signedIn('orders');
    const body = viewBody();
    const headers = { 'idempotency-key': `vista-${owner.userId}` };
    const [first, second] = [
      await owner.post('/views', body, { headers }),
      await owner.post('/views', body, { headers }),
    ];
    assert.deepEqual([first.status, second.status], [201, 201]);
    assert.deepEqual(second.body, first.body);
    assert.equal(second.headers.get('etag'), '"1"');
    assert.deepEqual(await idsOf(owner), [first.body.id]);
  });

  test('fields are checked: a known list, a name, a role, a state of at most 64 kB', async () => {
    const owner = await signedIn('orders');
    const refused: [object, Record<string, string>][] = [
      [{ list: undefined }, { list: 'required' }],
      [{ list: 'unicorns' }, { list: 'enum' }],
      [{ list: 'users/{id}/activities' }, { list: 'format' }],
      [{ name: ' ' }, { name: 'required' }],
      [{ name: 'x'.repeat(201) }, { name: 'max' }],
      [{ shared_with_role: 'guest' }, { shared_with_role: 'enum' }],
      [{ is_start: 'yes' }, { is_start: 'type' }],
      [{ state: undefined }, { state: 'required' }],
      [{ state: null }, { state: 'required' }],
      [{ state: [] }, { state: 'type' }],
      [{ state: 'q=x' }, { state: 'type' }],
      [{ state: stateOf(JSON_KB * 1024 + 1) }, { state: 'max' }],
    ];
    for (const [fields, problems] of refused)
      assertProblem(await owner.post('/views', viewBody(fields)), 400, 'VALIDATION', problems);
    assertProblem(await owner.get('/views?list=unicorns'), 400, 'VALIDATION', { list: 'enum' });
    assertProblem(await owner.post('/views', viewBody({ state: { a: '\0' } })), 400, 'VALIDATION');
    assert.deepEqual(await idsOf(owner), []);

    const largest = await createView(owner, { state: stateOf(JSON_KB * 1024) });
    const tooLarge = { state: stateOf(JSON_KB * 1024 + 1) };
    assertProblem(await owner.put(`/views/${largest.id}`, tooLarge), 400, 'VALIDATION', { state: 'max' });
    assertProblem(await owner.put(`/views/${largest.id}`, { name: '' }), 400, 'VALIDATION', { name: 'required' });
    const renamed = await owner.put(`/views/${largest.id}`, { name: 'Grande', list: 'customers' });
    assert.deepEqual([renamed.body.list, renamed.body.state], ['products', largest.state], 'a view keeps its list');
  });

  test('a view of a list that the caller may not read is neither saved nor listed', async () => {
    const seller = await signedIn('sales');
    const { id } = await createView(seller, { list: 'invoices', shared_with_role: 'warehouse' });
    const warehouse = await signedIn('warehouse');
    assertProblem(await warehouse.post('/views', viewBody({ list: 'invoices' })), 403, 'FORBIDDEN');
    assert.deepEqual(await idsOf(warehouse, '?list=invoices'), []);
    assert.deepEqual(await idsOf(seller, '?list=invoices'), [id]);
    const own = await createView(warehouse, { list: 'stock/summary' });
    assert.ok((await idsOf(warehouse, '')).includes(own.id), 'without a list, all views');
  });

  test('the views and preferences of a deleted user are gone', async () => {
    const owner = await signedIn('orders');
    const reader = await signedIn('direction');
    const view = await createView(owner, { shared_with_role: 'direction' });
    assert.equal((await owner.put('/preferences', { theme: 'dark' })).status, 200);
    assert.deepEqual(await idsOf(reader), [view.id]);
    assert.equal((await api.admin.put(`/users/${owner.userId}`, { is_active: false })).status, 200);
    assert.deepEqual(await idsOf(reader), [view.id], 'a deactivated user keeps them');
    assert.equal((await api.admin.delete(`/users/${owner.userId}`)).status, 204);
    assert.deepEqual(await idsOf(reader), []);
    const { rows } = await sql<{ views: number; preferences: number }>`
      select (select count(*)::int from views where user_id = ${owner.userId} and deleted_at is null) as views,
        (select count(*)::int from preferences where user_id = ${owner.userId}) as preferences`.execute(api.db);
    assert.deepEqual(rows, [{ views: 0, preferences: 0 }]);
  });

  test('a saved, changed and deleted view is announced to open screens', async () => {
    const owner = await signedIn('orders');
    const stream = await openStream(owner);
    try {
      const { id } = await createView(owner, { is_start: true });
      await stream.until(new RegExp(`"entity":"views","id":${id},"version":1`));
      const second = await createView(owner, { is_start: true });
      await stream.until(new RegExp(`"entity":"views","id":${id},"version":2`));
      await owner.delete(`/views/${second.id}`);
      await stream.until(new RegExp(`"entity":"views","id":${second.id},"version":null`));
    } finally {
      stream.close();
    }
  });
});

/** The members that a change sets besides the sent ones. */
function modified({ version, modified_at, modified_by, modified_by_name }: View) {
  assert.equal(version, 2);
  assert.ok(modified_at && modified_by && modified_by_name);
  return { version, modified_at, modified_by, modified_by_name };
}

/** A state of exactly this many bytes of JSON, with characters of two bytes. */
function stateOf(bytes: number) {
  const rest = bytes - '{"q":""}'.length;
  return { q: 'è'.repeat(Math.floor(rest / 2)) + 'x'.repeat(rest % 2) };
}

/** Reads the event stream of a session. */
async function openStream({ token }: Session) {
  const stop = new AbortController();
  const answer = await fetch(`${api.url}/api/events`, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.any([stop.signal, AbortSignal.timeout(20_000)]),
  });
  assert.equal(answer.status, 200);
  const pieces = answer.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = '';
  return {
    until: async (pattern: RegExp) => {
      while (!pattern.test(text)) {
        const { value, done } = await pieces.next();
        assert.ok(!done, `the stream ended without ${pattern}`);
        text += value;
      }
    },
    close: () => stop.abort(),
  };
}
