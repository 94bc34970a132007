/** Imports of registers over HTTP. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { today } from '@bobina/contract/core/dates.ts';
import type { ImportedRowResult } from '@bobina/contract/system/imports.ts';
import { assertProblem, startApi, type Session } from '../../testing/api.ts';
import {
  createCustomer,
  createMachine,
  createMovement,
  createProduct,
  createSupplier,
  createWarehouse,
  loadBody,
  machineBody,
  partyBody,
  productBody,
} from '../../testing/factories.ts';

const api = startApi();
let made = 0;
function vat() {
  return `IT${String(10_000_000_000 + ++made)}`;
}

/** Imports rows that are numbered from 2, as below a header. */
async function run(register: string, values: object[], given: object = {}, session: Session = api.admin) {
  const rows = values.map((one, index) => ({ row: index + 2, values: one }));
  const { status, body } = await session.post(`/imports/${register}`, { rows, ...given });
  assert.equal(status, 200, JSON.stringify(body));
  return body as { created: number; updated: number; refused: number; results: ImportedRowResult[] };
}
function refusals({ results }: { results: ImportedRowResult[] }) {
  return results.map(({ fields }) => Object.fromEntries(fields.map(({ path, code }) => [path, code])));
}
function actions({ results }: { results: ImportedRowResult[] }) {
  return results.map(({ action }) => action);
}
async function count(table: string) {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}`.execute(api.db);
  return rows[0]!.count;
}

test('S26: seven registers take rows with dry_run and mode, and answer the counts and per row its action, changes and fields', async () => {
  const [product, supplier, warehouse] = [
    await createProduct(api.admin),
    await createSupplier(api.admin, { vat_number: vat() }),
    await createWarehouse(api.admin),
  ];
  const customer = await createCustomer(api.admin, { vat_number: vat() });
  const machine = await createMachine(api.admin);
  const price = { product_code: product.code, supplier: supplier.vat_number, start_date: '2026-01-01' };
  assert.equal((await run('prices', [{ ...price, price: 1 }])).created, 1);
  const agreed = { product_code: product.code, customer: customer.vat_number, start_date: '2026-01-01' };
  assert.equal((await run('customer-prices', [{ ...agreed, price: 1 }])).created, 1);
  // Of each register: a new row, a change of a stored one as [field, before, after], and a row that is refused.
  const cases: [string, object, object, [string, unknown, unknown], object, Record<string, string>][] = [
    [
      'products',
      productBody({ supplier: supplier.business_name }),
      { code: product.code.toLowerCase(), description: 'Kraft' },
      ['description', product.description, 'Kraft'],
      productBody({ currency: 'XXX' }),
      { currency: 'enum' },
    ],
    [
      'customers',
      partyBody({ vat_number: vat() }),
      { vat_number: customer.vat_number, city: 'Pisa' },
      ['city', 'Lucca', 'Pisa'],
      partyBody({ vat_number: vat(), email: 'nessuna' }),
      { email: 'format' },
    ],
    [
      'suppliers',
      partyBody({ vat_number: vat() }),
      { business_name: supplier.business_name, city: 'Pisa' },
      ['city', 'Lucca', 'Pisa'],
      { business_name: 'Solo il nome' },
      {
        vat_number: 'required',
        address: 'required',
        city: 'required',
        province: 'required',
        zip_code: 'required',
        country: 'required',
        email: 'required',
        phone: 'required',
      },
    ],
    [
      'machines',
      machineBody(),
      { code: machine.code, area: 'B' },
      ['area', null, 'B'],
      { code: randomUUID() },
      { description: 'required' },
    ],
    [
      'prices',
      { ...price, product_code: (await createProduct(api.admin)).code, price: 2 },
      { ...price, price: '1,25' },
      ['price', 1, 1.25],
      { ...price, start_date: '2026-02-01', price: 3 },
      { start_date: 'overlap' },
    ],
    [
      'customer-prices',
      {
        ...agreed,
        product_code: (await createProduct(api.admin)).code,
        price: 2,
        currency: 'eur',
        end_date: '31/12/26',
      },
      { ...agreed, customer: customer.business_name.toUpperCase(), price: '1,25', currency: 'EUR' },
      ['price', 1, 1.25],
      { ...agreed, start_date: '2026-02-01', price: 3 },
      { start_date: 'overlap' },
    ],
    [
      'opening-stock',
      { product_code: product.code, warehouse: warehouse.name, movement_date: '10/1/26', quantity: '1.500,5 kg' },
      {},
      ['', null, null],
      { product_code: product.code, warehouse: 'Altrove', movement_date: '2026-01-10', quantity: 1 },
      { warehouse: 'unknown' },
    ],
  ];
  for (const [register, fresh, change, [field, before, after], bad, reasons] of cases) {
    const changes = register === 'opening-stock' ? [] : [change];
    const rows = [fresh, ...changes, bad];
    const wanted = ['create', ...changes.map(() => 'update'), 'refuse'];
    const dry = await run(register, rows, { dry_run: true, mode: 'both' });
    assert.deepEqual(actions(dry), wanted, register);
    const answer = await run(register, rows);
    assert.deepEqual([answer.created, answer.updated, answer.refused], [1, changes.length, 1], register);
    assert.deepEqual(
      answer.results.map(({ row }) => row),
      rows.map((_, index) => index + 2),
    );
    assert.ok(answer.results[0]!.id !== null && dry.results[0]!.id === null);
    // A new row lists the given values, a changed one only those that differ.
    for (const one of answer.results[0]!.changes) assert.equal(one.before, null, register);
    assert.deepEqual(
      new Set(answer.results[0]!.changes.map((one) => one.field)),
      new Set(Object.keys(fresh)),
      register,
    );
    if (changes.length > 0) {
      assert.deepEqual(answer.results[1]!.changes, [{ field, before, after }], register);
      // The second time there is nothing to change.
      assert.deepEqual(actions(await run(register, changes)), ['none']);
    }
    assert.deepEqual(refusals(answer).at(-1), reasons, register);
    for (const { message } of answer.results.at(-1)!.fields) assert.match(message, /\w/);
    // The mode refuses the other kind of row.
    if (changes.length === 0) continue;
    assert.deepEqual(actions(await run(register, changes, { mode: 'create' })), ['refuse']);
    const unmatched =
      register === 'machines'
        ? machineBody()
        : { ...fresh, code: randomUUID(), vat_number: vat(), start_date: '2031-01-01' };
    const update = await run(register, [unmatched], { mode: 'update' });
    assert.deepEqual(Object.values(refusals(update)[0]!), ['unknown'], register);
  }
});

test('S27: a dry run writes nothing; rows are matched by code, VAT number or else name, are acts of their own, and are at most 5,000', async () => {
  const tables = ['machines', 'suppliers', 'activities', 'imports', 'idempotency_keys'];
  const counts = async () => Promise.all(tables.map(count));
  const before = await counts();
  const key = randomUUID();
  const rows = [machineBody(), machineBody()].map((values, index) => ({ row: index + 2, values }));
  const send = (body: object) => api.admin.post('/imports/machines', body, { headers: { 'idempotency-key': key } });
  assert.equal((await send({ rows, dry_run: true })).body.created, 2);
  assert.deepEqual(await counts(), before);

  // Each row has its own key, so that a retry repeats nothing; and its own entry in the activity log.
  const first = await send({ rows });
  const afterwards = await counts();
  assert.deepEqual(
    afterwards.map((number, index) => number - before[index]!),
    [2, 0, 2, 1, 4],
  );
  assert.deepEqual((await send({ rows })).body, first.body);
  assert.deepEqual(await counts(), afterwards);
  const keys = await sql<{
    key: string;
  }>`select key from idempotency_keys where key like ${`${key}#%`} order by key`.execute(api.db);
  assert.deepEqual(
    keys.rows.map((row) => row.key),
    [`${key}#2`, `${key}#3`, `${key}#import`],
  );
  // A refused row does not stop the others.
  const mixed = await run('machines', [machineBody(), machineBody({ description: '' }), machineBody()]);
  assert.deepEqual(actions(mixed), ['create', 'refuse', 'create']);

  const [number, other] = [vat(), vat()];
  const one = await createSupplier(api.admin, { vat_number: number });
  const two = await createSupplier(api.admin, { vat_number: other });
  const matched = await run('suppliers', [
    { vat_number: number.toLowerCase(), city: 'A' },
    { business_name: two.business_name.toUpperCase(), city: 'B' },
  ]);
  assert.deepEqual(
    matched.results.map(({ action, id }) => [action, id]),
    [
      ['update', one.id],
      ['update', two.id],
    ],
  );
  // A name or number that matches two rows is refused; the name distinguishes two with one number.
  await createSupplier(api.admin, { business_name: two.business_name, vat_number: vat() });
  assert.deepEqual(refusals(await run('suppliers', [{ business_name: two.business_name, city: 'C' }])), [
    { business_name: 'unknown' },
  ]);
  const branch = await createSupplier(api.admin, { vat_number: number });
  assert.deepEqual(refusals(await run('suppliers', [{ vat_number: number, city: 'C' }])), [{ vat_number: 'unknown' }]);
  const answer = await run('suppliers', [{ vat_number: number, business_name: branch.business_name, city: 'C' }]);
  assert.equal(answer.results[0]!.id, branch.id);

  const many = (length: number) => Array.from({ length }, (_, index) => ({ row: index + 1, values: {} }));
  const most = await api.admin.post('/imports/machines', { rows: many(5000), dry_run: true });
  assert.deepEqual([most.status, most.body.refused], [200, 5000]);
  assertProblem(await api.admin.post('/imports/machines', { rows: many(5001) }), 400, 'VALIDATION', { rows: 'max' });
});

test('S52: an import of opening stock refuses a row whose product, warehouse and batch hold stock', async () => {
  const [one, other] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
  const [plain, batched] = [await createProduct(api.admin), await createProduct(api.admin, { has_batch: true })];
  await createMovement(api.admin, loadBody(plain.id, one.id, 5));
  await createMovement(api.admin, loadBody(batched.id, one.id, 5, { batch_number: 'L1' }));
  const row = (product_code: string, warehouse: string, given: object = {}) => ({
    product_code,
    warehouse,
    movement_date: '2026-01-10',
    quantity: 7,
    ...given,
  });
  const rows = [
    row(plain.code, one.name),
    row(plain.code, other.name),
    row(batched.code, one.name, { batch_number: 'L1' }),
    row(batched.code, one.name, { batch_number: 'L2' }),
  ];
  const refused = { product_code: 'alreadyInStock' };
  for (const dry_run of [true, false])
    assert.deepEqual(refusals(await run('opening-stock', rows, { dry_run })), [refused, {}, refused, {}]);
  // A file sent twice doubles nothing, at the same time or later.
  assert.deepEqual(actions(await run('opening-stock', rows)), ['refuse', 'refuse', 'refuse', 'refuse']);
  const fresh = await createWarehouse(api.admin);
  const twice = await Promise.all(
    [api.admin, api.sales].map((session) => run('opening-stock', [row(plain.code, fresh.name)], {}, session)),
  );
  assert.deepEqual(twice.map(({ created }) => created).toSorted(), [0, 1]);
  // A row that the file repeats is refused in the dry run too.
  const repeated = [1, 2].map(() => row(plain.code, fresh.name));
  assert.equal((await run('opening-stock', repeated, { dry_run: true })).refused, 2);
});

describe('an import', () => {
  test('keeps a field when its cell is empty', async () => {
    const machine = await createMachine(api.admin, { area: 'A' });
    const { results } = await run('machines', [
      { code: machine.code, description: 'Nuova', area: ' ', abbreviation: null },
    ]);
    assert.deepEqual(results[0]!.changes, [{ field: 'description', before: machine.description, after: 'Nuova' }]);
    assert.equal((await api.admin.get(`/machines/${machine.id}`)).body.area, 'A');
  });
  test('reads days, numbers, and yes or no as people write them', async () => {
    const { results } = await run('products', [
      productBody({ scorta_minima: '12,5 kg', has_batch: 'Sì', has_bom: 'no', unit_of_measure: 'KG', barcode: 8001 }),
    ]);
    const product = (await api.admin.get(`/products/${results[0]!.id}`)).body;
    assert.deepEqual(
      [product.scorta_minima, product.has_batch, product.has_bom, product.unit_of_measure, product.barcode],
      [12.5, true, false, 'kg', '8001'],
    );
    const wrong = { scorta_minima: '1.500', has_batch: 'forse', peso_netto: 'molto' };
    assert.deepEqual(refusals(await run('products', [productBody(wrong)])), [
      { scorta_minima: 'type', has_batch: 'type', peso_netto: 'type' },
    ]);
    const { code } = await createProduct(api.admin);
    const supplier = (await createSupplier(api.admin, { vat_number: vat() })).business_name;
    const price = { product_code: code, supplier, price: 1 };
    const day = await run('prices', [{ ...price, start_date: '5 marzo 2026', end_date: '31.12.26' }]);
    const stored = (await api.admin.get(`/prices/${day.results[0]!.id}`)).body;
    assert.deepEqual([stored.start_date, stored.end_date], ['2026-03-05', '2026-12-31']);
    assert.deepEqual(refusals(await run('prices', [{ ...price, start_date: '31/2/2026' }])), [
      { start_date: 'invalidDates' },
    ]);
  });
  test('matches the prices of a supplier by their quantity too where it is given', async () => {
    const { code } = await createProduct(api.admin);
    const supplier = (await createSupplier(api.admin, { vat_number: vat() })).business_name;
    const price = { product_code: code, supplier, start_date: '2026-01-01' };
    const breaks = (first: number, second: number) => [
      { ...price, price: first, from_quantity: '0' },
      { ...price, price: second, from_quantity: '12,5' },
    ];
    assert.deepEqual(actions(await run('prices', breaks(3, 2))), ['create', 'create']);
    const changed = await run('prices', breaks(3, 1.5));
    assert.deepEqual(actions(changed), ['none', 'update']);
    const stored = (await api.admin.get(`/prices/${changed.results[1]!.id}`)).body;
    assert.deepEqual([stored.price, stored.from_quantity], [1.5, 12.5]);
    // Without a quantity there is no telling which of them is meant.
    assert.deepEqual(refusals(await run('prices', [{ ...price, price: 9 }])), [{ start_date: 'unknown' }]);
    assert.deepEqual(actions(await run('prices', [{ ...price, price: 1, from_quantity: 100 }])), ['create']);
  });
  test('takes prices of a customer in his currency only, and names unknown customers and products', async () => {
    const buyer = await createCustomer(api.admin, { vat_number: vat(), valuta: 'USD' });
    const { code } = await createProduct(api.admin);
    const price = { product_code: code, customer: buyer.business_name, price: 2, start_date: '2026-01-01' };
    const wrong = [
      { ...price, currency: 'EUR' },
      { ...price, start_date: '2026-02-01', currency: 'XXX' },
      { ...price, start_date: '2026-03-01', customer: 'Nessuno' },
      { ...price, start_date: '2026-04-01', product_code: 'NESSUNO' },
      { ...price, start_date: '2026-05-01', end_date: '2026-04-30' },
    ];
    for (const dry_run of [true, false])
      assert.deepEqual(refusals(await run('customer-prices', wrong, { dry_run })), [
        { currency: 'customerCurrency' },
        { currency: 'enum' },
        { customer: 'unknown' },
        { product_code: 'unknown' },
        { end_date: 'before_start' },
      ]);
    const made = await run('customer-prices', [{ ...price, currency: 'USD' }]);
    const stored = async () => (await api.admin.get(`/customer-prices/${made.results[0]!.id}`)).body;
    assert.deepEqual([(await stored()).currency, (await stored()).price], ['USD', 2]);
    // By now the customer pays in euros: a row in dollars is refused, and one in euros relabels the price on purpose.
    assert.equal((await api.admin.put(`/customers/${buyer.id}`, { ...buyer, valuta: 'EUR' })).status, 200);
    for (const given of [{ price: 2 }, { price: 3 }])
      assert.deepEqual(refusals(await run('customer-prices', [{ ...price, ...given, currency: 'USD' }])), [
        { currency: 'customerCurrency' },
      ]);
    assert.deepEqual(actions(await run('customer-prices', [price])), ['none']);
    assert.equal((await stored()).currency, 'USD');
    const relabelled = await run('customer-prices', [{ ...price, currency: 'EUR' }]);
    assert.deepEqual(relabelled.results[0]!.changes, [{ field: 'currency', before: 'USD', after: 'EUR' }]);
    assert.deepEqual([(await stored()).currency, (await stored()).price], ['EUR', 2]);
  });
  test('ends the previous price where the file says so, and changes nothing when the file is sent again', async () => {
    const { code } = await createProduct(api.admin);
    const customer = (await createCustomer(api.admin, { vat_number: vat() })).business_name;
    const supplier = (await createSupplier(api.admin, { vat_number: vat() })).business_name;
    for (const [register, party] of [
      ['customer-prices', { customer }],
      ['prices', { supplier }],
    ] as const) {
      const price = { product_code: code, ...party, price: 1, start_date: '2026-01-01' };
      const first = await run(register, [price]);
      const next = { ...price, price: 2, start_date: '2026-07-01' };
      assert.deepEqual(refusals(await run(register, [next])), [{ start_date: 'overlap' }], register);
      const closing = [{ ...next, closes_previous: 'sì' }];
      assert.deepEqual(actions(await run(register, closing)), ['create'], register);
      const closed = (await api.admin.get(`/${register}/${first.results[0]!.id}`)).body;
      assert.equal(closed.end_date, '2026-06-30', register);
      assert.deepEqual(actions(await run(register, closing)), ['none'], register);
    }
  });
  test('refuses a row that the file repeats, and row numbers that repeat', async () => {
    const body = machineBody();
    const repeated = await run('machines', [body, { ...body, code: body.code.toLowerCase() }]);
    assert.deepEqual(refusals(repeated), [{}, { code: 'exists' }]);
    const rows = [machineBody(), machineBody()].map((values) => ({ row: 2, values }));
    assertProblem(await api.admin.post('/imports/machines', { rows }), 400, 'VALIDATION', { 'rows.1.row': 'exists' });
  });
  test('needs the capability to write the register; an unknown register is a 404', async () => {
    const body = { rows: [{ row: 2, values: machineBody() }] };
    assertProblem(await api.warehouse.post('/imports/machines', body), 403, 'FORBIDDEN');
    assertProblem(await api.admin.post('/imports/users', body), 404, 'NOT_FOUND');
    const answer = await api.warehouse.post('/imports/opening-stock', body);
    assert.equal(answer.status, 200);
  });
});

describe('GET /imports', () => {
  test('lists the imports of 30 days with refused rows, the import of orders among them, by register', async () => {
    const last = async (session: Session, query = '') =>
      (await session.get(`/imports?limit=2${query}`)).body.map(
        ({ register, created, updated, refused, user_name }: Record<string, unknown>) => [
          register,
          created,
          updated,
          refused,
          user_name,
        ],
      );
    const { name } = (await api.sales.get('/auth/me')).body;
    await run('machines', [machineBody(), { code: 'x' }], {}, api.sales);
    await run('machines', [machineBody()], {}, api.sales);
    const customer = await createCustomer(api.admin);
    const { code } = await createProduct(api.admin);
    const order = {
      numero_ordine_cliente: randomUUID(),
      data_ordine: today('Europe/Rome'),
      data_consegna: today('Europe/Rome'),
      quantita: 1,
      prezzo_unitario: 1,
    };
    const orders = [
      { ...order, codice_prodotto: code },
      { ...order, codice_prodotto: 'NESSUNO', numero_ordine_cliente: 'NEL-FILE' },
      { ...order, codice_prodotto: code, numero_ordine_cliente: 'NEL-FILE' },
      // json accepts neither of these characters.
      { numero_ordine_cliente: '\0\ud800' },
    ];
    const sheet = { file: 'ordini.xlsx', headers: { codice_prodotto: 'Codice prodotto' }, rows: [7, 8, 9, 10] };
    const imported = await api.sales.post('/customer-orders/bulk-import', {
      orders,
      customerId: customer.id,
      ...sheet,
    });
    assert.equal(imported.status, 200);
    assert.deepEqual(await last(api.sales), [
      ['customer-orders', 1, 0, 2, name],
      ['machines', 1, 0, 0, name],
    ]);
    assert.deepEqual(await last(api.sales, '&failed=true'), [
      ['customer-orders', 1, 0, 2, name],
      ['machines', 1, 0, 1, name],
    ]);
    const [{ id: orderImport }] = (await api.sales.get('/imports?register=customer-orders')).body;
    const machines = (await api.sales.get('/imports?register=machines')).body;
    assert.ok(machines.every(({ register }: { register: string }) => register === 'machines'));
    const kept = (await api.sales.get(`/imports/${orderImport}`)).body;
    assert.equal(kept.file, 'ordini.xlsx');
    assert.deepEqual(kept.headers, { codice_prodotto: 'Codice prodotto' });
    assert.deepEqual(kept.refused_rows, [
      { row: 8, values: orders[1], fields: [{ path: '', message: 'Prodotti non trovati: NESSUNO' }] },
      { row: 9, values: orders[2], fields: [{ path: '', message: "L'ordine è stato rifiutato per un'altra riga" }] },
      {
        row: 10,
        values: { numero_ordine_cliente: '\ufffd' },
        fields: [{ path: '', message: 'Il testo non è valido' }],
      },
    ]);
    assertProblem(await api.administration.get(`/imports/${orderImport}`), 404, 'NOT_FOUND');
    // Administration writes prices only.
    const seen = (await api.administration.get('/imports')).body;
    assert.ok(seen.every(({ register }: { register: string }) => ['prices', 'customer-prices'].includes(register)));
    await sql`update imports set at = now() - interval '31 days'`.execute(api.db);
    assert.deepEqual(await last(api.sales), []);
    assertProblem(await api.sales.get(`/imports/${orderImport}`), 404, 'NOT_FOUND');
  });
  test('tells imports of customer prices from those of supplier prices', async () => {
    const since = (await api.admin.get('/imports?limit=1')).body[0]?.id ?? 0;
    await run('customer-prices', [{ customer: 'Nessuno', price: 1 }]);
    await run('prices', [{ supplier: 'Nessuno', price: 1 }], { headers: { customer: 'Cliente', price: 'Prezzo' } });
    const named = await run('customer-prices', [{ price: 1 }], { headers: { customer: 'Cliente', price: 'Prezzo' } });
    assert.equal(named.refused, 1);
    const listed = async (query: string) =>
      (await api.administration.get(`/imports?sort=at${query}`)).body
        .filter(({ id }: { id: number }) => id > since)
        .map(({ register }: { register: string }) => register);
    assert.deepEqual(await listed(''), ['customer-prices', 'prices', 'customer-prices']);
    assert.deepEqual(await listed('&register=prices'), ['prices']);
    assert.deepEqual(await listed('&register=customer-prices'), ['customer-prices', 'customer-prices']);
    assert.equal((await api.admin.get('/imports?sort=register')).status, 200);
    const [{ id }] = (await api.admin.get('/imports?register=customer-prices&limit=1')).body;
    const { headers, register } = (await api.admin.get(`/imports/${id}`)).body;
    assert.deepEqual([register, headers], ['customer-prices', { customer: 'Cliente', price: 'Prezzo' }]);
  });
  test('keeps the refused rows of a register with their values and reasons', async () => {
    const file = { file: 'macchinari.xlsx', headers: { code: 'Codice', description: 'Nome' } };
    await run('machines', [machineBody(), { code: 'a' }, { description: true }], file);
    const [{ id }] = (await api.admin.get('/imports?register=machines&q=macchinari')).body;
    const { refused, refused_rows, headers } = (await api.admin.get(`/imports/${id}`)).body;
    assert.deepEqual([refused, headers], [2, file.headers]);
    assert.deepEqual(
      refused_rows.map(({ row, values }: { row: number; values: object }) => [row, values]),
      [
        [3, { code: 'a' }],
        [4, { description: true }],
      ],
    );
    assert.ok(refused_rows.every(({ fields }: { fields: { message: string }[] }) => fields[0]!.message !== ''));
  });
});

test('a row with an implausible VAT number is written with a warning, in a dry run too', async () => {
  const rows = [
    partyBody({ vat_number: '743110157', zip_code: '55100', province: 'LU', country: 'Italia' }),
    partyBody({ vat_number: '12345678903', zip_code: '55100', province: 'LU', country: 'Italia' }),
  ];
  for (const dry_run of [true, false]) {
    const answer = await run('customers', rows, { dry_run });
    assert.deepEqual(actions(answer), ['create', 'create']);
    assert.deepEqual(
      answer.results.map(({ warnings }) => warnings.map(({ path, code }) => [path, code])),
      [[['vat_number', 'vat_number_check']], []],
    );
  }
});
