/** Scenes of manual movements, stock counts and warehouses. */
import { act, moveOf, PAST, type Cell, type Maker, type Scene } from '../scene.ts';

async function build(maker: Maker): Promise<Cell> {
  const batched = await maker.product({ has_batch: true, has_expiry_date: true });
  const [emptied, moved] = [await maker.product(), await maker.product()];
  const [warehouse, empty, third] = [await maker.warehouse(), await maker.warehouse(), await maker.warehouse()];
  const load = await maker.move('C', batched, warehouse, 100.125, { batch_number: 'L1', expiry_date: '2027-01-31' });
  const loadedThere = await maker.move('C', emptied, empty, 10);
  const unload = await maker.move('S', emptied, empty, 10);
  const loadedHere = await maker.move('C', moved, warehouse, 8);
  const transfer = await maker.move('T', moved, warehouse, 8, { destination_warehouse_id: third });
  const counting = async (warehouse_id: number, item: object) => {
    const { id } = await maker.ask('POST', '/stock-counts', { warehouse_id });
    return maker.ask('PUT', `/stock-counts/${id}/items`, { items: [item] });
  };
  const count = await counting(warehouse, { product_id: batched, batch_number: 'L1', counted_quantity: 95.5 });
  const found = await counting(empty, { product_id: emptied, counted_quantity: 3 });
  return maker.done({
    batched,
    emptied,
    moved,
    warehouse,
    empty,
    third,
    load,
    loadedThere,
    unload,
    loadedHere,
    transfer,
    count,
    found,
  });
}

const L1 = { batch_number: 'L1' };
function make(
  type: 'C' | 'S' | 'T',
  product: string,
  warehouse: string,
  quantity: number,
  given: object = {},
  to?: string,
) {
  return (at: Cell['at']) =>
    moveOf(type, at[product], at[warehouse], quantity, { ...given, ...(to && { destination_warehouse_id: at[to] }) });
}
function movements() {
  return '/stock-movements';
}
function of(movement: string) {
  return (at: Cell['at']) => `/stock-movements/${at[movement].id}`;
}
function transfers(to: string, quantity: number) {
  return (at: Cell['at']) => ({
    movement_date: PAST,
    from_warehouse_id: at.warehouse,
    to_warehouse_id: at[to],
    items: [
      { product_id: at.batched, quantity, batch_number: 'L1' },
      { product_id: at.batched, quantity: 1.125, batch_number: 'L1' },
    ],
  });
}
function counted(product: string, counted_quantity: number | null, batch_number?: string) {
  return (at: Cell['at']) => ({
    items: [{ product_id: at[product], batch_number, counted_quantity }],
  });
}
function put(kind: string, row: string, body: object) {
  return ['PUT', (at: Cell['at']) => `/${kind}/${at[row]}`, () => body] as const;
}

export const stock: Scene = {
  name: 'stock',
  build,
  acts: [
    act('load 5', 'warehouse', 'POST', movements, make('C', 'batched', 'warehouse', 5, L1)),
    act(
      'load L2',
      'orders',
      'POST',
      movements,
      make('C', 'batched', 'warehouse', 5, { batch_number: 'L2', expiry_date: '2027-02-28' }),
    ),
    act(
      'load L2 of another day',
      'sales',
      'POST',
      movements,
      make('C', 'batched', 'empty', 5, { batch_number: 'L2', expiry_date: '2027-03-31' }),
    ),
    act('load into the empty', 'warehouse', 'POST', movements, make('C', 'emptied', 'empty', 2.375)),
    act('unload 60', 'warehouse', 'POST', movements, make('S', 'batched', 'warehouse', 60, L1)),
    act('unload 100.125', 'orders', 'POST', movements, make('S', 'batched', 'warehouse', 100.125, L1)),
    act('unload the moved goods', 'sales', 'POST', movements, make('S', 'moved', 'third', 8)),
    act('transfer 50', 'warehouse', 'POST', movements, make('T', 'batched', 'warehouse', 50, L1, 'empty')),
    act('transfer back', 'warehouse', 'POST', movements, make('T', 'moved', 'third', 8, {}, 'warehouse')),
    act('transfer together', 'admin', 'POST', () => '/stock-movements/transfers', transfers('empty', 40)),
    act('transfer together elsewhere', 'direction', 'POST', () => '/stock-movements/transfers', transfers('third', 70)),
    act('load only 50', 'warehouse', 'PUT', of('load'), () => ({ quantity: 50 }), { version: (at) => at.load.version }),
    act('load only 70', 'orders', 'PUT', of('load'), () => ({ quantity: 70 })),
    act('load it elsewhere', 'orders', 'PUT', of('load'), (at) => ({ warehouse_id: at.third })),
    act('load another product', 'orders', 'PUT', of('load'), (at) => ({
      product_id: at.moved,
      batch_number: null,
      expiry_date: null,
    })),
    act('delete the load', 'sales', 'DELETE', of('load')),
    act('unload only 4', 'warehouse', 'PUT', of('unload'), () => ({ quantity: 4 })),
    act('unload another product', 'warehouse', 'PUT', of('unload'), (at) => ({
      product_id: at.batched,
      warehouse_id: at.warehouse,
      quantity: 3,
      batch_number: 'L1',
    })),
    act('delete the unload', 'orders', 'DELETE', of('unload')),
    act('delete the first load', 'orders', 'DELETE', of('loadedThere')),
    act('delete the transfer', 'warehouse', 'DELETE', of('transfer')),
    act('transfer elsewhere', 'warehouse', 'PUT', of('transfer'), (at) => ({ destination_warehouse_id: at.empty })),
    act('delete the load of the moved goods', 'warehouse', 'DELETE', of('loadedHere')),
    act('count 90', 'warehouse', 'PUT', (at) => `/stock-counts/${at.count.id}/items`, counted('batched', 90, 'L1')),
    act('count again', 'orders', 'PUT', (at) => `/stock-counts/${at.count.id}/items`, counted('batched', null, 'L1'), {
      version: (at) => at.count.version,
    }),
    act('count L3', 'sales', 'PUT', (at) => `/stock-counts/${at.count.id}/items`, counted('batched', 2, 'L3')),
    act(
      'post the count',
      'warehouse',
      'POST',
      (at) => `/stock-counts/${at.count.id}/post`,
      () => ({}),
    ),
    act(
      'post the find',
      'orders',
      'POST',
      (at) => `/stock-counts/${at.found.id}/post`,
      () => ({}),
      { version: (at) => at.found.version },
    ),
    act('delete the count', 'sales', 'DELETE', (at) => `/stock-counts/${at.count.id}`),
    act(
      'open a count',
      'warehouse',
      'POST',
      () => '/stock-counts',
      (at) => ({ warehouse_id: at.empty }),
    ),
    act('deactivate the empty', 'orders', ...put('warehouses', 'empty', { is_active: false })),
    act('delete the empty', 'orders', 'DELETE', (at) => `/warehouses/${at.empty}`),
    act('delete the warehouse', 'sales', 'DELETE', (at) => `/warehouses/${at.warehouse}`),
    act('delete the third', 'sales', 'DELETE', (at) => `/warehouses/${at.third}`),
    act('delete the emptied', 'orders', 'DELETE', (at) => `/products/${at.emptied}`),
    act('delete the moved', 'orders', 'DELETE', (at) => `/products/${at.moved}`),
    act('batches for the emptied', 'orders', ...put('products', 'emptied', { has_batch: true })),
    act('batches for the moved', 'sales', ...put('products', 'moved', { has_batch: true })),
    act('litres of the batched', 'sales', ...put('products', 'batched', { unit_of_measure: 'l' })),
    act(
      'deactivate the batched',
      'direction',
      'PUT',
      (at) => `/products/${at.batched}/status`,
      () => ({ status: 'inactive' }),
    ),
    act('rename the emptied', 'orders', ...put('products', 'emptied', { description: 'Carta bianca' })),
  ],
};
