/** The search over all kinds of records: matches by role, their order and their screens. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import type { SearchKind, SearchResult } from '@bobina/contract/system/search.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { assertProblem, startApi, type Session } from '../../testing/api.ts';
import {
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMachine,
  createMovement,
  createPackingList,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../testing/factories.ts';

const api = startApi();
const WRITERS: readonly Role[] = ['admin', 'direction', 'orders', 'sales'];
const EVERYONE = ROLES;
const GTIN = '8001090310323';

interface Expected {
  kind: SearchKind;
  id: number;
  /** Texts that find the record. */
  texts: string[];
  /** The screen for each role that may read the record. */
  paths: Partial<Record<Role, string | null>>;
}
let expected: Expected[] = [];
let product: { id: number };

async function find(session: Session, q: string, limit?: number): Promise<SearchResult[]> {
  const answer = await session.get<SearchResult[]>(
    `/search?q=${encodeURIComponent(q)}${limit === undefined ? '' : `&limit=${limit}`}`,
  );
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
function forRoles(roles: readonly Role[], path: string | null): Partial<Record<Role, string | null>> {
  return Object.fromEntries(roles.map((role) => [role, path]));
}
async function created<T>(answer: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await answer;
  assert.ok(status === 200 || status === 201, JSON.stringify(body));
  return body;
}

describe('GET /search', () => {
  before(createOneOfEach);

  for (const role of ROLES)
    test(`S14: finds for ${role} every kind that the role may read and no other, with the screen that it may open`, async () => {
      assert.equal(expected.length, 13);
      for (const { kind, id, texts, paths } of expected)
        for (const text of texts) {
          const found = (await find(api[role], text)).find((one) => one.kind === kind && one.id === id);
          assert.deepEqual(
            [kind, text, found && [found.path]],
            [kind, text, role in paths ? [paths[role]] : undefined],
          );
        }
    });

  test('finds no record of a kind that the role may not read', async () => {
    const kindsOf = async (session: Session) => {
      const found = await Promise.all(expected.flatMap(({ texts }) => texts.map((text) => find(session, text))));
      return [...new Set(found.flat().map(({ kind }) => kind))].toSorted();
    };
    assert.deepEqual(await kindsOf(api.administration), [
      'customer',
      'customer_order',
      'invoice',
      'machine',
      'packing_list',
      'product',
      'supplier',
      'warehouse',
    ]);
    assert.ok(!(await kindsOf(api.warehouse)).includes('invoice'));
  });

  test('an empty q finds nothing, and one without letters does not fail', async () => {
    for (const path of ['/search', '/search?q=', '/search?q=%20%20']) {
      const answer = await api.admin.get(path);
      assert.deepEqual([answer.status, answer.body], [200, []]);
    }
    for (const q of ['%', '_', '\\', '*', "'", '"', '--', '(', 'a*', '*b']) await find(api.admin, q);
    assert.deepEqual(await find(api.admin, 'nonesiste'), []);
    assert.deepEqual(await find(api.admin, '%%%'), [], 'wildcards are plain characters');
  });

  test('names with typing mistakes are found as similar, of the kinds that the role may read', async () => {
    await createCustomer(api.admin, { business_name: 'Tipografia Bergamasco S.p.A.' });
    await createSupplier(api.admin, { business_name: 'Cartiera Élite' });
    const similar = async (session: Session, q: string) => {
      const { status, body } = await session.get<SearchResult[]>(`/search?similar=true&q=${encodeURIComponent(q)}`);
      assert.equal(status, 200, JSON.stringify(body));
      return body.map(({ kind, label, is_exact, path }) => [kind, label, is_exact, path !== null]);
    };
    const customer = ['customer', 'Tipografia Bergamasco S.p.A.', false, true];
    for (const q of ['tipogarfia', 'bergmasco', 'Bergamasko tipografa', 'bergam'])
      assert.deepEqual(await similar(api.orders, q), [customer], q);
    for (const q of ['elit', 'ELITTE cartera'])
      assert.deepEqual(await similar(api.sales, q), [['supplier', 'Cartiera Élite', false, true]], q);
    for (const q of ['bargomosca', 'tip', 'tipografia nonesiste', '%%%%', ''])
      assert.deepEqual(await similar(api.admin, q), [], q);
  });

  test('a product is found as similar by its code without separators', async () => {
    await createProduct(api.admin, { code: 'FAC-12X37', description: 'Fogli' });
    await createProduct(api.admin, { code: 'FAC-12X370', description: 'Altri fogli' });
    assert.deepEqual(await find(api.admin, 'FAC12X37'), []);
    const codes = async (session: Session, q: string) =>
      (await session.get<SearchResult[]>(`/search?similar=true&q=${encodeURIComponent(q)}`)).body.map(
        ({ code }) => code,
      );
    for (const q of ['FAC12X37', 'fac 12/x37']) assert.deepEqual(await codes(api.admin, q), ['FAC-12X37'], q);
  });

  test('orders exact codes, then beginnings, then words anywhere', async () => {
    await createProduct(api.admin, { code: 'X-MELA-1', description: 'codice MELA-1 dentro' });
    await createProduct(api.admin, { code: 'MELA-10', description: 'inizio' });
    await createProduct(api.admin, { code: 'mela-1', description: 'esatto' });
    await createMachine(api.admin, { code: 'MELA-11', description: 'inizio' });
    await createMachine(api.admin, { code: 'Mela-1', description: 'esatta' });
    const found = await find(api.admin, 'MELA-1');
    assert.deepEqual(
      found.map(({ code, is_exact }) => [code, is_exact]),
      [
        ['mela-1', true],
        ['Mela-1', true],
        ['MELA-10', false],
        ['MELA-11', false],
        ['X-MELA-1', false],
      ],
    );
  });

  test('the end of a number finds its document before codes that begin with it, but not exactly', async () => {
    const customer = await createCustomer(api.admin, { business_name: 'Numeri Corti' });
    const line = { product_id: product.id, quantity: 1, unit_price: 1 };
    const order = await createCustomerOrder(api.admin, customer.id, [line]);
    const end = String(Number(order.order_number.split('/')[1]));
    await createCustomerOrder(api.admin, customer.id, [line], { customer_order_number: `${end}77/26` });
    for (const text of [end, end.padStart(5, '0')]) {
      const found = (await find(api.admin, text)).filter(({ kind }) => kind === 'customer_order');
      assert.deepEqual([text, found[0]?.code, found[0]?.is_exact], [text, order.order_number, false]);
    }
  });

  test('a number is found with its series or year, without zeros and separators', async () => {
    const customer = await createCustomer(api.admin, { business_name: 'Numeri Scritti' });
    const line = { product_id: product.id, quantity: 1, unit_price: 1 };
    const { order_number } = await createCustomerOrder(api.admin, customer.id, [line]);
    const [, year, digits] = /^OC-(\d{4})\/(\d{5})$/.exec(order_number)!;
    const n = Number(digits);
    const spellings = [
      `oc${n}`,
      `OC ${n}`,
      `oc-${n}`,
      `${year}/${n}`,
      `${year!.slice(2)}/${n}`,
      `oc${year}/${n}`,
      `OC${year}${digits}`,
    ];
    for (const text of spellings)
      assert.equal(
        (await find(api.admin, text)).find(({ kind }) => kind === 'customer_order')?.code,
        order_number,
        text,
      );
    for (const text of [`ft${n}`, `2019/${n}`])
      assert.deepEqual(
        (await find(api.admin, text)).filter(({ code }) => code === order_number),
        [],
        text,
      );
  });

  test('a partner is an exact match by its VAT number with and without the country', async () => {
    const customer = await createCustomer(api.admin, { business_name: 'Col Prefisso', vat_number: '27421800502' });
    const supplier = await createSupplier(api.admin, { business_name: 'Papier Prefix', vat_number: 'IT06363391001' });
    const ids = async (text: string) =>
      (await find(api.admin, text)).filter(({ is_exact }) => is_exact).map(({ kind, id }) => [kind, id]);
    for (const text of ['27421800502', 'IT27421800502', 'it 274 218 00502'])
      assert.deepEqual(await ids(text), [['customer', customer.id]], text);
    for (const text of ['06363391001', 'IT06363391001'])
      assert.deepEqual(await ids(text), [['supplier', supplier.id]], text);
  });

  test('a code that begins with the first of several words comes before texts that contain them', async () => {
    await createProduct(api.admin, { code: 'ZIR-040-1000', description: 'Carta' });
    await createProduct(api.admin, { code: 'ZIR-040-0500', description: 'Carta' });
    await createProduct(api.admin, { code: 'SAC-2040', description: 'Sacchi zirconio' });
    const codes = (await find(api.admin, 'zir 040')).map(({ code }) => code);
    assert.deepEqual(codes, ['ZIR-040-0500', 'ZIR-040-1000', 'SAC-2040']);
  });

  test('ignores case and accents in codes too', async () => {
    const { id } = await createProduct(api.admin, { code: 'PÉRA-9', description: 'x' });
    for (const text of ['PÉRA-9', 'pera-9', 'péra-9', 'Pera-9']) {
      const [first] = await find(api.admin, text);
      assert.deepEqual([text, first?.id, first?.is_exact], [text, id, true]);
    }
  });

  test('the label of an unknown batch finds its product, but not exactly', async () => {
    const found = await find(api.admin, 'ROT-38*IGNOTO');
    assert.deepEqual(
      found.map(({ kind, id, is_exact }) => ({ kind, id, is_exact })),
      [{ kind: 'product', id: product.id, is_exact: false }],
    );
  });

  test('a reel is an exact match by its code, mill number, supplier lot and SSCC', async () => {
    const reel = expected.find(({ kind }) => kind === 'reel')!;
    for (const text of reel.texts.filter((one) => !['muller', '711/b', 'cv-2026'].includes(one))) {
      const [first] = await find(api.warehouse, text);
      assert.deepEqual([text, first?.kind, first?.id, first?.is_exact], [text, 'reel', reel.id, true]);
    }
  });

  test('a short text finds codes that begin with it, also among many records', async () => {
    await createProduct(api.admin, { code: 'Ω', description: 'una lettera' });
    assert.equal((await find(api.admin, 'ω'))[0]?.code, 'Ω');
  });

  test('deleted records are not found', async () => {
    const gone = await createProduct(api.admin, { code: 'SPARITO-1' });
    assert.equal((await find(api.admin, 'SPARITO-1')).length, 1);
    assert.equal((await api.admin.delete(`/products/${gone.id}`)).status, 204);
    assert.deepEqual(await find(api.admin, 'SPARITO-1'), []);
  });

  test('limit bounds the results of all kinds, and an impossible one is refused', async () => {
    for (let n = 0; n < 25; n++) await createMachine(api.admin, { code: `SERIE-${n}` });
    assert.equal((await find(api.admin, 'serie')).length, 20);
    assert.equal((await find(api.admin, 'serie', 3)).length, 3);
    assert.equal((await find(api.admin, 'serie', 50)).length, 25);
    for (const limit of ['0', '51', 'x'])
      assertProblem(await api.admin.get(`/search?q=a&limit=${limit}`), 400, 'VALIDATION');
  });

  test('a screen address quotes a code that the router would read as a number', async () => {
    await createProduct(api.admin, { code: '00700', description: 'x' });
    await createProduct(api.admin, { code: '70.10', description: 'x' });
    assert.equal((await find(api.warehouse, '00700'))[0]?.path, '/report/giacenze?code=00700');
    assert.equal((await find(api.warehouse, '70.10'))[0]?.path, '/report/giacenze?code=%2270.10%22');
  });

  test('finds a batch although all newer ones are reels', async () => {
    await sql`with made as (
        insert into batches (product_id, batch_number) select ${product.id}, 'NASTRO-' || n from generate_series(0, 150) n
        returning id, product_id, batch_number)
      insert into reels (batch_id, product_id, code, width_mm, initial_quantity)
        select id, product_id, batch_number, 300, 1 from made where batch_number <> 'NASTRO-0'`.execute(api.db);
    for (const text of ['NASTRO-0', 'nastro-0', 'nastro-'])
      assert.ok(
        (await find(api.admin, text, 50)).some(({ kind, code }) => kind === 'batch' && code === 'NASTRO-0'),
        text,
      );
    assert.ok((await find(api.admin, 'NASTRO-7')).every(({ kind }) => kind === 'reel'));
  });

  test('frequent words return the newest records of a large kind', async () => {
    await sql`insert into machines (code, description)
      select 'GRANDE-' || n, 'comune ' || n from generate_series(1, 20000) n`.execute(api.db);
    const found = await find(api.admin, 'comune');
    assert.equal(found[0]?.code, 'GRANDE-20000');
    assert.equal((await find(api.admin, 'comune 12345'))[0]?.code, 'GRANDE-12345');
  });
});

async function createOneOfEach() {
  await completeCompany(api.admin);
  const { admin } = api;
  const warehouse = await createWarehouse(admin, { name: 'Deposito Querceto', description: 'Bancali vuoti' });
  const machine = await createMachine(admin, { code: 'TGL-42', description: 'Ribobinatrice', area: 'Reparto Sud' });
  const supplier = await createSupplier(admin, { business_name: 'Cartiera Verdòn', address: 'Strada Montenero 5' });
  const customer = await createCustomer(admin, {
    business_name: 'Panificio Zanellato',
    vat_number: '01234567897',
    address: 'Piazza Cordusio 3',
    city: 'Forlì',
  });
  await created(
    admin.post('/destinazioni-merce', { customer_id: customer.id, indirizzo: 'Viale Ungaretti 12', citta: 'Gorizia' }),
  );
  product = await createProduct(admin, {
    code: 'ROT-38',
    description: 'Rotoli carta da banco h 38',
    category: 'Càrta',
    barcode: GTIN,
    has_batch: true,
  });
  await createMovement(admin, loadBody(product.id, warehouse.id, 100, { batch_number: 'LOTTO-7' }));
  const batch = await api.db
    .selectFrom('batches')
    .select('id')
    .where('batch_number', '=', 'LOTTO-7')
    .executeTakeFirstOrThrow();
  const purchase = await createPurchaseOrder(
    admin,
    supplier.id,
    [{ product_id: product.id, ordered_quantity: 10, unit_price: 1 }],
    { order_number: 'ACQ-555' },
  );
  await created(
    admin.post('/goods-receipts/receive', {
      document_number: 'BOLLA 88/A',
      document_date: '2026-03-02',
      order_id: purchase.id,
      items: [
        {
          order_item_id: purchase.items[0]!.id,
          quantity: 4,
          warehouse_id: warehouse.id,
          batches: [{ batch_number: 'LOTTO-8', quantity: 4 }],
        },
      ],
    }),
  );
  const stored = await api.db.selectFrom('goods_receipts').select('id').executeTakeFirstOrThrow();
  await admin.put('/company', { gs1_prefix: '8012345' });
  const kraft = await createProduct(admin, { code: 'KRAFT-80', is_reel: true, has_batch: true, peso_carta: 80 });
  const reelOrder = await createPurchaseOrder(
    admin,
    supplier.id,
    [{ product_id: kraft.id, quantity: 500, unit_price: 1 }],
    { order_number: 'BOB-1' },
  );
  const { reels } = await created<{ reels: Reel[] }>(
    admin.post('/goods-receipts/receive', {
      document_number: 'DDT-BOB',
      document_date: '2026-03-02',
      order_id: reelOrder.id,
      items: [
        {
          order_item_id: reelOrder.items[0]!.id,
          warehouse_id: warehouse.id,
          reels: [{ width_mm: 1000, kg: 500, mill_number: 'Müller 4711/B', supplier_lot: 'CV-2026-88' }],
        },
      ],
    }),
  );
  const reel = reels[0]!;
  const order = await createCustomerOrder(
    admin,
    customer.id,
    [{ product_id: product.id, quantity: 20, unit_price: 2, delivery_date: '2026-03-20' }],
    { customer_order_number: 'ODA-XK9' },
  );
  const list = await createPackingList(admin, {
    customer_id: customer.id,
    order_id: order.id,
    packing_date: '2026-03-10',
    items: [{ order_item_id: order.items[0]!.id, warehouse_id: warehouse.id, batch_number: 'LOTTO-7', quantity: 20 }],
  });
  const draft = await createInvoice(admin, list.id);
  const invoice = await created<{ invoice_number: string }>(
    admin.put(`/invoices/${draft.id}/status`, { status: 'sent' }),
  );
  const count = await created<{ id: number }>(
    admin.post('/stock-counts', { warehouse_id: warehouse.id, notes: 'Inventario di Ferragosto' }),
  );
  const stockRoles: readonly Role[] = [...WRITERS, 'warehouse'];
  expected = [
    {
      kind: 'product',
      id: product.id,
      texts: ['ROT-38', 'rot-3', GTIN, `0${GTIN}`, 'banco rotoli 38', 'carta da banco'],
      paths: {
        ...forRoles(WRITERS, `/anagrafica/prodotti/${product.id}`),
        warehouse: '/report/giacenze?code=ROT-38',
        administration: null,
      },
    },
    {
      kind: 'customer',
      id: customer.id,
      texts: [
        'Panificio Zanellato',
        'zanell',
        '01234567897',
        'cordusio',
        'forli zanellato',
        'FORLÌ',
        'ungaretti gorizia',
      ],
      paths: {
        ...forRoles(WRITERS, `/anagrafica/clienti/${customer.id}`),
        ...forRoles(['warehouse', 'administration'], null),
      },
    },
    {
      kind: 'supplier',
      id: supplier.id,
      texts: ['cartiera verdon', 'verdòn', 'montenero'],
      paths: {
        ...forRoles(WRITERS, `/anagrafica/fornitori/${supplier.id}`),
        ...forRoles(['warehouse', 'administration'], null),
      },
    },
    {
      kind: 'machine',
      id: machine.id,
      texts: ['tgl-42', 'ribobin', 'reparto sud'],
      paths: {
        ...forRoles(WRITERS, `/anagrafica/macchinari/${machine.id}`),
        ...forRoles(['warehouse', 'administration'], null),
      },
    },
    {
      kind: 'warehouse',
      id: warehouse.id,
      texts: ['deposito querceto', 'querc', 'bancali'],
      paths: {
        ...forRoles(WRITERS, `/anagrafica/magazzini/${warehouse.id}`),
        warehouse: `/report/giacenze?warehouse_id=${warehouse.id}`,
        administration: null,
      },
    },
    {
      kind: 'purchase_order',
      id: purchase.id,
      texts: ['ACQ-555', 'acq-5', 'cq-55', 'verdon'],
      paths: forRoles(stockRoles, `/operazioni/ordini-fornitori/${purchase.id}`),
    },
    {
      kind: 'goods_receipt',
      id: stored.id,
      texts: ['BOLLA 88/A', 'bolla', '88/a'],
      paths: forRoles(stockRoles, `/operazioni/ricezione-merce/storico/${purchase.items[0]!.id}`),
    },
    {
      kind: 'customer_order',
      id: order.id,
      texts: [order.order_number, order.order_number.toLowerCase().slice(0, -1), 'ODA-XK9', 'oda-x', 'zanellato'],
      paths: forRoles(
        EVERYONE,
        `/ordiniclienti/visualizza-ordini?q=${encodeURIComponent(order.order_number)}&order=${order.id}`,
      ),
    },
    {
      kind: 'packing_list',
      id: list.id,
      texts: [list.packing_list_number!, 'zanellato', order.order_number],
      paths: forRoles(EVERYONE, `/operazioni/vendite?open=${list.id}`),
    },
    {
      kind: 'invoice',
      id: draft.id,
      texts: [invoice.invoice_number, 'zanellato', 'ODA-XK9'],
      paths: forRoles([...WRITERS, 'administration'], `/operazioni/vendite?tab=invoices&open=${draft.id}`),
    },
    {
      kind: 'stock_count',
      id: count.id,
      texts: ['ferragosto', 'inventario di ferragosto', 'querceto'],
      paths: forRoles(stockRoles, `/report/inventario?sheet=${count.id}`),
    },
    {
      kind: 'batch',
      id: batch.id,
      texts: [
        'LOTTO-7',
        'lotto',
        'otto-7',
        'ROT-38*LOTTO-7',
        `01${GTIN.padStart(14, '0')}10LOTTO-7`,
        `${GTIN}*lotto-7`,
      ],
      paths: forRoles(stockRoles, `/report/lotti/${batch.id}`),
    },
    {
      kind: 'reel',
      id: reel.batch_id,
      texts: [
        reel.code,
        reel.code.toLowerCase(),
        'Müller 4711/B',
        'muller',
        '711/b',
        'CV-2026-88',
        'cv-2026',
        reel.sscc!,
        `00${reel.sscc}`,
        `(00)${reel.sscc}`,
      ],
      paths: forRoles(stockRoles, `/operazioni/bobine/${reel.batch_id}`),
    },
  ];
}
