import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem, startApi } from '../../testing/api.ts';
import { createProduct, productBody } from '../../testing/factories.ts';

const api = startApi();

describe('POST /products', () => {
  test('answers 201 with the whole product, and takes the actor from the session', async () => {
    const answer = await api.sales.post('/products', {
      ...productBody({ larghezza_cm: 12.345 }),
      created_by: 999,
      id: 7,
    });
    assert.equal(answer.status, 201);
    assert.equal(answer.body.created_by, api.sales.userId);
    assert.equal(answer.body.larghezza_cm, 12.345);
    assert.equal(answer.headers.get('etag'), '"1"');
  });
  test('refuses a taken code, without regard to case', async () => {
    const { code } = await createProduct(api.admin);
    assertProblem(await api.admin.post('/products', productBody({ code: code.toLowerCase() })), 409, 'CODE_EXISTS', {
      code: 'exists',
    });
  });
  test('reports all problems of a body at once', async () => {
    assertProblem(await api.admin.post('/products', { currency: 'GBP', peso_carta: -1 }), 400, 'VALIDATION', {
      code: 'required',
      description: 'required',
      category: 'required',
      currency: 'enum',
      peso_carta: 'min',
    });
  });
});
