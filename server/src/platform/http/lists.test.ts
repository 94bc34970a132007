import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { assertProblem, startApi, type Answer } from '../../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createProduct,
  createSupplier,
  createWarehouse,
} from '../../testing/factories.ts';

const api = startApi();
const lists: [string, Endpoint][] = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows)
    .filter(([, row]) => row.paged)
    .map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
);
/** A list below an entity uses the first entity: the caller for users, else one that is created here. */
const FIRST = '1';
const ENTITY = 'products';
function pathOf(row: Endpoint) {
  return pathParameters(row.path).reduce(
    (path, { name, kind }) =>
      kind === 'text' ? path.replace(`{${name}:text}`, ENTITY) : path.replace(`{${name}}`, FIRST),
    row.path,
  );
}
let making: Promise<unknown> | undefined;
async function makeAll() {
  const [product, customer] = await Promise.all([
    createProduct(api.admin),
    createCustomer(api.admin),
    createSupplier(api.admin),
    createWarehouse(api.admin),
    createMachine(api.admin),
    api.admin.post('/webhooks', { url: 'https://93.184.215.14/hook', is_active: false, entities: [] }),
  ]);
  await createCustomerOrder(api.admin, customer.id, [{ product_id: product.id, quantity: 1, unit_price: 1 }]);
}
function makeFirst() {
  return (making ??= makeAll());
}
function total(answer: Answer) {
  return Number(answer.headers.get('x-total-count'));
}

for (const [name, row] of lists)
  describe(`${name}: GET ${row.path}`, () => {
    const ask = async (query: string) => {
      await makeFirst();
      return api.admin.get(`${pathOf(row)}?${query}`);
    };
    const refused: [string, string, string][] = [
      ['limit=0', 'limit', 'min'],
      ['limit=1001', 'limit', 'max'],
      ['limit=ten', 'limit', 'format'],
      ['limit=1.5', 'limit', 'format'],
      ['limit=-1', 'limit', 'format'],
      ['limit=99999999999', 'limit', 'format'],
      ['offset=-1', 'offset', 'format'],
      ['offset=2147483648', 'offset', 'max'],
      ['sort=nothing', 'sort', 'enum'],
      ['sort=password_hash', 'sort', 'enum'],
      ['sort=id;drop table users', 'sort', 'enum'],
      ['sort=--code', 'sort', 'enum'],
      ['q=a&q=b', 'q', 'type'],
      ['limit=1&limit=2', 'limit', 'type'],
      ['sort=a&sort=b', 'sort', 'enum'],
      ['q=%00', 'q', 'format'],
      ['q=a%0Ab', 'q', 'format'],
      [`q=${'x'.repeat(201)}`, 'q', 'max'],
    ];
    for (const [query, path, code] of refused)
      test(`refuses ${query.slice(0, 30)} at ${path}`, async () => {
        assertProblem(await ask(query), 400, 'VALIDATION', { [path]: code });
      });
    test('reports all invalid parameters at once', async () => {
      assertProblem(await ask('limit=0&offset=-1&sort=nothing'), 400, 'VALIDATION', {
        limit: 'min',
        offset: 'format',
        sort: 'enum',
      });
    });
    test('searches any text', async () => {
      assert.equal((await ask('q=%C4%B0')).status, 200);
    });
    test('ignores empty and unknown parameters', async () => {
      assert.equal((await ask('q=&sort=&limit=&offset=&nothing=1&__proto__=1&constructor=2')).status, 200);
    });
    test('returns a plain array with its total in X-Total-Count, also past the end', async () => {
      const all = await ask('limit=1000');
      assert.equal(all.status, 200);
      assert.ok(Array.isArray(all.body));
      assert.equal(total(all), all.body.length);
      const past = await ask('offset=2147483647');
      assert.deepEqual(past.body, []);
      assert.equal(total(past), all.body.length);
    });
    test('answers the same text when PostgreSQL writes it', async () => {
      await makeFirst();
      // It writes the third answer to the same request, after it has found the types of the columns.
      const texts: string[] = [];
      for (let n = 0; n < 3; n++) {
        const answer = await fetch(`${api.url}/api${pathOf(row)}?limit=61`, {
          headers: { authorization: `Bearer ${api.admin.token}` },
        });
        texts.push(await answer.text());
      }
      assert.deepEqual(texts.slice(1), [texts[0], texts[0]]);
    });
    const columns = (row.query as unknown as { shape: { sort: { def: { innerType: { options: string[] } } } } }).shape
      .sort.def.innerType.options;
    for (const sort of columns)
      test(`sorts by ${sort}`, async () => {
        assert.equal((await ask(`sort=${sort}`)).status, 200);
      });
  });

describe('q', () => {
  const area = 'needles';
  before(async () => {
    for (const description of [
      '100% cotone',
      '100 cotone',
      'a_b',
      'axb',
      'c\\d',
      'cd',
      "l'orlo",
      'È già',
      'emoji 🧻 carta',
      '<img onerror=x>',
    ])
      await createMachine(api.admin, { description, area });
  });
  const cases: [string, string[]][] = [
    ['100%', ['100% cotone']],
    ['a_b', ['a_b']],
    ['c\\d', ['c\\d']],
    ['\\', ['c\\d']],
    ['%', ['100% cotone']],
    ['_', ['a_b']],
    ["l'orlo", ["l'orlo"]],
    ["'; drop table machines; --", []],
    ['È GIÀ', ['È già']],
    ['e\u0300 gia\u0300', ['È già']],
    ['🧻', ['emoji 🧻 carta']],
    ['ONERROR', ['<img onerror=x>']],
    ['  a_b  ', ['a_b']],
    ['\u202e', []],
  ];
  for (const [q, found] of cases)
    test(`${JSON.stringify(q)} is plain text`, async () => {
      const answer = await api.admin.get(`/machines?q=${encodeURIComponent(q)}`);
      assert.deepEqual(
        answer.body.map((machine: { description: string }) => machine.description),
        found,
      );
      assert.equal(total(answer), found.length);
    });
});

describe('q finds all words', () => {
  before(async () => {
    const product = (code: string, description: string, more: object = {}) =>
      createProduct(api.admin, { code, description, ...more });
    await product('RCB38', 'Rotoli carta da banco h 38');
    await product('RCB50', 'Rotoli carta da banco h 50');
    await product('ZZ-RCB38-B', 'Bobina madre per rcb38');
    await product('AA1', 'Ricambio per RCB38', { barcode: '8001234500017' });
    await product('RCB38-XL', 'Formato grande');
    await product('ACC1', 'Qualità Città di Castello');
    await product('ACC2', 'Citta senza accento');
    await product('PCT', 'Sconto 100% carta_riciclata');
    await createCustomer(api.admin, {
      business_name: 'Maremma Imballaggi Società Agricola',
      vat_number: '11111111111',
    });
    await createCustomer(api.admin, { business_name: 'Antica Maremma', vat_number: '22222222222' });
  });
  const codes = async (query: string): Promise<string[]> =>
    (await api.admin.get(`/products?${query}`)).body.map(({ code }: { code: string }) => code);
  const cases: [string, string[]][] = [
    ['rotoli 38', ['RCB38']],
    ['rotoli banco 38', ['RCB38']],
    ['38 banco rotoli', ['RCB38']],
    ['  banco   ROTOLI ', ['RCB38', 'RCB50']],
    ['rotoli banco 39', []],
    ['citta', ['ACC1', 'ACC2']],
    ['città', ['ACC1', 'ACC2']],
    ['CITTÀ qualita', ['ACC1']],
    ['100% carta_', ['PCT']],
    ['carta% rotoli', []],
    ['rotol_ 38', []],
    ['a b c d e f g h i j k l', []],
  ];
  for (const [q, found] of cases)
    test(`Q06 ${JSON.stringify(q)} finds ${found.join(', ') || 'nothing'}`, async () => {
      assert.deepEqual(await codes(`sort=code&q=${encodeURIComponent(q)}`), found);
    });
  test('best_first puts the exact code first, then codes that begin with it, then the rest', async () => {
    assert.deepEqual(await codes('q=rcb38'), ['AA1', 'RCB38', 'RCB38-XL', 'ZZ-RCB38-B']);
    assert.deepEqual(await codes('q=rcb38&best_first=true'), ['RCB38', 'RCB38-XL', 'AA1', 'ZZ-RCB38-B']);
    assert.deepEqual(await codes('q=8001234500017&best_first=true'), ['AA1']);
    assert.deepEqual(await codes('q=rcb38&best_first=true&limit=2&offset=1'), ['RCB38-XL', 'AA1']);
    assert.deepEqual(await codes('q=rcb38&best_first=true&sort=-code'), ['RCB38', 'RCB38-XL', 'ZZ-RCB38-B', 'AA1']);
  });
  test('best_first puts descriptions that begin with the text before others, after the codes', async () => {
    for (const [code, description] of [
      ['FBT-1', 'Angolari per rotoli di velina'],
      ['FBT-2', 'Velina bianca'],
      ['FBT-3', 'Carta velina'],
      ['VELINA-9', 'Bobina'],
    ] as const)
      await createProduct(api.admin, { code, description });
    assert.deepEqual(await codes('q=velina&best_first=true'), ['VELINA-9', 'FBT-2', 'FBT-1', 'FBT-3']);
  });
  test('best_first ranks names, and words are found across columns', async () => {
    const names = async (q: string) =>
      (await api.admin.get(`/customers?best_first=true&q=${encodeURIComponent(q)}`)).body.map(
        ({ business_name }: { business_name: string }) => business_name,
      );
    assert.deepEqual(await names('maremma'), ['Maremma Imballaggi Società Agricola', 'Antica Maremma']);
    assert.deepEqual(await names('societa 11111111111 maremma'), ['Maremma Imballaggi Società Agricola']);
  });
});

describe('X-Total-Count is exact', () => {
  test('after each create and delete, for a page that does not reach the end', async () => {
    const list = () => api.sales.get('/products?limit=1');
    await createProduct(api.admin);
    await createProduct(api.admin);
    const before = total(await list());
    const made = await createProduct(api.admin);
    assert.equal(total(await list()), before + 1);
    assert.equal(total(await list()), before + 1);
    await api.admin.delete(`/products/${made.id}`);
    assert.equal(total(await list()), before);
  });
  test('with q, with filters and with both', async () => {
    for (let n = 0; n < 5; n++)
      await createProduct(api.admin, {
        category: 'Contati',
        description: n < 3 ? 'pochi' : 'altri',
        status: n < 2 ? 'inactive' : 'active',
      });
    for (const [query, count] of [
      ['q=pochi', 3],
      ['category=contati', 5],
      ['status=inactive&category=CONTATI', 2],
      ['q=altri&status=active&category=contati', 2],
      ['q=altri&status=inactive', 0],
    ] as const)
      for (const window of ['limit=1', 'limit=1&offset=1', 'limit=10', 'offset=100'])
        assert.equal(total(await api.admin.get(`/products?${query}&${window}`)), count, `${query}&${window}`);
  });
  test('for the activity log after a sign-in', async () => {
    const list = () => api.admin.get(`/users/${api.orders.userId}/activities?limit=1`);
    await api.signIn('orders');
    await api.signIn('orders');
    const before = total(await list());
    await api.signIn('orders');
    assert.equal(total(await list()), before + 1);
  });
  test('for a change made through another server, within a second', async () => {
    const other = await api.another();
    try {
      const here = async () => total(await api.admin.get('/products?limit=1'));
      await createProduct(api.admin);
      const before = await here();
      await createProduct(other.as(api.admin.token));
      const until = performance.now() + 1000;
      while ((await here()) === before) assert.ok(performance.now() < until);
      assert.equal(await here(), before + 1);
    } finally {
      await other.close();
    }
  });
});
