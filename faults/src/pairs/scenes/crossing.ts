/** Scenes in which every area changes the stock of one batch in one warehouse. */
import { today } from '../../company.ts';
import { act, moveOf, PAST, type Cell, type Maker, type Scene } from '../scene.ts';

async function build(maker: Maker): Promise<Cell> {
  const [supplier, customer] = [await maker.supplier(), await maker.customer()];
  const product = await maker.product({ has_batch: true, supplier_id: supplier });
  const [warehouse, other] = [await maker.warehouse(), await maker.warehouse()];
  await maker.move('C', product, warehouse, 6.125, { batch_number: 'L1' });
  const purchase = await maker.ask('POST', '/purchase-orders', {
    supplier_id: supplier,
    order_date: '2026-03-01',
    requested_arrival_date: '2026-03-20',
    items: [{ product_id: product, quantity: 5, unit_price: 1 }],
  });
  const line = { product_id: product, quantity: 6, unit_price: 1.255 };
  const order = await maker.ask('POST', '/customer-orders', {
    customer_id: customer,
    order_date: '2026-03-01',
    requested_delivery_date: '2026-03-20',
    items: [line, line, line],
  });
  const produce = (at: number) =>
    maker.ask('POST', '/production/operations', {
      order_item_id: order.items[at].id,
      quantity_produced: 6,
      batch_number: 'L1',
    });
  await produce(1);
  await produce(2);
  await maker.ask('POST', '/production/load-to-warehouse', {
    itemId: order.items[2].id,
    warehouseId: warehouse,
    quantity: 6,
  });
  const packed = await maker.ask('POST', '/packing-lists', {
    customer_id: customer,
    order_id: order.id,
    items: [{ order_item_id: order.items[0].id, quantity: 3.5, warehouse_id: warehouse }],
  });
  // L1 has 8.625 left.
  const { id } = await maker.ask('POST', '/stock-counts', { warehouse_id: warehouse });
  const items = [{ product_id: product, batch_number: 'L1', counted_quantity: 4 }];
  const count = await maker.ask('PUT', `/stock-counts/${id}/items`, { items });
  return maker.done({ supplier, customer, product, warehouse, other, purchase, order, packed, count });
}

function item(at: Cell['at'], line: number) {
  return at.order.items[line].id as number;
}
const L1 = { batch_number: 'L1', movement_date: today() };
function move(type: 'C' | 'S' | 'T', quantity: number, given: object = {}) {
  return [
    'POST',
    () => '/stock-movements',
    (at: Cell['at']) =>
      moveOf(type, at.product, at.warehouse, quantity, {
        ...L1,
        ...(type === 'T' && { destination_warehouse_id: at.other }),
        ...given,
      }),
  ] as const;
}
function pack(line: number, quantity: number) {
  return [
    'POST',
    () => '/packing-lists',
    (at: Cell['at']) => ({
      customer_id: at.customer,
      order_id: at.order.id,
      items: [{ order_item_id: item(at, line), quantity, warehouse_id: at.warehouse }],
    }),
  ] as const;
}
function receive(quantity: number, document_number: string) {
  return [
    'POST',
    () => '/goods-receipts/receive',
    (at: Cell['at']) => ({
      document_number,
      document_date: PAST,
      order_id: at.purchase.id,
      items: [
        {
          order_item_id: at.purchase.items[0].id,
          quantity,
          warehouse_id: at.warehouse,
          batches: [{ batch_number: 'L1', quantity }],
        },
      ],
    }),
  ] as const;
}
function orderPath(at: Cell['at']) {
  return `/customer-orders/${at.order.id}`;
}
function line(at: Cell['at'], which: number, given: object = {}) {
  return {
    id: item(at, which),
    product_id: at.product,
    quantity: 6,
    unit_price: 1.255,
    ...given,
  };
}

export const crossing: Scene = {
  name: 'crossing',
  build,
  acts: [
    act('receive 5', 'warehouse', ...receive(5, 'B1')),
    act('receive 2.25', 'orders', ...receive(2.25, 'B2')),
    act('load 1', 'warehouse', ...move('C', 1)),
    act('unload 8', 'warehouse', ...move('S', 8)),
    act('unload 6 in the past', 'admin', ...move('S', 6, { movement_date: PAST })),
    act('move 8.625', 'sales', ...move('T', 8.625)),
    act('pack 2.5', 'orders', ...pack(0, 2.5)),
    act('pack 6', 'sales', ...pack(1, 6)),
    act('pack 6 of the third', 'admin', ...pack(2, 6)),
    act('cancel the packing list', 'orders', 'DELETE', (at) => `/packing-lists/${at.packed.id}`),
    act(
      'draft',
      'sales',
      'POST',
      (at) => `/invoices/from-packing-list/${at.packed.id}`,
      () => ({}),
    ),
    act(
      'load the produced goods',
      'warehouse',
      'POST',
      () => '/production/load-to-warehouse',
      (at) => ({ itemId: item(at, 1), warehouseId: at.warehouse, quantity: 6 }),
    ),
    act('undo the load', 'warehouse', 'DELETE', (at) => `/production/load-to-warehouse/${item(at, 2)}`),
    act(
      'force the first',
      'direction',
      'POST',
      (at) => `/production/force-completion/${item(at, 0)}`,
      (at) => ({ warehouse_id: at.warehouse }),
    ),
    act(
      'post the count',
      'warehouse',
      'POST',
      (at) => `/stock-counts/${at.count.id}/post`,
      () => ({}),
    ),
    act(
      'count again',
      'orders',
      'PUT',
      (at) => `/stock-counts/${at.count.id}/items`,
      (at) => ({ items: [{ product_id: at.product, batch_number: 'L1', counted_quantity: 7 }] }),
    ),
    act('less of the first', 'orders', 'PUT', orderPath, (at) => ({
      items: [line(at, 0, { quantity: 3.5 }), line(at, 1), line(at, 2)],
    })),
    act('without the second', 'sales', 'PUT', orderPath, (at) => ({ items: [line(at, 0), line(at, 2)] })),
    act('delete the order', 'orders', 'DELETE', orderPath),
    act('delete the purchase', 'orders', 'DELETE', (at) => `/purchase-orders/${at.purchase.id}`),
    act(
      'rename the supplier',
      'orders',
      'PUT',
      (at) => `/suppliers/${at.supplier}`,
      () => ({ business_name: 'Cartiera Nuova' }),
    ),
    act(
      'rename the product',
      'orders',
      'PUT',
      (at) => `/products/${at.product}`,
      () => ({ description: 'Carta bianca' }),
    ),
    act(
      'no batches',
      'sales',
      'PUT',
      (at) => `/products/${at.product}`,
      () => ({ has_batch: false }),
    ),
    act('delete the product', 'orders', 'DELETE', (at) => `/products/${at.product}`),
    act(
      'deactivate the warehouse',
      'orders',
      'PUT',
      (at) => `/warehouses/${at.warehouse}`,
      () => ({ is_active: false }),
    ),
    act('delete the warehouse', 'orders', 'DELETE', (at) => `/warehouses/${at.warehouse}`),
    act(
      'deactivate the customer',
      'orders',
      'PUT',
      (at) => `/customers/${at.customer}`,
      () => ({ is_active: false }),
    ),
    act(
      'price of the product',
      'administration',
      'POST',
      () => '/prices',
      (at) => ({
        product_id: at.product,
        supplier_id: at.supplier,
        price: 1,
        start_date: '2026-01-01',
        end_date: null,
      }),
    ),
  ],
};
