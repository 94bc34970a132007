/** Scenes of reels: weighed, changed, moved, held, split, combined on pallets, and recalled. */
import { today } from '../../company.ts';
import { act, moveOf, PAST, type Cell, type Maker, type Made, type Scene } from '../scene.ts';

/** Receives reels on a separate order. */
export async function receiveReels(
  maker: Maker,
  { supplier, paper, warehouse, kgs }: { supplier: number; paper: number; warehouse: number; kgs: number[] },
): Promise<Made> {
  const order = await maker.ask('POST', '/purchase-orders', {
    supplier_id: supplier,
    order_date: '2026-03-01',
    requested_arrival_date: '2026-03-20',
    items: [{ product_id: paper, quantity: kgs.reduce((sum, kg) => sum + kg), unit_price: 2 }],
  });
  const { reels } = await maker.ask('POST', '/goods-receipts/receive', {
    document_number: 'DDT1',
    document_date: PAST,
    order_id: order.id,
    items: [
      { order_item_id: order.items[0].id, warehouse_id: warehouse, reels: kgs.map((kg) => ({ width_mm: 1000, kg })) },
    ],
  });
  return reels;
}

async function build(maker: Maker): Promise<Cell> {
  const supplier = await maker.supplier();
  const paper = await maker.product({ has_batch: true, is_reel: true, peso_carta: 80 });
  const glue = await maker.product({ has_batch: true });
  const [warehouse, other] = [await maker.warehouse(), await maker.warehouse()];
  const [worn, held] = await receiveReels(maker, { supplier, paper, warehouse, kgs: [100, 60] });
  await maker.ask('POST', `/batches/${held.batch_id}/hold`, { reason: 'umida' });
  const whole = await maker.move('C', paper, warehouse, 90, { batch_number: 'INTERO' });
  const [one, two] = [
    await maker.move('C', glue, warehouse, 12, { batch_number: 'A' }),
    await maker.move('C', glue, warehouse, 8, { batch_number: 'B' }),
  ];
  return maker.done({ paper, glue, warehouse, other, worn, held, whole, one, two });
}

function ofReel(act_: string) {
  return (at: Cell['at']) => `/reels/${at.worn.batch_id}${act_}`;
}
function ofBatch(batch: (at: Cell['at']) => number, act_: string) {
  return (at: Cell['at']) => `/batches/${batch(at)}/${act_}`;
}
const asRead = { version: (at: Cell['at']) => at.worn.version };
function reason() {
  return { reason: 'prova' };
}

function move(type: 'S' | 'T', reel: 'worn' | 'held', quantity: number) {
  return (at: Cell['at']) =>
    moveOf(type, at.paper, at.warehouse, quantity, {
      movement_date: today(),
      batch_number: at[reel].code,
      ...(type === 'T' && { destination_warehouse_id: at.other }),
    });
}
function split(batch: (at: Cell['at']) => number, ...kgs: number[]) {
  return (at: Cell['at']) => ({
    batch_id: batch(at),
    warehouse_id: at.warehouse,
    quantity: kgs.reduce((sum, kg) => sum + kg),
    reels: kgs.map((kg) => ({ width_mm: 1000, kg })),
  });
}
function pallet(batch_number: string, quantity: number) {
  return (at: Cell['at']) => ({
    product_id: at.glue,
    warehouse_id: at.warehouse,
    batch_number,
    items: [
      { batch_id: at.one.batch_id, quantity },
      { batch_id: at.two.batch_id, quantity: 2 },
    ],
  });
}
function worn(at: Cell['at']): number {
  return at.worn.batch_id;
}
function held(at: Cell['at']): number {
  return at.held.batch_id;
}
function whole(at: Cell['at']): number {
  return at.whole.batch_id;
}

export const reels: Scene = {
  name: 'reels',
  build,
  // Numbers of reels and readings cannot be copied.
  isBuiltAnew: true,
  share: 0.25,
  acts: [
    act('weigh 70', 'warehouse', 'POST', ofReel('/weigh'), () => ({ kg: 70 }), asRead),
    act('weigh 40', 'orders', 'POST', ofReel('/weigh'), () => ({ kg: 40 })),
    act('weigh as empty', 'sales', 'POST', ofReel('/weigh'), () => ({ empty: true }), asRead),
    act('place the reel', 'warehouse', 'PUT', ofReel(''), () => ({ location: 'A1' }), asRead),
    act('widen the reel', 'orders', 'PUT', ofReel(''), () => ({ width_mm: 900 })),
    act('hold the reel', 'warehouse', 'POST', ofBatch(worn, 'hold'), reason),
    act('release the reel', 'direction', 'POST', ofBatch(worn, 'release'), reason),
    act('release the held one', 'direction', 'POST', ofBatch(held, 'release'), reason),
    act('unload 80 of the reel', 'warehouse', 'POST', () => '/stock-movements', move('S', 'worn', 80)),
    act('unload the held one', 'warehouse', 'POST', () => '/stock-movements', move('S', 'held', 5)),
    act('transfer 50 of the reel', 'warehouse', 'POST', () => '/stock-movements', move('T', 'worn', 50)),
    act('split the whole', 'warehouse', 'POST', () => '/reels/split', split(whole, 50, 40)),
    act('split a part', 'orders', 'POST', () => '/reels/split', split(whole, 30)),
    act('split the held one', 'sales', 'POST', () => '/reels/split', split(held, 20)),
    act('hold the whole', 'warehouse', 'POST', ofBatch(whole, 'hold'), reason),
    act('pallet of both', 'warehouse', 'POST', () => '/pallets', pallet('P1', 7)),
    act('pallet of the same number', 'orders', 'POST', () => '/pallets', pallet('P1', 6)),
    act(
      'recall with a hold',
      'warehouse',
      'POST',
      () => '/recalls',
      (at) => ({
        batch_ids: [worn(at), whole(at)],
        reason: 'macchie',
        hold: true,
      }),
    ),
    act(
      'drill',
      'direction',
      'POST',
      () => '/recalls',
      (at) => ({ batch_ids: [whole(at)], reason: 'x', drill: true }),
    ),
    act(
      'no reels any more',
      'orders',
      'PUT',
      (at) => `/products/${at.paper}`,
      () => ({ is_reel: false }),
    ),
    act('delete the other warehouse', 'orders', 'DELETE', (at) => `/warehouses/${at.other}`),
  ],
};
