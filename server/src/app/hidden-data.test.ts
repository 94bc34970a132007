/** Generic over the contract: no answer to a reading call holds data that the caller's role may not see. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { ROLES, roleCan, type Capability } from '@bobina/contract/core/permissions.ts';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import { HISTORY_ENTITIES } from '@bobina/contract/system/history.ts';
import { assertProblem, PASSWORD, startApi } from '../testing/api.ts';
import {
  completeCompany,
  createCustomerOrder,
  createMachine,
  createPurchaseOrder,
  createSupplier,
  createProduct,
} from '../testing/factories.ts';
import { sell, send } from '../testing/invoiced.ts';
import { matrixTest } from '../testing/matrix.ts';

const api = startApi();

/** Values that appear nowhere else, and the capabilities of which a reader needs one. */
const MARKED: { what: string; texts: string[]; needs: Capability[] }[] = [
  { what: 'amounts of a customer order', texts: ['5417.83', '16253.49'], needs: ['customer_orders.amounts'] },
  { what: 'amounts of a delivery', texts: ['7913.57', '23740.71'], needs: ['packing_lists.amounts'] },
  { what: 'amounts of a purchase order', texts: ['6421.39', '12842.78'], needs: ['purchase_orders.amounts'] },
  { what: 'purchase prices', texts: ['3197.46'], needs: ['prices.read'] },
  { what: 'prices of a customer', texts: ['2683.19'], needs: ['customer_prices.read'] },
  { what: 'costs', texts: ['87.13', '41.37'], needs: ['costs.read'] },
  { what: 'addresses of sign-ins', texts: ['127.0.0.1'], needs: ['users.manage'] },
  { what: 'users', texts: ['Zaccaria Segreto', 'zaccaria.segreto'], needs: ['users.manage'] },
];

/** Every table of this company has rows with these ids. */
const IDS = ['1', '2'];

/** The paths of a call with each id and, for a call of any record, each entity. */
function pathsOf({ path }: Endpoint): string[] {
  let paths = [path];
  for (const { name, kind } of pathParameters(path)) {
    const values = name === 'entity' ? Object.keys(HISTORY_ENTITIES) : IDS;
    const place = kind === 'text' ? `{${name}:text}` : `{${name}}`;
    paths = paths.flatMap((given) => values.map((value) => given.replace(place, value)));
  }
  return paths;
}

const CALLS = Object.values(contract as Record<string, Contract>)
  .flatMap((rows) => Object.values(rows))
  .filter((row) => row.method === 'GET' && row !== contract.system.events);

describe('fields hidden from a role', () => {
  let order: CustomerOrder;

  before(async () => {
    await completeCompany(api.admin);
    const { admin } = api;
    const made = async (path: string, body: object) => {
      const answer = await admin.post(path, body);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
    };
    const line = { quantity: 3, unit_price: 7913.57 };
    const { customer, invoice } = await sell(api, [line]);
    await send(api.sales, invoice.id);
    const product = await createProduct(admin);
    order = await createCustomerOrder(admin, customer.id, [
      { product_id: product.id, quantity: 3, unit_price: 5417.83 },
    ]);
    const supplier = await createSupplier(admin);
    await createPurchaseOrder(admin, supplier.id, [{ product_id: product.id, quantity: 2, unit_price: 6421.39 }]);
    const period = { product_id: product.id, start_date: '2026-01-01' };
    await made('/prices', { ...period, supplier_id: supplier.id, price: 3197.46 });
    await made('/customer-prices', { ...period, customer_id: customer.id, price: 2683.19 });
    await createMachine(admin, { cost_per_hour: 87.13 });
    const settings = await admin.get('/settings');
    const changed = await admin.put('/settings', { ...settings.body, wages_per_hour: 41.37 });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    await made('/users', {
      username: 'zaccaria.segreto',
      name: 'Zaccaria Segreto',
      password: PASSWORD,
      role: 'sales',
    });
    await admin.post('/auth/login', { username: 'admin', password: 'sbagliata' });
  });

  async function answersTo(role: (typeof ROLES)[number]): Promise<{ path: string; text: string }[]> {
    const answers = [];
    for (const row of CALLS)
      for (const path of pathsOf(row)) {
        const { status, body } = await api[role].get(path);
        assert.ok(status < 500, `${path}: ${status}`);
        if (status === 200) answers.push({ path, text: JSON.stringify(body) });
      }
    return answers;
  }

  matrixTest(
    'W16: for every role and reading call, no answer holds amounts, addresses or users that the role may not see',
    async () => {
      for (const role of ROLES) {
        const answers = await answersTo(role);
        for (const { what, texts, needs } of MARKED) {
          const mayNot = !needs.some((capability) => roleCan(role, capability));
          for (const text of texts) {
            const found = answers.filter((answer) => answer.text.includes(text)).map(({ path }) => path);
            if (mayNot) assert.deepEqual(found, [], `${role} sees ${what}`);
            else if (role === 'admin') assert.ok(found.length > 0, `no answer holds ${what}: ${text}`);
          }
        }
      }
    },
  );

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
