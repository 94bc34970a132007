/** Scenes of runs: start, mounts and returns, outputs, wastes and the end, the undoing of each, and sales of mounted goods. */
import { today } from '../../company.ts';
import { act, moveOf, type Cell, type Maker, type Scene } from '../scene.ts';
import { receiveReels } from './reels.ts';

async function build(maker: Maker): Promise<Cell> {
  const supplier = await maker.supplier();
  const paper = await maker.product({ has_batch: true, is_reel: true, peso_carta: 80 });
  const [glue, bags] = [await maker.product({ has_batch: true }), await maker.product({ has_batch: true })];
  const warehouse = await maker.warehouse();
  const [machine, idle, third, fourth] = [
    await maker.machine(),
    await maker.machine(),
    await maker.machine(),
    await maker.machine(),
  ];
  const customer = await maker.customer();
  const [mounted, returned, free] = await receiveReels(maker, { supplier, paper, warehouse, kgs: [100, 80, 60] });
  const pot = await maker.move('C', glue, warehouse, 10, { batch_number: 'COLLA' });
  const order = await maker.ask('POST', '/customer-orders', {
    customer_id: customer,
    order_date: '2026-03-01',
    requested_delivery_date: '2026-03-20',
    items: [{ product_id: bags, quantity: 100, unit_price: 3 }],
  });
  const line = order.items[0].id;
  const job = await maker.ask('POST', '/production/scheduling', {
    order_item_id: line,
    machine_id: machine,
    quantity_to_produce: 100,
    production_time: '2 ore e 30 minuti',
  });
  const run = await maker.ask('POST', '/runs', { machine_id: machine, scheduling_id: job.id });
  const mount = (batch_id: number) => maker.ask('POST', `/runs/${run.id}/inputs`, { batch_id });
  const back = await mount(returned.batch_id);
  await maker.ask('PUT', `/runs/${run.id}/inputs/${back.id}`, { kg: 50 });
  const input = await mount(mounted.batch_id);
  const made = await maker.ask('POST', `/runs/${run.id}/outputs`, { batch_number: 'S1', quantity: 20 });
  // A run without a job: what it makes is loaded at once.
  const loose = await maker.ask('POST', '/runs', { machine_id: third });
  const rolls = { product_id: bags, warehouse_id: warehouse, batch_number: 'S2', quantity: 10 };
  const roll = await maker.ask('POST', `/runs/${loose.id}/outputs`, rolls);
  const ended = await maker.ask('POST', '/runs', { machine_id: fourth });
  await maker.ask('POST', `/runs/${ended.id}/end`, {});
  const waste = await maker.ask('POST', `/runs/${run.id}/wastes`, { kind: 'trim', kg: 2 });
  return maker.done({
    paper,
    glue,
    bags,
    warehouse,
    machine,
    idle,
    mounted,
    returned,
    free,
    pot,
    line,
    job,
    run,
    loose,
    ended,
    back,
    input,
    waste,
    made: made.outputs[0],
    roll: roll.outputs[0],
  });
}

function ofRun(path: string | ((at: Cell['at']) => string)) {
  return (at: Cell['at']) => `/runs/${at.run.id}/${typeof path === 'string' ? path : path(at)}`;
}
const input = ofRun((at) => `inputs/${at.input.id}`);
const back = ofRun((at) => `inputs/${at.back.id}`);
const asRead = { version: (at: Cell['at']) => at.input.version };

export const running: Scene = {
  name: 'runs',
  build,
  // Numbers of reels, readings and times cannot be copied.
  isBuiltAnew: true,
  share: 0.15,
  acts: [
    act(
      'start on the machine',
      'warehouse',
      'POST',
      () => '/runs',
      (at) => ({ machine_id: at.machine }),
    ),
    act(
      'start on the idle one',
      'direction',
      'POST',
      () => '/runs',
      (at) => ({ machine_id: at.idle }),
    ),
    act('mount the free reel', 'warehouse', 'POST', ofRun('inputs'), (at) => ({ batch_id: at.free.batch_id })),
    act('mount the returned reel', 'warehouse', 'POST', ofRun('inputs'), (at) => ({ code: at.returned.code })),
    act('use 6 of the glue', 'warehouse', 'POST', ofRun('inputs'), (at) => ({
      batch_id: at.pot.batch_id,
      quantity: 6,
    })),
    act('return 40', 'warehouse', 'PUT', input, () => ({ kg: 40, splices: 1 }), asRead),
    act('finish', 'direction', 'PUT', input, () => ({ empty: true })),
    act('undo the mount', 'warehouse', 'DELETE', input),
    act(
      'undo the return',
      'warehouse',
      'DELETE',
      ofRun((at) => `inputs/${at.back.id}/return`),
    ),
    act('undo the mount and the return', 'direction', 'DELETE', back),
    act('make more of S1', 'warehouse', 'POST', ofRun('outputs'), () => ({ batch_number: 'S1', quantity: 5 })),
    act(
      'undo S1',
      'warehouse',
      'DELETE',
      ofRun((at) => `outputs/${at.made.id}`),
    ),
    act('undo S2', 'direction', 'DELETE', (at) => `/runs/${at.loose.id}/outputs/${at.roll.id}`),
    act(
      'make reels',
      'warehouse',
      'POST',
      (at) => `/runs/${at.loose.id}/outputs`,
      (at) => ({ product_id: at.paper, warehouse_id: at.warehouse, reels: [{ width_mm: 500, kg: 20 }] }),
    ),
    act(
      'end the run without a job',
      'warehouse',
      'POST',
      (at) => `/runs/${at.loose.id}/end`,
      () => ({ setup_minutes: 0, run_minutes: 30 }),
    ),
    act(
      'sell S2 off',
      'warehouse',
      'POST',
      () => '/stock-movements',
      (at) => moveOf('S', at.bags, at.warehouse, 4, { movement_date: today(), batch_number: 'S2' }),
    ),
    act('waste', 'warehouse', 'POST', ofRun('wastes'), () => ({ kind: 'setup', kg: 1.5 })),
    act(
      'undo the waste',
      'direction',
      'DELETE',
      ofRun((at) => `wastes/${at.waste.id}`),
    ),
    act('end', 'warehouse', 'POST', ofRun('end'), () => ({ setup_minutes: 10, run_minutes: 60 })),
    act('reopen', 'direction', 'POST', ofRun('reopen'), () => ({})),
    act(
      'reopen the ended run',
      'warehouse',
      'POST',
      (at) => `/runs/${at.ended.id}/reopen`,
      () => ({}),
    ),
    act(
      'operation of the line',
      'warehouse',
      'POST',
      () => '/production/operations',
      (at) => ({
        order_item_id: at.line,
        batch_number: 'S3',
        quantity_produced: 4,
        is_completed: true,
      }),
    ),
    act(
      'load the line',
      'warehouse',
      'POST',
      () => '/production/load-to-warehouse',
      (at) => ({
        itemId: at.line,
        warehouseId: at.warehouse,
        quantity: 100,
        batch_number: 'S9',
      }),
    ),
    act('take off the job', 'direction', 'DELETE', (at) => `/production/scheduling/${at.job.id}`),
    act(
      'hold the mounted reel',
      'warehouse',
      'POST',
      (at) => `/batches/${at.mounted.batch_id}/hold`,
      () => ({
        reason: 'x',
      }),
    ),
    act(
      'weigh the free reel',
      'warehouse',
      'POST',
      (at) => `/reels/${at.free.batch_id}/weigh`,
      () => ({ kg: 30 }),
    ),
    act(
      'unload the returned reel',
      'warehouse',
      'POST',
      () => '/stock-movements',
      (at) => moveOf('S', at.paper, at.warehouse, 45, { movement_date: today(), batch_number: at.returned.code }),
    ),
    act('delete the machine', 'orders', 'DELETE', (at) => `/machines/${at.idle}`),
  ],
};
