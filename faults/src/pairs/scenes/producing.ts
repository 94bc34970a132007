/** Scenes of operations, schedulings and loads of the lines of an order. */
import { today } from '../../company.ts';
import { act, moveOf, type Cell, type Maker, type Scene } from '../scene.ts';

async function build(maker: Maker): Promise<Cell> {
  const customer = await maker.customer();
  const [batched, plain] = [await maker.product({ has_batch: true }), await maker.product({ minuti_x_confezione: 2 })];
  const [machine, second] = [await maker.machine(), await maker.machine()];
  const [warehouse, other] = [await maker.warehouse(), await maker.warehouse()];
  const line = (product_id: number, quantity: number) => ({ product_id, quantity, unit_price: 1.005 });
  const order = await maker.ask('POST', '/customer-orders', {
    customer_id: customer,
    order_date: '2026-03-01',
    requested_delivery_date: '2026-03-20',
    items: [line(batched, 10.5), line(batched, 6), line(plain, 3), line(plain, 2.25), line(plain, 4)],
  });
  const item = (at: number) => order.items[at].id as number;
  const produce = (at: number, quantity_produced: number, batch_number: string) =>
    maker.ask('POST', '/production/operations', { order_item_id: item(at), quantity_produced, batch_number });
  const loads = (at: number, quantity: number) =>
    maker.ask('POST', '/production/load-to-warehouse', { itemId: item(at), warehouseId: warehouse, quantity });
  const operation = await produce(0, 4, 'L1');
  const job = (at: number, quantity_to_produce: number, machine_id: number) =>
    maker.ask('POST', '/production/scheduling', {
      order_item_id: item(at),
      machine_id,
      quantity_to_produce,
      production_time: '1h',
    });
  const scheduling = await job(0, 5.5, machine);
  const planned = await job(3, 1, machine);
  const elsewhere = await job(3, 0.5, second);
  const completing = await produce(1, 6, 'L2');
  await produce(2, 3, 'L3');
  await loads(2, 3);
  // Loaded, unloaded and with its operation deleted: the line must be as before.
  const undone = await produce(4, 4, 'L4');
  await loads(4, 4);
  await maker.ask('DELETE', `/production/load-to-warehouse/${item(4)}`);
  await maker.ask('DELETE', `/production/operations/${undone.id}`);
  return maker.done({
    customer,
    batched,
    plain,
    machine,
    second,
    warehouse,
    other,
    operation,
    completing,
    scheduling,
    planned,
    elsewhere,
    order: await maker.ask('GET', `/customer-orders/${order.id}`),
  });
}

function item(at: Cell['at'], line: number) {
  return at.order.items[line].id as number;
}
function produced(line: number, quantity_produced: number, given: object = {}) {
  return [
    'POST',
    () => '/production/operations',
    (at: Cell['at']) => ({ order_item_id: item(at, line), batch_number: 'L5', quantity_produced, ...given }),
  ] as const;
}
function job(line: number, quantity_to_produce: number, machine: string) {
  return [
    'POST',
    () => '/production/scheduling',
    (at: Cell['at']) => ({
      order_item_id: item(at, line),
      machine_id: at[machine],
      quantity_to_produce,
      production_time: '2h30',
    }),
  ] as const;
}
function load(line: number, quantity: number, warehouse: string) {
  return [
    'POST',
    () => '/production/load-to-warehouse',
    (at: Cell['at']) => ({ itemId: item(at, line), warehouseId: at[warehouse], quantity }),
  ] as const;
}
function undo(line: number) {
  return ['DELETE', (at: Cell['at']) => `/production/load-to-warehouse/${item(at, line)}`] as const;
}
function force(line: number, warehouse?: string) {
  return [
    'POST',
    (at: Cell['at']) => `/production/force-completion/${item(at, line)}`,
    (at: Cell['at']) => (warehouse ? { warehouse_id: at[warehouse] } : {}),
  ] as const;
}
function lines(change: (items: Cell['at'][]) => object[]) {
  return (at: Cell['at']) => ({
    items: change(
      at.order.items.map((line: Cell['at']) => ({
        id: line.id,
        product_id: line.product_id,
        quantity: line.quantity,
        unit_price: line.unit_price,
      })),
    ),
  });
}
function order(at: Cell['at']) {
  return `/customer-orders/${at.order.id}`;
}
function of(kind: string, name: string) {
  return (at: Cell['at']) => `/${kind}/${at[name].id ?? at[name]}`;
}
function board(machine: string, first: string, ...taken: string[]) {
  return [
    'PUT',
    () => '/production/board',
    (at: Cell['at']) => ({
      machine_id: at[machine],
      schedulings: [at[first].id],
      taken: taken.map((name) => at[name].id as number),
    }),
  ] as const;
}

export const producing: Scene = {
  name: 'producing',
  build,
  acts: [
    act('produce 3', 'warehouse', ...produced(0, 3)),
    act('produce the rest', 'administration', ...produced(0, 7)),
    act('produce and complete', 'admin', ...produced(0, 1, { is_completed: true })),
    act('produce of the fifth', 'warehouse', ...produced(4, 1)),
    act('produced 9', 'warehouse', 'PUT', of('production/operations', 'operation'), () => ({ quantity_produced: 9 }), {
      version: (at) => at.operation.version,
    }),
    act('produced 11', 'admin', 'PUT', of('production/operations', 'operation'), () => ({ quantity_produced: 11 })),
    act('completing only 2', 'warehouse', 'PUT', of('production/operations', 'completing'), () => ({
      quantity_produced: 2,
    })),
    act('delete the operation', 'warehouse', 'DELETE', of('production/operations', 'operation')),
    act('delete the completing', 'direction', 'DELETE', of('production/operations', 'completing')),
    act('schedule 5', 'administration', ...job(0, 5, 'machine')),
    act('schedule 3 there', 'warehouse', ...job(0, 3, 'second')),
    act('schedule the fifth', 'warehouse', ...job(4, 4, 'second')),
    act('schedule 10.5 in all', 'admin', 'PUT', of('production/scheduling', 'scheduling'), () => ({
      quantity_to_produce: 10.5,
    })),
    act(
      'schedule it there',
      'warehouse',
      'PUT',
      of('production/scheduling', 'scheduling'),
      (at) => ({ machine_id: at.second }),
      { version: (at) => at.scheduling.version },
    ),
    act('unschedule', 'warehouse', 'DELETE', of('production/scheduling', 'scheduling')),
    act('board', 'administration', ...board('machine', 'planned')),
    act('board, taken here', 'warehouse', ...board('machine', 'elsewhere', 'elsewhere')),
    act('board, taken there', 'admin', ...board('second', 'scheduling', 'scheduling')),
    act('load', 'warehouse', ...load(1, 6, 'warehouse')),
    act('load a part', 'admin', ...load(1, 2.5, 'other')),
    act('load the unfinished', 'warehouse', ...load(0, 4, 'other')),
    act('load the loaded', 'warehouse', ...load(2, 1, 'other')),
    act('undo', 'warehouse', ...undo(1)),
    act('undo the loaded', 'direction', ...undo(2)),
    act('force the first', 'warehouse', ...force(0)),
    act('force the first elsewhere', 'admin', ...force(0, 'other')),
    act('force the completed', 'warehouse', ...force(1, 'warehouse')),
    act('force the fourth', 'direction', ...force(3, 'other')),
    act('force the fifth', 'warehouse', ...force(4, 'warehouse')),
    act(
      'order 4',
      'orders',
      'PUT',
      order,
      lines(([a, ...rest]) => [{ ...a, quantity: 4 }, ...rest]),
    ),
    act(
      'order 20',
      'sales',
      'PUT',
      order,
      lines(([a, ...rest]) => [{ ...a, quantity: 20 }, ...rest]),
      { version: (at) => at.order.version },
    ),
    act(
      'drop the fourth',
      'orders',
      'PUT',
      order,
      lines(([a, b, c, , e]) => [a!, b!, c!, e!]),
    ),
    act(
      'drop the fifth',
      'orders',
      'PUT',
      order,
      lines(([a, b, c, d]) => [a!, b!, c!, d!]),
      { version: (at) => at.order.version },
    ),
    act('another product for the fifth', 'sales', 'PUT', order, (at) =>
      lines(([a, b, c, d, e]) => [a!, b!, c!, d!, { ...e, product_id: at.batched as number }])(at),
    ),
    act(
      'turn the lines',
      'orders',
      'PUT',
      order,
      lines((all) => all.toReversed()),
    ),
    act(
      'close two lines',
      'orders',
      'PUT',
      (at) => `${order(at)}/closed-lines`,
      (at) => ({ items: [item(at, 0), item(at, 4)] }),
    ),
    act('delete the order', 'orders', 'DELETE', order),
    act(
      'urgent item',
      'administration',
      'PUT',
      (at) => `/customer-orders/items/${item(at, 0)}/priority`,
      () => ({ priority: 'alta' }),
    ),
    act(
      'urgent order',
      'warehouse',
      'PUT',
      (at) => `/customer-orders/${at.order.id}/priority`,
      () => ({ priority: 'media' }),
    ),
    act('delete the machine', 'orders', 'DELETE', of('machines', 'machine')),
    act('delete the second machine', 'orders', 'DELETE', of('machines', 'second')),
    act('deactivate the second machine', 'sales', 'PUT', of('machines', 'second'), () => ({ is_active: false })),
    act('deactivate the warehouse', 'orders', 'PUT', of('warehouses', 'warehouse'), () => ({ is_active: false })),
    act('delete the other warehouse', 'orders', 'DELETE', of('warehouses', 'other')),
    act(
      'change the production warehouse',
      'direction',
      'PUT',
      () => '/settings',
      (at) => ({ production_warehouse_id: at.other }),
      { shared: true },
    ),
    act('no batches any more', 'orders', 'PUT', of('products', 'batched'), () => ({ has_batch: false })),
    act('delete the product', 'orders', 'DELETE', of('products', 'plain')),
    act('delete the customer', 'orders', 'DELETE', of('customers', 'customer')),
    act(
      'unload the loaded',
      'warehouse',
      'POST',
      () => '/stock-movements',
      (at) => moveOf('S', at.plain, at.warehouse, 2, { movement_date: today() }),
    ),
    act(
      'pack the loaded',
      'orders',
      'POST',
      () => '/packing-lists',
      (at) => ({
        customer_id: at.customer,
        order_id: at.order.id,
        items: [{ order_item_id: item(at, 2), quantity: 2.5, warehouse_id: at.warehouse }],
      }),
    ),
    act(
      'pack the fourth',
      'sales',
      'POST',
      () => '/packing-lists',
      (at) => ({
        customer_id: at.customer,
        order_id: at.order.id,
        items: [{ order_item_id: item(at, 3), quantity: 2.25, warehouse_id: at.warehouse }],
      }),
    ),
  ],
};
