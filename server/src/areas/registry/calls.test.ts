/** The registry's calls: method, path, request and response of each. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createSupplier,
  machineBody,
  partyBody,
  productBody,
  warehouseBody,
} from '../../testing/factories.ts';

const api = startApi();
const { entries } = Object;

/** Checks the status and returns the body. */
async function call(method: string, path: string, status: number, body?: object) {
  const answer = await api.orders.call(method, path, body ? { body } : {});
  assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
function holds(entity: Record<string, unknown>, sent: object) {
  return assert.deepEqual(Object.fromEntries(entries(sent).map(([key]) => [key, entity[key]])), sent);
}

/** Checks list, read, create, update and delete of any register. */
async function livesAt(path: string, body: object, change: object, sends: { create?: object; update?: object } = {}) {
  const created = await call('POST', path, 201, { ...body, created_by: 999, ...sends.create });
  holds(created, body);
  assert.equal(typeof created.id, 'number');
  const one = `${path.split('?')[0]}/${created.id}`;
  const listed = await call('GET', path, 200);
  assert.ok(Array.isArray(listed));
  assert.deepEqual(
    listed.filter(({ id }) => id === created.id),
    [created],
    'the list has the whole row, once',
  );
  assert.deepEqual(await call('GET', one, 200), created);
  const updated = await call('PUT', one, 200, { ...body, ...change, modified_by: 999, ...sends.update });
  holds(updated, { ...body, ...change, id: created.id });
  // The actor is the signed-in user, regardless of the request.
  if ('created_by' in updated)
    assert.deepEqual([updated.created_by, updated.modified_by], [api.orders.userId, api.orders.userId]);
  return { id: created.id as number, one, updated };
}
async function isGone(path: string, { id, one }: { id: number; one: string }) {
  await call('GET', one, 404);
  const listed: { id: number }[] = await call('GET', path, 200);
  assert.ok(!listed.some((row) => row.id === id));
  const { deleted_by } = await api.db
    .selectFrom(path.slice(1) as 'products')
    .select('deleted_by')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.equal(deleted_by, api.orders.userId, 'by the signed-in user, ignoring the body');
}

describe('B22: every registry call of the table answers as listed', () => {
  test('products, with their status', async () => {
    const given = { ...productBody({ name: 'Kraft', status: 'active' }) };
    const product = await livesAt(
      '/products',
      given,
      { description: 'Altra carta' },
      {
        create: { deleted_at: null, deleted_by: null },
        update: { deleted_at: null, deleted_by: null },
      },
    );
    for (const status of ['inactive', 'active'])
      holds(await call('PUT', `${product.one}/status`, 200, { status, modified_by: 999 }), { id: product.id, status });
    assert.equal(await call('DELETE', product.one, 204, { deleted_by: 999 }), undefined);
    await isGone('/products', product);
  });
  test('warehouses', async () => {
    const warehouse = await livesAt('/warehouses', warehouseBody({ description: 'Ala nord', is_active: true }), {
      is_active: false,
    });
    await call('DELETE', warehouse.one, 204, { deleted_by: 999 });
    await isGone('/warehouses', warehouse);
  });
  test('suppliers', async () => {
    const supplier = await livesAt('/suppliers', partyBody({ notes: 'Chiamare prima' }), { city: 'Pisa' });
    await call('DELETE', supplier.one, 204, { deleted_by: 999 });
    await isGone('/suppliers', supplier);
  });
  test('condizioni-pagamento', async () => {
    const term = { descrizione: 'RB 60 gg', giorni_differita: 60, giorno_fisso_scadenza: 10, fine_mese: true };
    await livesAt('/condizioni-pagamento', term, { giorni_differita: 90, fine_mese: false });
  });
  test('customers, with their payment term', async () => {
    const { id } = await call('POST', '/condizioni-pagamento', 201, { descrizione: 'Rimessa diretta' });
    const given = partyBody({ codice_destinatario: 'ABC1234', tipo_pagamento_id: id, valuta: 'EUR' });
    const customer = await livesAt('/customers', given, {
      valuta: 'USD',
      email_fatturazione: 'fatture@cliente.example',
    });
    await call('DELETE', customer.one, 204, { deleted_by: 999 });
    await isGone('/customers', customer);
  });
  test('destinazioni-merce of one customer', async () => {
    const [mine, other] = [await createCustomer(api.orders), await createCustomer(api.orders)];
    const path = `/destinazioni-merce?customer_id=${mine.id}`;
    const given = { customer_id: mine.id, indirizzo: 'Via Larga 2', cap: '55100', citta: 'Lucca', nazione: 'Italia' };
    const created = await call('POST', '/destinazioni-merce', 201, given);
    holds(created, given);
    await call('POST', '/destinazioni-merce', 201, { ...given, customer_id: other.id });
    assert.deepEqual(await call('GET', path, 200), [created]);
    const one = `/destinazioni-merce/${created.id}`;
    const change = { indirizzo: 'Via Stretta 3', telefono: '0583 1', orari_consegna: '8-12', note: 'Citofonare' };
    holds(await call('PUT', one, 200, { ...given, ...change }), { ...given, ...change, id: created.id });
    await call('DELETE', one, 204);
    assert.deepEqual(await call('GET', path, 200), []);
  });
  test('machines', async () => {
    const given = machineBody({ abbreviation: 'TG', area: 'Taglio', is_active: true });
    const machine = await livesAt('/machines', given, { is_active: false, area: 'Stampa' });
    await call('DELETE', machine.one, 204, { deleted_by: 999 });
    await isGone('/machines', machine);
  });
  test('every signed-in user may read the lists of the table, and nobody else', async () => {
    await createSupplier(api.orders);
    for (const path of ['/products', '/warehouses', '/suppliers', '/customers', '/condizioni-pagamento', '/machines']) {
      for (const role of ['administration', 'warehouse'] as const)
        assert.equal((await api[role].get(path)).status, 200, `${role} ${path}`);
      assert.equal((await api.as(null).get(path)).status, 401, path);
    }
  });
});
