/** Generic over the contract: no answer to a reading call holds data that the caller's role may not see. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { CAPABILITIES, ROLES, roleCan, type Capability, type Role } from '@bobina/contract/core/permissions.ts';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import { HISTORY_ENTITIES } from '@bobina/contract/system/history.ts';
import { USED_VALUES, type UsedValueEntity } from '@bobina/contract/system/used-values.ts';
import { sealQueue } from '../platform/chain/seal.ts';
import { assertProblem, PASSWORD, startApi } from '../testing/api.ts';
import { attachFile } from '../testing/attach-file.ts';
import { attackedCompany, type AttackedCompany } from '../testing/attacked-company.ts';
import {
  COMPANY,
  completeCompany,
  createCustomer,
  createCustomerOrder,
  createMachine,
  createProduct,
  createPurchaseOrder,
  createSupplier,
} from '../testing/factories.ts';
import { FULL_COMPANY, sell, send } from '../testing/invoiced.ts';
import { matrixTest } from '../testing/matrix.ts';
import { fatturaPaOf } from '../testing/supplier-invoices.ts';

const api = startApi();

/** Values that appear nowhere else, and the capabilities of which a reader needs one. */
const MARKED: { what: string; texts: string[]; needs: Capability[] }[] = [
  { what: 'amounts of a customer order', texts: ['5417.83', '16253.49'], needs: ['customer_orders.amounts'] },
  { what: 'amounts of a delivery', texts: ['7913.57', '23740.71'], needs: ['packing_lists.amounts'] },
  { what: 'amounts of a purchase order', texts: ['6421.39', '12842.78'], needs: ['purchase_orders.amounts'] },
  { what: 'amounts of a purchase invoice', texts: ['5893.61'], needs: ['purchase_invoices.read'] },
  { what: 'payments', texts: ['4391.27'], needs: ['payments.read'] },
  { what: 'ceilings of declarations of intent', texts: ['83917.53'], needs: ['invoices.read'] },
  { what: 'purchase prices', texts: ['3197.46'], needs: ['prices.read'] },
  { what: 'prices of a customer', texts: ['2683.19'], needs: ['customer_prices.read'] },
  { what: 'costs', texts: ['87.13', '41.37'], needs: ['costs.read'] },
  { what: 'addresses of sign-ins', texts: ['127.0.0.1'], needs: ['users.manage'] },
  { what: 'users', texts: ['Zaccaria Segreto', 'zaccaria.segreto'], needs: ['users.manage'] },
];

/** The calls without an answer of 200 with content in this company, by the reason. */
const UNANSWERED: Record<string, readonly string[]> = {
  'redirects, and no provider is configured': ['auth.oidcStart', 'auth.oidcCallback'],
  'the passkeys of the caller, which need a browser': ['auth.passkeys'],
};

/** The bank data that files for banks require, of the company, a customer and a supplier. */
const BANK = { sia_code: 'A1B2C', creditor_id: 'IT66ZZZA1B2C3D4E5F6G7H8' };
const IBAN = 'IT33X0542811101000000123457';
/** A customer with the data that an electronic invoice and files for banks require. */
const ITALIAN = {
  vat_number: '01234567897',
  modalita_pagamento: 'MP12',
  codice_destinatario: 'M5UXCR1',
  iban: IBAN,
  mandate_id: 'MANDATE-1',
  mandate_day: '2026-01-15',
};
/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Call {
  name: string;
  row: Endpoint;
}
interface Asked extends Call {
  path: string;
}
interface Answered extends Asked {
  status: number;
  text: string;
}

const CALLS: Call[] = Object.entries(contract as Record<string, Contract>)
  .flatMap(([module, rows]) => Object.entries(rows).map(([name, row]) => ({ name: `${module}.${name}`, row })))
  // A stream, which does not end.
  .filter(({ row }) => row.method === 'GET' && row !== contract.system.events);

matrixTest(
  'W16: for every role and reading call, no answer holds amounts, addresses or users that the role may not see',
  async () => {
    const company = await attackedCompany(api, 'short', new Map());
    await addMarked(company);
    const asked = await everyPath(company);
    const whole = await answersTo('admin', asked);
    const answered = new Set(whole.filter(hasContent).map(({ name }) => name));
    assert.deepEqual(
      CALLS.map(({ name }) => name).filter((name) => !answered.has(name)),
      CALLS.map(({ name }) => name).filter((name) => Object.values(UNANSWERED).flat().includes(name)),
      'calls without content',
    );
    for (const role of ROLES) {
      const answers = role === 'admin' ? whole : await answersTo(role, asked);
      for (const [at, { path, row, status }] of answers.entries()) {
        const may = !(row.needs in CAPABILITIES) || roleCan(role, row.needs as Capability);
        if (!may) assert.equal(status, 403, `${role} ${path}`);
        // Other calls need the capability of the record, or show only what belongs to the caller.
        else if (row.needs !== 'signed-in') assert.equal(status, whole[at]!.status, `${role} ${path}`);
      }
      const seen = answers.filter(({ status }) => status === 200);
      for (const { what, texts, needs } of MARKED) {
        const mayNot = !needs.some((capability) => roleCan(role, capability));
        for (const text of texts) {
          const found = seen.filter((answer) => answer.text.includes(text)).map(({ path }) => path);
          if (mayNot) assert.deepEqual(found, [], `${role} sees ${what}`);
          else if (role === 'admin') assert.ok(found.length > 0, `no answer holds ${what}: ${text}`);
        }
      }
    }
  },
);

describe('amounts of a customer order', () => {
  let order: CustomerOrder;

  before(async () => {
    await completeCompany(api.admin);
    const customer = await createCustomer(api.admin);
    order = await createMarkedOrder(customer.id, (await createProduct(api.admin)).id);
  });

  test('W15: the warehouse gets customer orders, their history, their confirmation and an answered change of priority without amounts, and cannot sort by them', async () => {
    const amounts = /"(unit_price|price_per_pack|total|total_amount)":|5417|16253/;
    for (const path of [
      '/customer-orders',
      `/customer-orders/${order.id}`,
      `/customer-orders/${order.id}/report`,
      `/history/customer-orders/${order.id}`,
      '/customer-orders/production-priorities',
      '/production/status',
      '/production/board',
      '/dashboard',
      `/search?q=${order.order_number}`,
    ]) {
      const seen = await api.warehouse.get(path);
      assert.equal(seen.status, 200, path);
      assert.doesNotMatch(JSON.stringify(seen.body), amounts, path);
    }
    const changed = await api.warehouse.put(`/customer-orders/${order.id}/priority`, { priority: 'alta' });
    assert.equal(changed.status, 200);
    assert.doesNotMatch(JSON.stringify(changed.body), amounts);
    for (const sort of ['total_amount', '-total_amount'])
      assertProblem(await api.warehouse.get(`/customer-orders?sort=${sort}`), 400, 'VALIDATION', { sort: 'enum' });
    const { body } = await api.administration.get(`/customer-orders/${order.id}`);
    assert.equal(body.total_amount, 16253.49);
  });
});

async function answersTo(role: Role, asked: readonly Asked[]): Promise<Answered[]> {
  const answers = [];
  for (const call of [...asked, await calendarOf(role)]) {
    const { status, body } = await api[role].get(call.path);
    assert.ok(status < 500, `${call.path}: ${status}`);
    answers.push({ ...call, status, text: body === undefined ? '' : JSON.stringify(body) });
  }
  return answers;
}

/** Adds the marked values, and what the attacked company lacks. */
async function addMarked(company: AttackedCompany): Promise<void> {
  const { admin } = api;
  const period = { product_id: company.product, start_date: '2020-01-01', end_date: '2020-12-31' };
  await made('/prices', { ...period, supplier_id: company.supplier, price: 3197.46 });
  await made('/customer-prices', { ...period, customer_id: company.customer, price: 2683.19 });
  await made('/users', { username: 'zaccaria.segreto', name: 'Zaccaria Segreto', password: PASSWORD, role: 'sales' });
  await made('/payments', { customer_id: company.customer, day: '2026-03-01', amount: 4391.27 });
  const intent = { protocol: '26030112345678901-000001', day: '2026-03-01', year: 2026, ceiling: 83917.53 };
  await made('/declarations-of-intent', { ...intent, customer_id: company.customer });
  await createPurchaseOrder(admin, company.supplier, [
    { product_id: company.product, quantity: 2, unit_price: 6421.39 },
  ]);
  const machine = await createMachine(admin, { cost_per_hour: 87.13 });
  const { body: settings } = await admin.get('/settings');
  await changed('/settings', { ...settings, wages_per_hour: 41.37 });
  await changed('/preferences', { theme: 'dark' });
  await admin.post('/auth/login', { username: 'admin', password: 'sbagliata' });

  // A run that ended is in the reports.
  const run = await made('/runs', { machine_id: machine.id });
  const ended = await admin.post(`/runs/${run.id}/end`, { run_minutes: 45 });
  assert.equal(ended.status, 200, JSON.stringify(ended.body));
  await createSupplier(admin, { vat_number: '01234567897', country_code: 'IT', iban: IBAN });
  const due = [{ date: '2026-04-30', amount: 7190.2 }];
  const file = fatturaPaOf({ number: 'FA 113', lines: [{ price: 5893.61, net: 5893.61 }], due });
  const content = Buffer.from(file).toString('base64');
  const bill = await made('/purchase-invoices', { files: [{ name: 'IT01234567897_1.xml', content }] });
  await changed(`/purchase-invoices/${bill.id}/accept`, { update_prices: false });
  await attachFile(admin, `/products/${company.product}`, { name: 'colour.png', content: PICTURE });

  // An invoice with a file, which was handed over.
  await changed('/company', { ...COMPANY, ...FULL_COMPANY, ...BANK });
  const { invoice } = await sell(api, [{ quantity: 3, unit_price: 7913.57 }], { customer: ITALIAN });
  await send(api.sales, invoice.id);
  await made(`/invoices/${invoice.id}/transmissions`, { event: 'handed_over' });
  await made('/accounting/periods', { until: '2019-12-31' });
  await createMarkedOrder(company.customer, company.product);
  // The list of changes holds only sealed activities.
  while (!(await sealQueue(api.db))) await sleep(20);
}

function createMarkedOrder(customer: number, product_id: number): Promise<CustomerOrder> {
  return createCustomerOrder(api.admin, customer, [{ product_id, quantity: 3, unit_price: 5417.83 }]);
}

async function made(path: string, body: object): Promise<{ id: number }> {
  const answer = await api.admin.post(path, body);
  assert.equal(answer.status, 201, `${path} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function changed(path: string, body: object): Promise<void> {
  const answer = await api.admin.put(path, body);
  assert.equal(answer.status, 200, `${path} ${JSON.stringify(answer.body)}`);
}

/** Returns every reading call with each id of its record, each entity, and the queries that it needs. */
async function everyPath(company: AttackedCompany): Promise<Asked[]> {
  const ids = await readIds(company);
  const asked = CALLS.filter(({ row }) => row !== contract.calendars.feed).flatMap((call) =>
    fill(call.row.path, ids).map((path) => ({ ...call, path })),
  );
  const queries = await queriesOf(company, ids);
  for (const call of CALLS)
    for (const query of queries[call.name] ?? []) asked.push({ ...call, path: `${call.row.path}?${query}` });
  return asked.filter(({ row, path }) => path.includes('?') || !row.query || row.query.safeParse({}).success);
}

type Ids = Record<string, readonly (string | number)[]>;

/** Reads the ids of all records, by what precedes them in a path. */
async function readIds(company: AttackedCompany): Promise<Ids> {
  const read = async (path: string, field = 'id'): Promise<(string | number)[]> => {
    const { status, body } = await api.admin.get(path);
    assert.equal(status, 200, path);
    const values = new Set<string | number | null>(
      body.map((row: Record<string, string | number | null>) => row[field]),
    );
    return [...values].filter((value) => value !== null);
  };
  const ids: Ids = {};
  for (const { row } of CALLS) {
    const [list] = row.path.split('/{');
    if (list && CALLS.some((call) => call.row.path === list && call.row.paged)) ids[list] = await read(list);
  }
  const lines = await read('/production/status', 'item_id');
  const batches = await read('/stock', 'batch_id');
  const invoices = ids['/invoices']!;
  const files = await Promise.all(invoices.map((id) => read(`/invoices/${id}/files`)));
  return {
    ...ids,
    '/contacts': [
      ...(await read(`/customers/${company.customer}/contacts`)),
      ...(await read(`/suppliers/${company.supplier}/contacts`)),
    ],
    '/batches': batches,
    '/trace': batches,
    '/reels': await read('/reels', 'batch_id'),
    '/stock/product': ids['/products']!,
    '/prices/product': ids['/products']!,
    '/packing-lists/stock-availability': ids['/products']!,
    '/packing-lists/customer-orders': ids['/customers']!,
    '/packing-lists/order-items': ids['/customer-orders']!,
    '/goods-receipts': await read('/purchase-invoices/not-invoiced', 'receipt_id'),
    '/goods-receipts/order-details': ids['/purchase-orders']!,
    '/goods-receipts/item-history': await read('/purchase-invoices/not-invoiced', 'order_item_id'),
    '/production': lines,
    '/production/status': lines,
    '/production/operations': lines,
    '/production/force-completion': lines,
    '/production/load-to-warehouse': lines,
    '/attachments': await read(`/products/${company.product}/attachments`),
    '/invoices/files': files.flat(),
    '/company': [1],
    '/settings': [1],
    '/bank-slips': ids['/bank/slips']!,
  };
}

/** Fills the parameters of a path: with each entity, and each id of its list. */
function fill(path: string, ids: Ids): string[] {
  const [parameter] = pathParameters(path);
  if (!parameter) return [path];
  const place = /\{[^}]+\}/;
  const before = path.slice(0, path.search(place) - 1);
  const values =
    parameter.name === 'entity'
      ? Object.keys(before === '/used-values' ? USED_VALUES : HISTORY_ENTITIES)
      : parameter.name === 'field'
        ? USED_VALUES[before.split('/')[2] as UsedValueEntity].fields
        : (ids[before.replace(/^\/(history|figures)(?=\/)/, '').replace(/\/\d+/, '')] ?? []);
  // The history of a movement is under its number.
  const isNumber = before.startsWith('/history/') || before === '/stock-movements/';
  return values.flatMap((value) =>
    fill(path.replace(place, String(isNumber ? Number.parseInt(String(value), 10) : value)), ids),
  );
}

/** The queries of calls that need one, or have no content without one. */
async function queriesOf(company: AttackedCompany, ids: Ids): Promise<Record<string, string[]>> {
  const { product, supplier, customer, item } = company;
  const each = (list: string, query = 'ids') => ids[list]!.map((id) => `${query}=${id}`);
  const march = 'from=2026-03-01&to=2026-12-31';
  return {
    'reels.scan': [`code=${encodeURIComponent((await api.admin.get('/reels')).body[0].code)}`],
    'reels.labels': each('/reels'),
    'purchaseOrders.price': [`supplier_id=${supplier}&product_id=${product}`],
    'customerPrices.for': [`customer_id=${customer}&product_id=${product}`],
    'invoices.waiting': ['until=2026-12-31'],
    'bank.instalments': ['riba', 'sdd', 'transfer'].map((kind) => `kind=${kind}`),
    'bank.riba': each('/invoices'),
    'bank.pain008': each('/invoices'),
    'bank.pain001': each('/purchase-invoices'),
    'documents.packingListReports': each('/packing-lists'),
    'documents.invoiceReports': each('/invoices'),
    'documents.pickingSheet': [`item_ids=${item}`],
    'documentFiles.newest': each('/invoices'),
    'documentFiles.export': ['year=2026'],
    'accounting.stampDuty': ['year=2026'],
    'accounting.vatRegister': [`kind=sales&${march}&format=json`, `kind=purchases&${march}&format=json`],
    'accounting.stockValue': ['year=2025'],
    'accounting.sequence': ['year=2026'],
    'mails.recipients': each('/customer-orders', 'kind=customer_order&id'),
    'mails.draft': each('/customer-orders', 'kind=customer_order&id'),
    'search.find': ['q=1', 'q=segreto', 'q=127.0.0.1'],
  };
}

/** The calendar of a role's user: its address is secret. */
async function calendarOf(role: Role): Promise<Asked> {
  const { status, body } = await api[role].post('/calendars', { kind: 'deliveries' });
  assert.equal(status, 201, JSON.stringify(body));
  return { name: 'calendars.feed', row: contract.calendars.feed, path: body.path.replace(/^\/api/, '') };
}

/** Whether an answer is a 200 with rows, fields or the bytes of a file. */
function hasContent({ status, text }: Answered): boolean {
  return status === 200 && !['', '""', '[]', '{}'].includes(text);
}
