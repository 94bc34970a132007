import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startApi } from '../../testing/api.ts';
import { createCustomer, createProduct, createSupplier } from '../../testing/factories.ts';
import { PRODUCTS_100_000 } from '../../testing/large-sets.ts';
import { matrixSuite } from '../../testing/matrix.ts';

const api = startApi();
type Row = Record<string, unknown> & { id: number };

/** `server/src/app/searchable.test.ts` covers the columns of the lists' own tables. */
describe('q looks in the names of other rows', () => {
  test('/products: the current name of the supplier', async () => {
    const supplier = await createSupplier(api.admin, { business_name: 'Fornitore del Pagliaio' });
    const product = await createProduct(api.admin, { supplier_id: supplier.id });
    const search = async (q: string) => (await api.warehouse.get(`/products?q=${q}`)).body.map(({ id }: Row) => id);
    assert.deepEqual(await search('PAGLIAIO'), [product.id]);
    await api.admin.put(`/suppliers/${supplier.id}`, { business_name: 'Fornitore del Granaio' });
    assert.deepEqual([await search('pagliaio'), await search('granaio')], [[], [product.id]]);
  });
  test('/customers: the payment term', async () => {
    const { body: term } = await api.admin.post('/condizioni-pagamento', { descrizione: 'Ricevuta quasi bancaria' });
    const customer = await createCustomer(api.admin, { tipo_pagamento_id: term.id });
    assert.deepEqual(
      (await api.warehouse.get('/customers?q=quasi')).body.map(({ id }: Row) => id),
      [customer.id],
    );
  });
});

describe('a list can be sorted by every column, both ways, and its pages never overlap', () => {
  const COUNT = 12;
  before(async () => {
    const suppliers: Row[] = [];
    // One after the other: their ids are in the order of their times, also of those in one millisecond.
    for (const business_name of ['b', 'A', 'c'])
      suppliers.push(
        await createSupplier(api.admin, { business_name, city: business_name, contact_name: business_name }),
      );
    for (let n = 0; n < COUNT; n++) {
      // Repeated, missing and unordered values.
      const value = ['b', 'A', 'c', 'È', 'a'][(n * 7) % 5]!;
      const given = n % 4 === 0 ? null : value;
      await createProduct(api.admin, {
        name: given,
        description: value,
        category: value,
        barcode: given,
        hs_code: given,
        supplier_id: n % 3 === 2 ? null : suppliers[n % 3]!.id,
        currency: n % 2 ? 'USD' : 'EUR',
        status: n % 5 ? 'active' : 'inactive',
      });
      await createCustomer(api.admin, {
        business_name: value,
        contact_name: given,
        city: value,
        is_active: n % 2 === 0,
      });
      await api.admin.post('/warehouses', { name: value, description: given, is_active: n % 2 === 0 });
      await api.admin.post('/machines', {
        code: `${value}${n}`,
        description: value,
        abbreviation: given,
        area: given,
        is_active: n % 2 === 0,
      });
      await api.admin.post('/condizioni-pagamento', {
        descrizione: value,
        giorni_differita: n % 3,
        fine_mese: n % 2 === 0,
      });
      await api.admin.post('/vat-codes', {
        code: `${value}${n}`,
        rate: n % 3,
        natura: n % 2 ? 'N1' : null,
        description: given,
      });
      await api.admin.post('/destinazioni-merce', {
        customer_id: 1,
        indirizzo: value,
        cap: given,
        citta: given,
        nazione: given,
      });
    }
    await api.admin.put('/products/1', { description: 'changed' });
  });
  const lists: Record<string, string[]> = {
    '/products': [
      'code',
      'name',
      'description',
      'category',
      'supplier_name',
      'unit_of_measure',
      'currency',
      'barcode',
      'hs_code',
      'status',
      'created_at',
      'modified_at',
    ],
    '/suppliers': [
      'business_name',
      'vat_number',
      'contact_name',
      'city',
      'province',
      'country',
      'email',
      'phone',
      'created_at',
      'modified_at',
    ],
    '/customers': [
      'business_name',
      'vat_number',
      'contact_name',
      'city',
      'province',
      'country',
      'email',
      'phone',
      'created_at',
      'modified_at',
      'is_active',
      'valuta',
    ],
    '/warehouses': ['name', 'description', 'is_active', 'created_at', 'modified_at'],
    '/machines': ['code', 'description', 'abbreviation', 'area', 'is_active', 'created_at', 'modified_at'],
    '/machines/active/list': ['code', 'description'],
    '/condizioni-pagamento': ['descrizione', 'giorni_differita', 'giorno_fisso_scadenza', 'fine_mese'],
    '/vat-codes': ['code', 'rate', 'natura', 'description'],
    '/destinazioni-merce': ['indirizzo', 'cap', 'citta', 'nazione'],
    '/users': ['username', 'name', 'role', 'is_active', 'last_login'],
  };
  /** The list's order: case-insensitive, bytewise, missing values last. */
  const compare = (a: unknown, b: unknown): number => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (typeof a === 'string' && typeof b === 'string')
      return Buffer.compare(Buffer.from(a.toLowerCase()), Buffer.from(b.toLowerCase()));
    return Number(a) - Number(b);
  };
  for (const [path, columns] of Object.entries(lists))
    for (const column of columns)
      for (const sort of [column, `-${column}`])
        test(`${path} by ${sort}`, async () => {
          const { body: all } = await api.admin.get<Row[]>(`${path}?sort=${sort}`);
          assert.ok(all.length >= 3);
          const way = sort.startsWith('-') ? -1 : 1;
          for (const [n, row] of all.slice(1).entries()) {
            const before = all[n]!;
            const order = compare(before[column], row[column]) * way;
            assert.ok(
              order < 0 || (order === 0 && (before.id - row.id) * way < 0),
              `${String(before[column])} before ${String(row[column])}`,
            );
          }
          const paged: Row[] = [];
          for (let offset = 0; offset < all.length; offset += 5)
            paged.push(...(await api.admin.get<Row[]>(`${path}?sort=${sort}&limit=5&offset=${offset}`)).body);
          assert.deepEqual(paged, all);
        });
  for (const [path, column] of [
    ['/products', 'code'],
    ['/suppliers', 'business_name'],
    ['/customers', 'business_name'],
    ['/warehouses', 'name'],
    ['/machines', 'code'],
    ['/condizioni-pagamento', 'descrizione'],
    ['/vat-codes', 'code'],
    ['/destinazioni-merce', 'indirizzo'],
    ['/users', 'username'],
  ])
    test(`${path} is sorted by ${column} by default`, async () => {
      const ids = async (query: string) => (await api.admin.get(`${path}${query}`)).body.map(({ id }: Row) => id);
      assert.deepEqual(await ids(''), await ids(`?sort=${column}`));
    });
});

describe('filters', () => {
  test('of products: status, supplier and category, and all of them combined with q', async () => {
    const supplier = await createSupplier(api.admin);
    const one = await createProduct(api.admin, {
      supplier_id: supplier.id,
      category: 'Filtrata',
      status: 'inactive',
      description: 'cercami',
    });
    await createProduct(api.admin, { supplier_id: supplier.id, category: 'Altra' });
    await createProduct(api.admin, { category: 'Filtrata' });
    const ids = async (query: string) => (await api.sales.get(`/products?${query}`)).body.map(({ id }: Row) => id);
    assert.equal((await ids(`supplier_id=${supplier.id}`)).length, 2);
    assert.equal((await ids('category=FILTRATA')).length, 2);
    assert.deepEqual(await ids(`supplier_id=${supplier.id}&category=filtrata&status=inactive&q=CERCAMI`), [one.id]);
    assert.deepEqual(await ids(`supplier_id=${supplier.id}&status=inactive&q=nothing`), []);
    for (const bad of [
      'status=archived',
      'supplier_id=abc',
      'supplier_id=0',
      'supplier_id=2147483648',
      'supplier_id=1&supplier_id=2',
    ])
      assert.equal((await api.sales.get(`/products?${bad}`)).status, 400, bad);
  });
  test('of customers, warehouses and machines: is_active', async () => {
    for (const path of ['/customers', '/warehouses', '/machines']) {
      const count = async (query: string) =>
        Number((await api.sales.get(`${path}?limit=1&${query}`)).headers.get('x-total-count'));
      assert.equal((await count('is_active=true')) + (await count('is_active=false')), await count(''), path);
      assert.ok((await count('is_active=0')) > 0);
      assert.equal((await api.sales.get(`${path}?is_active=maybe`)).status, 400);
    }
  });
  test('of goods destinations: their customer', async () => {
    const [mine, other] = [await createCustomer(api.admin), await createCustomer(api.admin)];
    for (const customer_id of [mine.id, mine.id, other.id])
      await api.admin.post('/destinazioni-merce', { customer_id, indirizzo: 'Via Nuova' });
    const { body } = await api.warehouse.get<Row[]>(`/destinazioni-merce?customer_id=${mine.id}`);
    assert.deepEqual(
      body.map(({ customer_id }) => customer_id),
      [mine.id, mine.id],
    );
  });
});

matrixSuite('of 100,000 products', () => {
  const api = startApi({ fill: PRODUCTS_100_000 });
  test('the 99,999th record is found by its code, by a word of its description and by its name', async () => {
    for (const q of ['massa-099999', 'NUMERO 99999', 'ago nel PAGLIAIO']) {
      const answer = await api.warehouse.get(`/products?q=${encodeURIComponent(q)}`);
      assert.deepEqual(
        [answer.body.length, answer.body[0].code, answer.headers.get('x-total-count')],
        [1, 'MASSA-099999', '1'],
        q,
      );
    }
  });
  test('a row is reached by offset, and counted', async () => {
    for (const [query, code] of [
      ['offset=99998&limit=1', 'MASSA-099999'],
      ['sort=-code&offset=1&limit=1', 'MASSA-099999'],
      ['sort=code&offset=0&limit=1', 'MASSA-000001'],
    ] as const) {
      const answer = await api.warehouse.get(`/products?category=molti&${query}`);
      assert.deepEqual([answer.body[0].code, answer.headers.get('x-total-count')], [code, '100000']);
    }
    const past = await api.warehouse.get('/products?category=molti&offset=100000');
    assert.deepEqual([past.body, past.headers.get('x-total-count')], [[], '100000']);
    const found = await api.warehouse.get('/products?category=molti&q=numero 9&limit=1&offset=40950');
    assert.deepEqual([found.body[0].code, found.headers.get('x-total-count')], ['MASSA-099999', '40951']);
  });
  test('without a limit at most 10,000 rows are returned, with the total count', async () => {
    const answer = await api.warehouse.get('/products?category=molti');
    assert.deepEqual([answer.body.length, answer.headers.get('x-total-count')], [10_000, '100000']);
  });
});
