/** Refused deletions name the documents that use the record, within the caller's permissions. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { assertProblem, startApi } from '../testing/api.ts';
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
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../testing/factories.ts';

const api = startApi();

async function usesOf(path: string, role: Role = 'admin') {
  const answer = await api[role].delete(path);
  assertProblem(answer, 409, 'IN_USE');
  return (answer.body.used_by ?? []) as { kind: string; id: number; label: string; path: string | null }[];
}

describe('a 409 IN_USE names the documents that use the record', () => {
  before(() => completeCompany(api.admin));

  test('of a product: open orders, packing lists to invoice and its stock', async () => {
    const product = await createProduct(api.admin, { has_batch: true });
    const warehouse = await createWarehouse(api.admin);
    const supplier = await createSupplier(api.admin);
    const customer = await createCustomer(api.admin);
    await createMovement(api.admin, loadBody(product.id, warehouse.id, 50, { batch_number: 'L-USO' }));
    const purchase = await createPurchaseOrder(api.admin, supplier.id, [
      { product_id: product.id, ordered_quantity: 5, unit_price: 1 },
    ]);
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: product.id, quantity: 20, unit_price: 2 },
    ]);
    const list = await createPackingList(api.admin, {
      customer_id: customer.id,
      order_id: order.id,
      packing_date: '2026-03-10',
      items: [{ order_item_id: order.items[0]!.id, warehouse_id: warehouse.id, batch_number: 'L-USO', quantity: 5 }],
    });
    const uses = await usesOf(`/products/${product.id}`);
    assert.deepEqual(
      uses.map(({ kind, label }) => [kind, label]),
      [
        ['purchase_order', purchase.order_number],
        ['customer_order', order.order_number],
        ['packing_list', list.packing_list_number],
        ['batch', 'L-USO'],
      ],
    );
    const [batch] = (await api.admin.get(`/stock?product_id=${product.id}`)).body;
    assert.deepEqual(
      uses.map(({ path }) => path),
      [
        `/operazioni/ordini-fornitori/${purchase.id}`,
        `/ordiniclienti/visualizza-ordini?q=${encodeURIComponent(order.order_number)}&order=${order.id}`,
        `/operazioni/vendite?open=${list.id}`,
        `/report/lotti/${batch.batch_id}`,
      ],
    );
  });

  test('at most five, newest first', async () => {
    const supplier = await createSupplier(api.admin);
    const product = await createProduct(api.admin);
    const numbers: string[] = [];
    for (let n = 0; n < 6; n++) {
      const items = [{ product_id: product.id, ordered_quantity: 5, unit_price: 1 }];
      numbers.unshift((await createPurchaseOrder(api.admin, supplier.id, items)).order_number);
    }
    assert.deepEqual(
      (await usesOf(`/suppliers/${supplier.id}`, 'sales')).map(({ label }) => label),
      numbers.slice(0, 5),
    );
  });

  test('of a customer, a machine, a payment term and orders', async () => {
    const term = (await api.admin.post('/condizioni-pagamento', { descrizione: 'Bonifico usato' })).body;
    const customer = await createCustomer(api.admin, { tipo_pagamento_id: term.id });
    const product = await createProduct(api.admin);
    const warehouse = await createWarehouse(api.admin);
    const machine = await createMachine(api.admin);
    await createMovement(api.admin, loadBody(product.id, warehouse.id, 50));
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: product.id, quantity: 20, unit_price: 2 },
    ]);
    const item = order.items[0]!.id;
    await createScheduling(api.admin, item, machine.id, 10);
    const list = await createPackingList(api.admin, {
      customer_id: customer.id,
      order_id: order.id,
      packing_date: '2026-03-10',
      items: [{ order_item_id: item, warehouse_id: warehouse.id, quantity: 5 }],
    });
    const named = async (path: string) => (await usesOf(path)).map(({ kind, label }) => `${kind} ${label}`);
    assert.deepEqual(await named(`/machines/${machine.id}`), [`customer_order ${order.order_number}`]);
    assert.deepEqual(await named(`/condizioni-pagamento/${term.id}`), [`customer ${customer.business_name}`]);
    assert.deepEqual(await named(`/customers/${customer.id}`), [
      `customer_order ${order.order_number}`,
      `packing_list ${list.packing_list_number}`,
    ]);
    assert.deepEqual(await named(`/customer-orders/${order.id}`), [
      `packing_list ${list.packing_list_number}`,
      `machine ${machine.code}`,
    ]);
    const draft = await createInvoice(api.admin, list.id);
    assert.deepEqual(await named(`/customers/${customer.id}`), [
      `customer_order ${order.order_number}`,
      `invoice BOZZA-${draft.id}`,
    ]);

    const supplier = await createSupplier(api.admin);
    const purchase = await createPurchaseOrder(api.admin, supplier.id, [
      { product_id: product.id, ordered_quantity: 5, unit_price: 1 },
    ]);
    const received = await api.admin.post('/goods-receipts/receive', {
      document_number: 'BOLLA USO',
      document_date: '2026-03-02',
      order_id: purchase.id,
      items: [{ order_item_id: purchase.items[0]!.id, quantity: 4, warehouse_id: warehouse.id }],
    });
    assert.equal(received.status, 201, JSON.stringify(received.body));
    assert.deepEqual(await named(`/purchase-orders/${purchase.id}`), ['goods_receipt BOLLA USO']);
  });

  test('names nothing where no document uses it', async () => {
    const { id } = await createWarehouse(api.admin);
    assert.equal((await api.admin.put('/settings', { production_warehouse_id: id })).status, 200);
    assert.deepEqual(await usesOf(`/warehouses/${id}`), []);
    assert.equal((await api.admin.put('/settings', { production_warehouse_id: null })).status, 200);
  });
});
