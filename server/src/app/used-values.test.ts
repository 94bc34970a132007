/** The texts that free fields held before: their order, their spelling, and who may read them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_USED_VALUES } from '@bobina/contract/system/used-values.ts';
import { assertProblem, startApi, type Session } from '../testing/api.ts';
import { createCustomer } from '../testing/factories.ts';

const api = startApi();

async function used(path: string, session: Session = api.admin): Promise<string[]> {
  const { status, body } = await session.get<string[]>(`/used-values/${path}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

test('the most frequent texts come first, each in its most frequent spelling', async () => {
  assert.deepEqual(await used('payments/method'), []);
  const { id } = await createCustomer(api.admin);
  const day = (await api.admin.get('/company/today')).body.today as string;
  const pay = (method: string) => api.admin.post('/payments', { customer_id: id, day, amount: 1, method, bank: 'BPM' });
  const texts = ['Assegno', 'Bonifico', 'bonifico', ' Bonifico ', '', '   '];
  for (const method of texts) assert.equal((await pay(method)).status, 201);
  assert.deepEqual(await used('payments/method'), ['Bonifico', 'Assegno']);
  assert.deepEqual(await used('payments/bank'), ['BPM']);
  for (let at = 0; at < MOST_USED_VALUES; at++) await pay(`RIBA ${at}`);
  const offered = await used('payments/method');
  assert.deepEqual([offered.length, offered[0]], [MOST_USED_VALUES, 'Bonifico']);
});

test('only the listed fields are read, by those who may read their list', async () => {
  assert.deepEqual(await used('packing-lists/carrier', api.warehouse), []);
  assert.equal((await api.sales.get('/used-values/payments/method')).status, 200);
  assertProblem(await api.warehouse.get('/used-values/payments/method'), 403, 'FORBIDDEN');
  for (const path of ['payments/notes', 'users/password', 'payments/constructor', '__proto__/bank'])
    assertProblem(await api.admin.get(`/used-values/${path}`), 404, 'NOT_FOUND');
});
