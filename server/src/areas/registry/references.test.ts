import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assertProblem, startApi } from '../../testing/api.ts';
import {
  createCustomer,
  createProduct,
  createSupplier,
  createWarehouse,
  partyBody,
  productBody,
} from '../../testing/factories.ts';

const api = startApi();
async function createTerm(descrizione = 'Rimessa diretta'): Promise<{ id: number }> {
  return (await api.admin.post('/condizioni-pagamento', { descrizione })).body;
}
function codes(warnings: { code: string; path?: string }[] = []) {
  return warnings.map(({ code, path }) => [code, path]);
}

describe('references in a body must exist', () => {
  const deleted = async (path: string, { id }: { id: number }) => {
    assert.equal((await api.admin.delete(`${path}/${id}`)).status, 204);
    return id;
  };
  const cases: [string, string, string, () => object, () => Promise<number>][] = [
    [
      "a product's supplier",
      '/products',
      'supplier_id',
      () => productBody(),
      async () => deleted('/suppliers', await createSupplier(api.admin)),
    ],
    [
      "a customer's payment term",
      '/customers',
      'tipo_pagamento_id',
      () => partyBody(),
      async () => deleted('/condizioni-pagamento', await createTerm()),
    ],
    [
      "a goods destination's customer",
      '/destinazioni-merce',
      'customer_id',
      () => ({ indirizzo: 'Via Nuova' }),
      async () => deleted('/customers', await createCustomer(api.admin)),
    ],
  ];
  for (const [what, path, field, body, gone] of cases)
    test(`${what}: 400 at ${field} if it does not exist or is deleted`, async () => {
      for (const id of [2_147_483_647, await gone()])
        assertProblem(await api.admin.post(path, { ...body(), [field]: id }), 400, 'VALIDATION', {
          [field]: 'unknown',
        });
    });
  test('a product keeps a supplier that was deleted later, with its name; another deleted supplier is refused', async () => {
    const [supplier, other] = [await createSupplier(api.admin), await createSupplier(api.admin)];
    const product = await createProduct(api.admin, { supplier_id: supplier.id });
    await api.admin.delete(`/suppliers/${supplier.id}`);
    await api.admin.delete(`/suppliers/${other.id}`);
    const kept = await api.admin.put(`/products/${product.id}`, { supplier_id: supplier.id, name: 'x' });
    assert.deepEqual([kept.status, kept.body.supplier_name], [200, supplier.business_name]);
    assertProblem(await api.admin.put(`/products/${product.id}`, { supplier_id: other.id }), 400, 'VALIDATION', {
      supplier_id: 'unknown',
    });
    for (const empty of [null, ''])
      assert.deepEqual(
        (await api.admin.put(`/products/${product.id}`, { supplier_id: empty })).body.supplier_name,
        null,
      );
  });
  test('a payment term in use cannot be deleted; an unused one can', async () => {
    const term = await createTerm();
    const customer = await createCustomer(api.admin, { tipo_pagamento_id: term.id });
    assert.equal((await api.sales.get(`/customers/${customer.id}`)).body.tipo_pagamento, 'Rimessa diretta');
    assertProblem(await api.admin.delete(`/condizioni-pagamento/${term.id}`), 409, 'IN_USE');
    await api.admin.put(`/customers/${customer.id}`, { tipo_pagamento_id: '' });
    assert.equal((await api.admin.delete(`/condizioni-pagamento/${term.id}`)).status, 204);
  });
  test('a customer cannot take a payment term that is being deleted', async () => {
    for (let round = 0; round < 10; round++) {
      const term = await createTerm();
      const [made, removed] = await Promise.all([
        api.admin.post('/customers', partyBody({ tipo_pagamento_id: term.id })),
        api.sales.delete(`/condizioni-pagamento/${term.id}`),
      ]);
      assert.ok(
        (made.status === 201 && removed.status === 409) || (made.status === 400 && removed.status === 204),
        `${made.status} ${removed.status}`,
      );
    }
  });
  test('deleting a customer deletes its goods destinations', async () => {
    const [customer, other] = [await createCustomer(api.admin), await createCustomer(api.admin)];
    const [mine, kept] = await Promise.all(
      [customer, other].map(
        async ({ id }) =>
          (await api.admin.post('/destinazioni-merce', { customer_id: id, indirizzo: 'Via Nuova' })).body,
      ),
    );
    await api.admin.delete(`/customers/${customer.id}`);
    assertProblem(await api.admin.get(`/destinazioni-merce/${mine.id}`), 404, 'NOT_FOUND');
    assert.deepEqual((await api.admin.get(`/destinazioni-merce?customer_id=${customer.id}`)).body, []);
    assert.equal((await api.admin.get(`/destinazioni-merce/${kept.id}`)).status, 200);
  });
  test('the warehouse that production loads into cannot be deleted', async () => {
    const { id } = await createWarehouse(api.admin);
    assert.equal((await api.admin.put('/settings', { production_warehouse_id: id })).status, 200);
    assertProblem(await api.admin.delete(`/warehouses/${id}`), 409, 'IN_USE');
    await api.admin.put('/settings', { production_warehouse_id: null });
    assert.equal((await api.admin.delete(`/warehouses/${id}`)).status, 204);
    assertProblem(await api.admin.put('/settings', { production_warehouse_id: id }), 400, 'VALIDATION', {
      production_warehouse_id: 'unknown',
    });
  });
});

describe('plausibility warnings of saved records', () => {
  let made = 0;
  /** Creates a partita IVA that no other party has. */
  const fresh = () => {
    const digits = `${process.pid}${++made}`.padStart(10, '0').slice(-10);
    const sum = digits
      .split('')
      .reduce(
        (total, digit, at) => total + (at % 2 ? [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)]! : Number(digit)),
        0,
      );
    return `${digits}${(10 - (sum % 10)) % 10}`;
  };
  const cases: [string, object, [string, string][]][] = [
    ['nothing', {}, []],
    ['a partita IVA with a wrong last digit', { vat_number: '01234567890' }, [['vat_number_check', 'vat_number']]],
    ['one of zeros', { vat_number: '00000000000' }, [['vat_number_check', 'vat_number']]],
    ['one of ten digits', { vat_number: '0074311015' }, [['vat_number_check', 'vat_number']]],
    ['a CAP of four digits', { zip_code: '5510' }, [['zip_code_format', 'zip_code']]],
    ['a province in full', { province: 'Lucca' }, [['province_format', 'province']]],
    [
      'all three',
      { vat_number: 'IT1', zip_code: 'x', province: '?' },
      [
        ['vat_number_check', 'vat_number'],
        ['zip_code_format', 'zip_code'],
        ['province_format', 'province'],
      ],
    ],
    [
      'a French one with a good key',
      { country: 'Francia', vat_number: 'FR40303265045', zip_code: '75001 CEDEX', province: 'Île-de-France' },
      [],
    ],
    [
      'a French one with a wrong key',
      { country: 'France', vat_number: 'FR32123456782' },
      [['vat_number_check', 'vat_number']],
    ],
    [
      'a French one by its country code',
      { country: 'Repubblica', country_code: 'FR', vat_number: 'FR32123456782' },
      [['vat_number_check', 'vat_number']],
    ],
    [
      'a Moroccan number is not ours to judge',
      { country: 'Marocco', country_code: 'MA', vat_number: '123', zip_code: '20000-1', province: 'Casablanca' },
      [],
    ],
  ];
  for (const path of ['/suppliers', '/customers'])
    for (const [what, given, warnings] of cases)
      test(`${path}: ${what}`, async () => {
        const body = partyBody({ vat_number: fresh(), ...given });
        const created = await api.admin.post(path, body);
        assert.equal(created.status, 201);
        const besides = (all: { code: string; path?: string }[]) =>
          codes(all).filter(([code]) => code !== 'vat_number_exists');
        assert.deepEqual(besides(created.body.warnings), warnings);
        const updated = await api.admin.put(`${path}/${created.body.id}`, { notes: 'x' });
        assert.deepEqual([updated.status, besides(updated.body.warnings)], [200, warnings]);
        assert.ok(!('warnings' in (await api.admin.get(`${path}/${created.body.id}`)).body));
        if (warnings.length === 0) assert.equal(created.body.vat_number, body.vat_number);
      });
  test("a VAT number of another record, with its name, in the user's language", async () => {
    for (const path of ['/suppliers', '/customers']) {
      const vat_number = fresh();
      const first = (await api.admin.post(path, partyBody({ vat_number, business_name: 'Prima Srl' }))).body;
      assert.ok(!('warnings' in first), JSON.stringify(first.warnings));
      const second = await api.admin.post(path, partyBody({ vat_number }), { headers: { 'accept-language': 'en' } });
      assert.equal(second.status, 201);
      assert.deepEqual(codes(second.body.warnings), [['vat_number_exists', 'vat_number']]);
      assert.match(second.body.warnings[0].message, /Prima Srl/);
      assert.match(second.body.warnings[0].message, /already/);
      await api.admin.delete(`${path}/${first.id}`);
      assert.ok(
        !('warnings' in (await api.admin.put(`${path}/${second.body.id}`, { notes: 'x' })).body),
        'not of a deleted one',
      );
    }
  });
  test('a VAT code that is not in the register of VAT codes', async () => {
    await api.admin.post('/vat-codes', { code: 'Ordinaria', rate: 22 });
    assert.deepEqual(
      codes((await api.admin.post('/products', productBody({ categoria_vat_codice: 'ORDINARIA' }))).body.warnings),
      [],
    );
    const { body } = await api.admin.post('/products', productBody({ categoria_vat_codice: 'Straordinaria' }));
    assert.deepEqual(codes(body.warnings), [['unknown_vat_code', 'categoria_vat_codice']]);
    assert.equal(body.categoria_vat_codice, 'Straordinaria');
    assert.deepEqual(
      codes((await api.admin.put(`/products/${body.id}`, { name: 'x' })).body.warnings),
      [],
      'only when it changes',
    );
  });
});
