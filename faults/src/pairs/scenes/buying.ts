/** Scenes of purchase orders, receipts, prices and the registry rows that they reference. */
import { today } from '../../company.ts';
import { act, PAST, type Cell, type Maker, type Scene } from '../scene.ts';

async function build(maker: Maker): Promise<Cell> {
  const [supplier, other] = [await maker.supplier(), await maker.supplier()];
  const batched = await maker.product({ has_batch: true, has_expiry_date: true, supplier_id: supplier });
  const [plain, gone] = [await maker.product(), await maker.product()];
  const [warehouse, second] = [await maker.warehouse(), await maker.warehouse()];
  const place = (supplier_id: number, items: object[]) =>
    maker.ask('POST', '/purchase-orders', {
      supplier_id,
      order_date: '2026-03-01',
      requested_arrival_date: '2026-03-20',
      items,
    });
  const order = await place(supplier, [
    { product_id: batched, quantity: 10.5, unit_price: 1.2345 },
    { product_id: plain, quantity: 4.125, unit_price: 2 },
  ]);
  const receive = (at: { id: number; items: { id: number }[] }, line: number, quantity: number) =>
    maker.ask('POST', '/goods-receipts/receive', {
      document_number: 'prima',
      document_date: PAST,
      order_id: at.id,
      items: [{ order_item_id: at.items[line]!.id, quantity, warehouse_id: warehouse }],
    });
  const received = await receive(order, 1, 1.625);
  // Closed manually without remaining receipts, so its supplier and product can be deleted.
  const closed = await place(other, [{ product_id: gone, quantity: 3, unit_price: 0.5 }]);
  await receive(closed, 0, 1);
  await maker.move('S', gone, warehouse, 1, { movement_date: today() });
  await maker.ask('PUT', `/goods-receipts/items/${closed.items[0].id}/completed`, { completed: true });
  const price = await maker.ask('POST', '/prices', {
    product_id: batched,
    supplier_id: supplier,
    price: 1.23456,
    start_date: '2026-01-01',
    end_date: '2026-06-30',
  });
  return maker.done({
    supplier,
    other,
    batched,
    plain,
    gone,
    warehouse,
    second,
    order: await maker.ask('GET', `/purchase-orders/${order.id}`),
    closed: await maker.ask('GET', `/purchase-orders/${closed.id}`),
    price,
    product: await maker.ask('GET', `/products/${batched}`),
    receipt: received.receipt_id,
  });
}

function receive(
  order: 'order' | 'closed',
  line: number,
  quantity: number,
  document_number: string,
  given: object = {},
) {
  return [
    () => '/goods-receipts/receive',
    (at: Cell['at']) => ({
      document_number,
      document_date: PAST,
      order_id: at[order].id,
      items: [
        {
          order_item_id: at[order].items[line].id,
          quantity,
          warehouse_id: at.warehouse,
          ...(order === 'order' &&
            line === 0 && { batches: [{ batch_number: 'L1', quantity, expiry_date: '2027-01-31' }] }),
        },
      ],
      ...given,
    }),
  ] as const;
}
const cancelReceipt = [
  (at: Cell['at']) => `/goods-receipts/${at.receipt}/cancel`,
  () => ({ reason: 'riga sbagliata' }),
] as const;
function lines(at: Cell['at'], change: (items: Cell['at'][]) => object[]) {
  return change(
    at.order.items.map((item: Cell['at']) => ({
      id: item.id,
      product_id: item.product_id,
      quantity: item.quantity,
      unit_price: item.unit_price,
    })),
  );
}
function orderPath(at: Cell['at']) {
  return `/purchase-orders/${at.order.id}`;
}
function closedPath(at: Cell['at']) {
  return `/purchase-orders/${at.closed.id}`;
}
function closedLine(at: Cell['at'], quantity: number) {
  return {
    id: at.closed.items[0].id,
    product_id: at.gone,
    quantity,
    unit_price: 0.5,
  };
}
function price(start_date: string, end_date: string | null) {
  return (at: Cell['at']) => ({
    product_id: at.batched,
    supplier_id: at.supplier,
    price: 2.5,
    start_date,
    end_date,
  });
}
function newOrder(supplier: string, product: string, given: object = {}) {
  return [
    () => '/purchase-orders',
    (at: Cell['at']) => ({
      supplier_id: at[supplier],
      order_date: '2026-03-01',
      requested_arrival_date: '2026-03-20',
      items: [{ product_id: at[product], quantity: 2, unit_price: 1.5 }],
      ...given,
    }),
  ] as const;
}

export const buying: Scene = {
  name: 'buying',
  build,
  acts: [
    act('receive 6', 'warehouse', 'POST', ...receive('order', 0, 6, 'B1')),
    act('receive 6 more', 'orders', 'POST', ...receive('order', 0, 6, 'B2')),
    act('receive 11.5 of 10.5', 'sales', 'POST', ...receive('order', 0, 11.5, 'B3')),
    act('force 12', 'admin', 'POST', ...receive('order', 0, 12, 'B4', { force: true })),
    act('receive the plain', 'sales', 'POST', ...receive('order', 1, 2.5, 'B5')),
    act('receive the closed', 'warehouse', 'POST', ...receive('closed', 0, 1, 'B6')),
    act('cancel the receipt of the plain', 'warehouse', 'POST', ...cancelReceipt),
    act('cancel it too', 'orders', 'POST', ...cancelReceipt),
    ...[true, false].map((completed) =>
      act(
        `${completed ? 'complete' : 'reopen'} the line`,
        'warehouse',
        'PUT',
        (at) => `/goods-receipts/items/${at.order.items[0].id}/completed`,
        () => ({ completed }),
      ),
    ),
    act(
      'complete the plain',
      'orders',
      'PUT',
      (at) => `/goods-receipts/items/${at.order.items[1].id}/completed`,
      () => ({ completed: true }),
    ),
    act(
      'reopen the closed',
      'orders',
      'PUT',
      (at) => `/goods-receipts/items/${at.closed.items[0].id}/completed`,
      () => ({ completed: false }),
    ),
    act('order 5', 'orders', 'PUT', orderPath, (at) => ({ items: lines(at, ([a, b]) => [{ ...a, quantity: 5 }, b!]) })),
    act('order 20', 'sales', 'PUT', orderPath, (at) => ({
      items: lines(at, ([a, b]) => [{ ...a, quantity: 20 }, b!]),
    })),
    act(
      'order 20 as read',
      'direction',
      'PUT',
      orderPath,
      (at) => ({ items: lines(at, ([a, b]) => [{ ...a, quantity: 20 }, b!]) }),
      { version: (at) => at.order.version },
    ),
    act('drop the line', 'orders', 'PUT', orderPath, (at) => ({ items: lines(at, ([, b]) => [b!]) })),
    act('turn the lines', 'orders', 'PUT', orderPath, (at) => ({ items: lines(at, ([a, b]) => [b!, a!]) })),
    act('order elsewhere', 'orders', 'PUT', orderPath, (at) => ({ supplier_id: at.other })),
    act('note on the order', 'sales', 'PUT', orderPath, () => ({ notes: 'urgente' }), {
      version: (at) => at.order.version,
    }),
    act('other note on the order', 'sales', 'PUT', orderPath, () => ({ notes: 'con calma' }), {
      version: (at) => at.order.version,
    }),
    act('delete the order', 'orders', 'DELETE', orderPath),
    act('more of the closed', 'orders', 'PUT', closedPath, (at) => ({ items: [closedLine(at, 6)] })),
    act('a line to the closed', 'orders', 'PUT', closedPath, (at) => ({
      items: [closedLine(at, 3), { product_id: at.plain, quantity: 1, unit_price: 1 }],
    })),
    act('new order', 'orders', 'POST', ...newOrder('supplier', 'batched')),
    act('new order elsewhere', 'sales', 'POST', ...newOrder('other', 'gone')),
    act(
      'new order, number typed',
      'admin',
      'POST',
      () => '/purchase-orders',
      (at) => ({ ...newOrder('supplier', 'plain')[1](at), order_number: at.next }),
    ),
    act(
      'rename the supplier',
      'orders',
      'PUT',
      (at) => `/suppliers/${at.supplier}`,
      () => ({ business_name: 'Cartiera Nuova' }),
    ),
    act('delete the supplier', 'orders', 'DELETE', (at) => `/suppliers/${at.supplier}`),
    act('delete the other supplier', 'orders', 'DELETE', (at) => `/suppliers/${at.other}`),
    act('delete the product', 'orders', 'DELETE', (at) => `/products/${at.batched}`),
    act('delete the deleted product', 'sales', 'DELETE', (at) => `/products/${at.gone}`),
    act(
      'deactivate the product',
      'orders',
      'PUT',
      (at) => `/products/${at.batched}/status`,
      () => ({ status: 'inactive' }),
    ),
    act(
      'no more batches',
      'orders',
      'PUT',
      (at) => `/products/${at.batched}`,
      () => ({ has_batch: false, has_expiry_date: false }),
      { version: (at) => at.product.version },
    ),
    act(
      'product of another supplier',
      'orders',
      'PUT',
      (at) => `/products/${at.batched}`,
      (at) => ({ supplier_id: at.other }),
    ),
    act(
      'deactivate the warehouse',
      'orders',
      'PUT',
      (at) => `/warehouses/${at.warehouse}`,
      () => ({ is_active: false }),
    ),
    act('delete the warehouse', 'orders', 'DELETE', (at) => `/warehouses/${at.warehouse}`),
    act(
      'no over-receipts',
      'direction',
      'PUT',
      () => '/settings',
      () => ({ over_receipt_percent: 0 }),
      { shared: true },
    ),
    act('new price', 'administration', 'POST', () => '/prices', price('2026-07-01', null)),
    act(
      'new price that closes the previous one',
      'sales',
      'POST',
      () => '/prices',
      (at) => ({
        ...price('2026-07-01', null)(at),
        closes_previous: true,
      }),
    ),
    act('new price in between', 'orders', 'POST', () => '/prices', price('2026-09-01', '2026-09-30')),
    act(
      'longer price',
      'orders',
      'PUT',
      (at) => `/prices/${at.price.id}`,
      () => ({ end_date: '2026-12-31' }),
      { version: (at) => at.price.version },
    ),
    act(
      'dearer price',
      'sales',
      'PUT',
      (at) => `/prices/${at.price.id}`,
      () => ({ price: 9.99999 }),
    ),
    act('delete the price', 'orders', 'DELETE', (at) => `/prices/${at.price.id}`),
  ],
};
