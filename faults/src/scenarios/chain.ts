/**
 * Runs random sequences of acts from the order to the credit note and of reels and runs, and compares the servers with a model of the rules.
 */
import { callOf } from '../calls.ts';
import { clientOf, type Client } from '../client.ts';
import { completeCompany, makeCustomer, makeProduct, makeSupplier, makeWarehouse } from '../company.ts';
import { makeCaller } from '../attacks/world.ts';
import { FAST, verify } from '../fast.ts';
import { BUYING } from '../model/buying.ts';
import { createAsker, compare } from '../model/compare.ts';
import { MOVING } from '../model/moving.ts';
import { PRODUCING } from '../model/producing.ts';
import { RUNNING } from '../model/running.ts';
import { SELLING } from '../model/selling.ts';
import { chance, pick, type Maker, type Step, type World } from '../model/world.ts';
import { startNode } from '../node.ts';
import { dice } from '../pairs/dice.ts';
import { makeDatabase, makeFolder, query, startCluster } from '../places.ts';
import { hold, type Scenario, type Stage } from '../scenario.ts';

const SERVERS = 2;
const STEPS = 200;
const ALL = [MOVING, BUYING, PRODUCING, PRODUCING, SELLING, SELLING, RUNNING, RUNNING, RUNNING, RUNNING];

async function prepare(client: Client, roll: () => number): Promise<World> {
  const product = (given: object, vat: bigint) =>
    makeProduct(client, given).then(({ id }) => ({ id, batched: 'has_batch' in given, vat }));
  const { today } = (await client.send('GET', '/company/today')).body;
  const machine = await client.make('/machines', { code: `M-${roll()}`, description: 'Taglierina' });
  const [supplier, warehouse] = [(await makeSupplier(client)).id, (await makeWarehouse(client)).id];
  const cutter = await client.make('/machines', { code: `R-${roll()}`, description: 'Ribobinatrice' });
  const web = await makeProduct(client, { has_batch: true, is_reel: true, peso_carta: 80 });
  return {
    roll,
    today,
    customer: (await makeCustomer(client)).id,
    supplier,
    machine: machine.id,
    products: [
      await product({ has_batch: true, unit_of_measure: 'l' }, 22n),
      await product({ has_batch: true, categoria_vat_codice: '4', unit_of_measure: 'm' }, 4n),
      await product({ unit_of_measure: 'kg' }, 22n),
    ],
    warehouses: [(await makeWarehouse(client)).id, (await makeWarehouse(client)).id],
    stock: new Map(),
    dates: new Map(),
    purchases: [],
    orders: [],
    lists: [],
    invoices: [],
    movements: [],
    counts: [],
    plant: {
      product: web.id,
      warehouse,
      supplier,
      machines: [machine.id, cutter.id],
      ordered: [],
      webs: [],
      runs: [],
      splits: [],
      recall: null,
      now: 0,
    },
  };
}
function someStep(world: World, groups: readonly (readonly Maker[])[]): Step {
  for (;;) {
    // Limits the number of customers' orders, so that later steps mostly act on existing ones.
    const step = pick(world, pick(world, groups)!)!(world);
    if (step && !(world.orders.length > 4 && step.path === '/customer-orders' && chance(world, 0.8))) return step;
  }
}

const outcomes = new Map<string, number>();
/** Runs random steps. @returns the number of steps done and of steps refused */
async function live(stage: Stage, clients: readonly Client[], databaseUrl: string, seed: number) {
  const world = await prepare(clients[0]!, dice(seed));
  const ask = createAsker(clients);
  const steps: string[] = [];
  for (let at = 0; at < STEPS; at++) {
    const step = someStep(world, stage.craft ? [RUNNING] : ALL);
    const client = pick(world, clients)!;
    const { status, body } = await client.send(step.method, step.path, step.body);
    const answered = status < 300 ? String(status) : `${status} ${body.code as string}`;
    steps.push(`${step.name} → ${answered}`);
    const story = () => `seed ${seed}, step ${at}: ${JSON.stringify(step)}\n  ${steps.slice(-12).join('\n  ')}`;
    hold(answered === step.expected, `${answered} ${JSON.stringify(body)} instead of ${step.expected}; ${story()}`);
    if (status < 300) {
      stage.accepted.add(callOf(step.method, step.path));
      step.done?.(body);
    }
    const kind = `${step.method} ${step.path.replaceAll(/\d+(-\w+)?/g, '·')} ${answered}`;
    outcomes.set(kind, (outcomes.get(kind) ?? 0) + 1);
    if (stage.broken && at === STEPS / 2)
      await query(
        databaseUrl,
        'update customer_order_items set unit_price = unit_price + 0.00001, total = total + 0.01',
      );
    const differences = await compare(world, ask);
    hold(differences.length === 0, `${differences.join('; ')}; ${story()}`);
  }
}

export const chain: Scenario = {
  name: 'chain',
  promise:
    'random sequences of orders, receipts, production, packing, credit notes, reels and runs over 2 servers: after each step answers, stock, statuses, totals and traces equal those of a model',
  control: 'SQL raises the price of an order line by a cent',
  short: true,
  run: async (stage) => {
    outcomes.clear();
    const databaseUrl = await makeDatabase(await startCluster(stage, FAST), 'chain');
    const start = () => startNode(stage, { dataDir: makeFolder(stage), databaseUrl, unsafe: true });
    const nodes = [await start(), ...(await Promise.all(Array.from({ length: SERVERS - 1 }, start)))];
    const { token } = await makeCaller(databaseUrl);
    const clients = nodes.map(({ url }) => clientOf(url, token));
    await completeCompany(clients[0]!);
    await clients[0]!.make('/vat-codes', { code: '4', rate: 4, description: 'IVA ridotta' });
    const lives = stage.runs ?? (stage.short ? 1 : 40);
    for (let at = 0; at < lives; at++) await live(stage, clients, databaseUrl, stage.seed + at);
    stage.figure('seeds', `${stage.seed} to ${stage.seed + lives - 1}`);
    stage.figure('steps', lives * STEPS);
    stage.figure('answers', [...outcomes].map(([kind, times]) => `${times} × ${kind}`).join(', '));
    await verify(databaseUrl);
  },
};
