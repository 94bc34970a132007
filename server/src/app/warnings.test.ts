import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Customer, Supplier } from '@bobina/contract/registry/parties.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { assertProblem, startApi, type Answer } from '../testing/api.ts';
import { createCustomer, createProduct, createSupplier } from '../testing/factories.ts';

const api = startApi();
let supplier: Supplier;
let customer: Customer;
let paper: Product;
let film: Product;
async function prepare() {
  supplier = await createSupplier(api.admin);
  customer = await createCustomer(api.admin);
  paper = await createProduct(api.admin);
  film = await createProduct(api.admin);
}
function statusAndWarnings({ status, body }: Answer) {
  return [status, (body.warnings ?? []).map(({ code, path }: { code: string; path: string }) => `${path} ${code}`)];
}

describe('warnings on saved values', () => {
  before(prepare);

  test('Q42 an arrival before the order and a price of 0 are saved with a warning; a purchase price of 0 is refused', async () => {
    const purchase = (given: object = {}, unit_price = 1) => ({
      supplier_id: supplier.id,
      order_date: '2026-03-10',
      requested_arrival_date: '2026-03-10',
      items: [{ product_id: paper.id, quantity: 1, unit_price }],
      ...given,
    });
    assert.deepEqual(statusAndWarnings(await api.sales.post('/purchase-orders', purchase())), [201, []]);
    const early = await api.sales.post(
      '/purchase-orders',
      purchase({ requested_arrival_date: '2026-03-09', confirmed_arrival_date: '2026-03-08' }),
    );
    const both = ['requested_arrival_date arrival_before_order', 'confirmed_arrival_date arrival_before_order'];
    assert.deepEqual(statusAndWarnings(early), [201, both]);
    assert.equal(early.body.warnings[0].message, "L'arrivo (09/03/2026) precede la data dell'ordine (10/03/2026)");
    const at = `/purchase-orders/${early.body.id}`;
    assert.equal((await api.sales.get(at)).body.requested_arrival_date, '2026-03-09');
    assert.deepEqual(statusAndWarnings(await api.sales.put(at, { notes: 'x' })), [200, []]);
    assert.deepEqual(statusAndWarnings(await api.sales.put(at, { confirmed_arrival_date: '2026-03-09' })), [
      200,
      [both[1]],
    ]);
    assert.deepEqual(statusAndWarnings(await api.sales.put(at, { order_date: '2026-03-11' })), [200, both]);
    assert.deepEqual(statusAndWarnings(await api.sales.put(at, { order_date: '2026-03-01' })), [200, []]);
    assertProblem(await api.sales.post('/purchase-orders', purchase({}, 0)), 400, 'VALIDATION', {
      'items.0.unit_price': 'invalidItems',
    });

    const line = (product: Product, unit_price: number) => ({ product_id: product.id, quantity: 1, unit_price });
    const order = (items: object[]) => ({
      customer_id: customer.id,
      order_date: '2026-03-10',
      requested_delivery_date: '2026-03-20',
      items,
    });
    assert.deepEqual(statusAndWarnings(await api.sales.post('/customer-orders', order([line(paper, 0.00001)]))), [
      201,
      [],
    ]);
    const free = await api.sales.post('/customer-orders', order([line(paper, 1), line(film, 0), line(film, 0)]));
    assert.deepEqual(statusAndWarnings(free), [201, ['items.1.unit_price zero_price']]);
    assert.equal(free.body.warnings[0].message, `Il prezzo è 0: ${film.code}`);
    const stored = `/customer-orders/${free.body.id}`;
    assert.equal((await api.sales.get(stored)).body.items.length, 3);
    assert.deepEqual(statusAndWarnings(await api.sales.put(stored, { notes: 'x' })), [200, []]);
    assert.deepEqual(statusAndWarnings(await api.sales.put(stored, { items: [line(film, 0)] })), [
      200,
      ['items.0.unit_price zero_price'],
    ]);

    const price = await api.sales.post('/prices', {
      product_id: paper.id,
      supplier_id: supplier.id,
      price: 0,
      start_date: '2026-01-01',
    });
    assert.deepEqual(statusAndWarnings(price), [201, ['price zero_price']]);
    const list = `/prices/${price.body.id}`;
    assert.equal((await api.sales.get(list)).body.price, 0);
    assert.deepEqual(statusAndWarnings(await api.sales.put(list, { end_date: '2026-12-31' })), [200, []]);
    assert.deepEqual(statusAndWarnings(await api.sales.put(list, { price: 1 })), [200, []]);
    assert.deepEqual(statusAndWarnings(await api.sales.put(list, { price: 0 })), [200, ['price zero_price']]);
  });
});
