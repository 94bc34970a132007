/** Models reels and runs: the quantity of each reel, the inputs and outputs of each run, and the links between batches. */
import type { Differences } from './differences.ts';
import { exact, least, sumOf } from './exact.ts';
import type { Input, Plant, Run, Web } from './plant.ts';
import { chance, num, pick, type Maker, type Step, type World } from './world.ts';

const INVALID = '409 INVALID_TRANSITION';

/** Compares reels, runs and the trace of one batch with the model. */
export async function compareRuns(world: World, ask: Ask, differences: Differences): Promise<void> {
  const { plant } = world;
  const same = differences.same.bind(differences);
  const balances = new Map<string, bigint>();
  for (const row of await ask(`/stock?product_id=${plant.product}`))
    balances.set(row.batch_number, exact(row.quantity));
  for (const { number, quantity } of plant.webs) same(`stock of ${number}`, balances.get(number) ?? 0n, quantity);
  for (const { id, isEnded, inputs, outputs, wastes } of plant.runs) {
    const what = `run ${id}`;
    const run = await ask(`/runs/${id}`);
    same(`${what}, ended`, run.ended_at !== null, isEnded);
    const live = inputs.filter(({ isUndone }) => !isUndone);
    const isMounted = live.some(({ until }) => until === null);
    const { input_kg, good_kg, waste_kg, closed } = run.balance;
    const kept = outputs.filter(({ isUndone }) => !isUndone).map(({ quantity }) => quantity);
    const lost = wastes.filter(({ isGone }) => !isGone).map(({ kg }) => kg);
    same(`${what}, closed`, closed, !isMounted);
    if (!isMounted) same(`${what}, input`, exact(input_kg), sumOf(live.map(({ used }) => used)));
    same(`${what}, good`, exact(good_kg), sumOf(kept));
    same(`${what}, waste`, exact(waste_kg), sumOf(lost));
    const mounted = (on: { batch_id: number }[]) => on.map(({ batch_id }) => batch_id).join();
    same(
      `${what}, mounted`,
      mounted(run.inputs.filter((input: { dismounted_at: string | null }) => input.dismounted_at === null)),
      live
        .filter(({ until }) => until === null)
        .map(({ reel }) => reel.id)
        .join(),
    );
  }
  if (plant.recall) {
    const { found, expected } = plant.recall;
    const ids = found.map(({ batch_id }) => batch_id);
    same('batches of the recall', inOrder(ids), inOrder([...expected]));
    same('batches of the recall foot', found.filter(({ foots }) => !foots).length, 0);
    plant.recall = null;
  }
  const web = pick(world, plant.webs);
  if (!web) return;
  if (web.isReel) {
    const reel = await ask(`/reels/${web.id}`);
    same(`${web.number}, quantity`, exact(reel.quantity), web.quantity);
    same(`${web.number}, location`, reel.location, web.location);
  }
  const links = linksOf(plant);
  const { nodes } = await ask(`/trace/${web.id}`);
  for (const [direction, sides] of [
    ['forward', [0, 1]],
    ['backward', [1, 0]],
  ] as const) {
    // A batch on a cycle is reached from both sides, and answered once.
    const reached = [...reachedFrom(links, sides, web)].filter((id) => id !== web.id);
    const other = reachedFrom(links, [sides[1], sides[0]], web);
    const found = nodes
      .filter((node: { direction: string }) => node.direction === direction)
      .map(({ batch_id }: { batch_id: number }) => batch_id);
    const only = (ids: number[]) => inOrder(ids.filter((id) => !other.has(id)));
    same(`${web.number} ${direction}`, only(found), only(reached));
  }
  const self = nodes.find(({ direction }: { direction: string }) => direction === 'self');
  for (const [column, expected] of [
    ['made', web.loaded],
    ['adjusted', web.counted],
    ['used_on', web.used],
    ['in_stock', web.quantity],
    ['delivered', 0n],
  ] as const)
    same(`${web.number}, ${column}`, exact(self[column]), expected);
  same(`${web.number} foots`, web.loaded + web.counted, web.used + web.quantity);
}

/** Kilograms with at most three decimals, which is how remnants are booked. */
function someKg(world: World, upTo = 40): bigint {
  return BigInt(1 + Math.floor(world.roll() * upTo * 1000)) * 100n;
}
function addWeb(plant: Plant, id: number, number: string, quantity: bigint, isReel = true): Web {
  const web = { id, number, isReel, quantity, isHeld: false, on: null, location: null, readings: 0, loaded: quantity };
  plant.webs.push({ ...web, counted: 0n, used: 0n });
  return plant.webs.at(-1)!;
}
function reelsOf(webs: readonly { kg: bigint }[]) {
  return webs.map(({ kg }) => ({ width_mm: 1000, kg: num(kg) }));
}
function someRun(world: World): Run | undefined {
  const open = world.plant.runs.filter(({ isEnded }) => !isEnded);
  return pick(world, open.length > 0 && chance(world, 0.9) ? open : world.plant.runs);
}
function someWeb(world: World, isReel = true): Web | undefined {
  const webs = world.plant.webs.filter((web) => web.isReel === isReel);
  const full = webs.filter(({ quantity }) => quantity > 0n);
  return pick(world, full.length > 0 && chance(world, 0.9) ? full : webs);
}

const order: Maker = ({ plant }) => ({
  name: 'order of reels',
  method: 'POST',
  path: '/purchase-orders',
  body: {
    supplier_id: plant.supplier,
    order_date: '2026-03-01',
    requested_arrival_date: '2026-03-20',
    items: [{ product_id: plant.product, quantity: 1000, unit_price: 2 }],
  },
  expected: '201',
  done: ({ id, items }) => plant.ordered.push({ order: id, line: items[0].id }),
});
const receive: Maker = (world) => {
  const { plant } = world;
  const ordered = plant.ordered.at(-1);
  if (!ordered) return order(world);
  const parts = Array.from({ length: 1 + Math.floor(world.roll() * 3) }, () => ({ kg: someKg(world) }));
  return {
    name: `receipt of ${parts.length} reels`,
    method: 'POST',
    path: '/goods-receipts/receive',
    body: {
      document_number: `DDT-${plant.now}`,
      document_date: world.today,
      order_id: ordered.order,
      items: [{ order_item_id: ordered.line, warehouse_id: plant.warehouse, reels: reelsOf(parts) }],
    },
    expected: '201',
    done: ({ reels }) => {
      plant.ordered.pop();
      for (const [at, { kg }] of parts.entries()) addWeb(plant, reels[at].batch_id, reels[at].code, kg);
    },
  };
};
const loadWhole: Maker = (world) => {
  const { plant } = world;
  const [kg, batch_number] = [someKg(world), `INTERO-${plant.now}`];
  return {
    name: `load of ${batch_number}`,
    method: 'POST',
    path: '/stock-movements',
    body: {
      movement_type: 'C',
      movement_date: world.today,
      product_id: plant.product,
      warehouse_id: plant.warehouse,
      quantity: num(kg),
      batch_number,
    },
    expected: '201',
    done: ({ batch_id }) => {
      const web = addWeb(plant, batch_id, batch_number, 0n, false);
      web.quantity = kg;
      web.counted = kg;
    },
  };
};
/** The expected answer to a manual unload; undefined if two refusals apply. */
function takingOut({ on, isHeld, quantity }: Web, kg: bigint): string | undefined {
  const refusals = [
    ...(on ? ['409 REEL_MOUNTED'] : []),
    ...(isHeld ? ['409 ON_HOLD'] : []),
    ...(quantity < kg ? ['409 INSUFFICIENT_STOCK'] : []),
  ];
  return refusals.length > 1 ? undefined : (refusals[0] ?? '201');
}
const split: Maker = (world) => {
  const { plant } = world;
  const from = someWeb(world, chance(world, 0.3));
  if (!from) return loadWhole(world);
  const parts = Array.from({ length: 1 + Math.floor(world.roll() * 2) }, () => ({
    kg: chance(world, 0.1) ? someKg(world, 60) : least(someKg(world, 10), (from.quantity / 300n || 1n) * 100n),
  }));
  const kg = sumOf(parts.map((part) => part.kg));
  const expected = takingOut(from, kg);
  if (!expected) return undefined;
  return {
    name: `split of ${from.number}`,
    method: 'POST',
    path: '/reels/split',
    body: { batch_id: from.id, warehouse_id: plant.warehouse, quantity: num(kg), reels: reelsOf(parts) },
    expected,
    done: ({ reels }) => {
      from.quantity -= kg;
      from.used += kg;
      for (const [at, part] of parts.entries())
        plant.splits.push({ from, to: addWeb(plant, reels[at].batch_id, reels[at].code, part.kg) });
    },
  };
};
const unload: Maker = (world) => {
  const { plant } = world;
  const web = someWeb(world);
  if (!web) return undefined;
  const kg = someKg(world, 5);
  const expected = takingOut(web, kg);
  if (!expected) return undefined;
  return {
    name: `unload of ${web.number}`,
    method: 'POST',
    path: '/stock-movements',
    body: {
      movement_type: 'S',
      movement_date: world.today,
      product_id: plant.product,
      warehouse_id: plant.warehouse,
      quantity: num(kg),
      batch_number: web.number,
    },
    expected,
    done: () => {
      web.quantity -= kg;
      web.counted -= kg;
    },
  };
};
/** A remnant of a reel, sometimes more than is on it. */
function someRemnant(world: World, { quantity }: Web): { body: object; left: bigint; isAbove: boolean } {
  if (chance(world, 0.2)) return { body: { empty: true }, left: 0n, isAbove: false };
  const left = chance(world, 0.1)
    ? quantity + 100n
    : ((quantity * BigInt(Math.floor(world.roll() * 100))) / 10_000n) * 100n;
  return { body: { kg: num(left) }, left, isAbove: left > quantity };
}
const weigh: Maker = (world) => {
  const reel = someWeb(world);
  if (!reel) return undefined;
  const { body, left, isAbove } = someRemnant(world, reel);
  return {
    name: `weighing of ${reel.number}`,
    method: 'POST',
    path: `/reels/${reel.id}/weigh`,
    body,
    expected: reel.on ? '409 REEL_MOUNTED' : isAbove ? '400 VALIDATION' : '200',
    done: () => {
      reel.counted -= reel.quantity - left;
      reel.quantity = left;
      reel.readings++;
    },
  };
};
const place: Maker = (world) => {
  const reel = someWeb(world);
  if (!reel) return undefined;
  const location = `S-${world.plant.now}`;
  return {
    name: `place of ${reel.number}`,
    method: 'PUT',
    path: `/reels/${reel.id}`,
    body: { location },
    expected: '200',
    done: () => {
      reel.location = location;
    },
  };
};
const palletize: Maker = (world) => {
  const { plant } = world;
  const parts = plant.webs
    .filter(({ isReel, quantity }) => !isReel && quantity > 0n)
    .slice(-2)
    .map((from) => ({ from, kg: least(someKg(world, 10), from.quantity) }));
  if (parts.length < 2) return loadWhole(world);
  const batch_number = `BANCALE-${plant.now}`;
  return {
    name: `pallet ${batch_number}`,
    method: 'POST',
    path: '/pallets',
    body: {
      product_id: plant.product,
      warehouse_id: plant.warehouse,
      batch_number,
      items: parts.map(({ from, kg }) => ({ batch_id: from.id, quantity: num(kg) })),
    },
    expected: parts.some(({ from }) => from.isHeld) ? '409 ON_HOLD' : '201',
    done: ({ batch_id }) => {
      const to = addWeb(plant, batch_id, batch_number, sumOf(parts.map(({ kg }) => kg)), false);
      for (const { from, kg } of parts) {
        from.quantity -= kg;
        from.used += kg;
        plant.splits.push({ from, to });
      }
    },
  };
};
const recall: Maker = (world) => {
  const { plant } = world;
  const web = pick(world, plant.webs);
  if (!web) return undefined;
  const withHold = chance(world, 0.2);
  return {
    name: `recall of ${web.number}`,
    method: 'POST',
    path: '/recalls',
    body: { batch_ids: [web.id], reason: 'prova', drill: !withHold, hold: withHold },
    expected: '201',
    done: ({ batches }) => {
      const expected = reachedFrom(linksOf(plant), [0, 1], web).add(web.id);
      plant.recall = { found: batches, expected };
      if (withHold) for (const one of plant.webs) one.isHeld ||= expected.has(one.id) && one.quantity > 0n;
    },
  };
};
const hold: Maker = (world) => {
  const web = pick(world, world.plant.webs);
  if (!web || (!web.isHeld && chance(world, 0.5))) return undefined;
  const isRelease = chance(world, 0.9) === web.isHeld;
  return {
    name: `${isRelease ? 'release' : 'hold'} of ${web.number}`,
    method: 'POST',
    path: `/batches/${web.id}/${isRelease ? 'release' : 'hold'}`,
    body: { reason: 'prova' },
    expected: isRelease === web.isHeld ? '200' : INVALID,
    done: () => {
      web.isHeld = !isRelease;
    },
  };
};
const start: Maker = (world) => {
  const { plant } = world;
  const machine = pick(world, plant.machines)!;
  return {
    name: `start on ${machine}`,
    method: 'POST',
    path: '/runs',
    body: { machine_id: machine },
    expected: isBusy(plant, machine) ? '409 RUN_OPEN' : '201',
    done: ({ id }) =>
      plant.runs.push({ id, machine, started: plant.now, isEnded: false, inputs: [], outputs: [], wastes: [] }),
  };
};
function isBusy({ runs }: Plant, machine: number): boolean {
  return runs.some((run) => run.machine === machine && !run.isEnded);
}
const mount: Maker = (world) => {
  const { plant } = world;
  const [run, reel] = [someRun(world), someWeb(world)];
  if (!run || !reel) return undefined;
  return {
    name: `mount of ${reel.number} on run ${run.id}`,
    method: 'POST',
    path: `/runs/${run.id}/inputs`,
    body: chance(world, 0.5) ? { batch_id: reel.id } : { code: reel.number },
    expected: run.isEnded
      ? INVALID
      : reel.on
        ? '409 REEL_MOUNTED'
        : reel.isHeld
          ? '409 ON_HOLD'
          : reel.quantity === 0n
            ? '409 INSUFFICIENT_STOCK'
            : '201',
    done: ({ id }) => {
      const times = { from: plant.now, until: null };
      const input = {
        id,
        reel,
        ...times,
        used: 0n,
        readingsBefore: reel.readings,
        reading: 0,
        left: 0n,
        isUndone: false,
      };
      run.inputs.push(input);
      // The array holds the object that later acts change.
      reel.on = run.inputs.at(-1)!;
      reel.readings++;
    },
  };
};
const returnInput: Maker = (world) => {
  const run = someRun(world);
  const input = run && pick(world, chance(world, 0.8) ? run.inputs.filter(({ reel: { on } }) => on) : run.inputs);
  if (!input) return undefined;
  const { reel } = input;
  const { body, left: measured, isAbove } = someRemnant(world, reel);
  const finish = chance(world, 0.3);
  const left = finish ? 0n : measured;
  return {
    name: `return of ${reel.number} from run ${run.id}`,
    method: 'PUT',
    path: `/runs/${run.id}/inputs/${input.id}`,
    body: { ...body, finish },
    expected: refusalOf(run, input) ?? (input.until !== null ? INVALID : isAbove ? '400 VALIDATION' : '200'),
    done: () => {
      Object.assign(input, { until: world.plant.now, used: reel.quantity - left, left });
      if (measured > left) run.wastes.push({ of: input, kg: measured - left, isGone: false });
      reel.used += input.used;
      reel.quantity = left;
      reel.on = null;
      reel.readings++;
      input.reading = reel.readings;
    },
  };
};
function refusalOf({ isEnded }: Run, { isUndone }: { isUndone: boolean }): string | undefined {
  return isEnded ? INVALID : isUndone ? '404 NOT_FOUND' : undefined;
}
/** A return cannot be undone once the reel was mounted, measured or used. */
function isStale({ reel, reading, left }: Input): boolean {
  return reel.on !== null || reel.readings !== reading || reel.quantity !== left;
}
function takeBack(run: Run, input: Input): void {
  for (const waste of run.wastes) if (waste.of === input) waste.isGone = true;
  input.reel.quantity += input.used;
  input.reel.used -= input.used;
  input.reel.readings++;
  input.used = 0n;
}
const undoReturn: Maker = (world) => {
  const run = someRun(world);
  const input = run && pick(world, run.inputs);
  if (!input) return undefined;
  return {
    name: `undone return of ${input.reel.number}`,
    method: 'DELETE',
    path: `/runs/${run.id}/inputs/${input.id}/return`,
    expected: refusalOf(run, input) ?? (input.until === null ? INVALID : isStale(input) ? '409 IN_USE' : '204'),
    done: () => {
      takeBack(run, input);
      input.until = null;
      input.reel.on = input;
    },
  };
};
const undoMount: Maker = (world) => {
  const run = someRun(world);
  const input = run && pick(world, run.inputs);
  if (!input || chance(world, 0.5)) return undefined;
  return {
    name: `undone mount of ${input.reel.number}`,
    method: 'DELETE',
    path: `/runs/${run.id}/inputs/${input.id}`,
    expected: refusalOf(run, input) ?? (input.until !== null && isStale(input) ? '409 IN_USE' : '204'),
    done: () => {
      if (input.until === null) input.reel.on = null;
      else takeBack(run, input);
      // An earlier return can be undone again.
      input.reel.readings = input.readingsBefore;
      input.isUndone = true;
    },
  };
};
const produce: Maker = (world) => {
  const { plant } = world;
  const run = someRun(world);
  if (!run) return undefined;
  const parts = Array.from({ length: 1 + Math.floor(world.roll() * 2) }, () => ({ kg: someKg(world, 10) }));
  return {
    name: `${parts.length} reels of run ${run.id}`,
    method: 'POST',
    path: `/runs/${run.id}/outputs`,
    body: { product_id: plant.product, warehouse_id: plant.warehouse, reels: reelsOf(parts) },
    expected: run.isEnded ? INVALID : '201',
    done: ({ outputs, reels }) => {
      const live = run.outputs.filter(({ isUndone }) => !isUndone);
      const from = Math.max(run.started, ...live.map(({ to }) => to));
      for (const [at, { kg }] of parts.entries()) {
        const reel = addWeb(plant, reels[at].batch_id, reels[at].code, kg);
        run.outputs.push({ id: outputs[at].id, reel, quantity: kg, from, to: plant.now, isUndone: false });
      }
    },
  };
};
const undoOutput: Maker = (world) => {
  const { plant } = world;
  const run = someRun(world);
  const output = run && pick(world, run.outputs);
  if (!output || chance(world, 0.5)) return undefined;
  const { reel } = output;
  const isUsed =
    plant.runs.some(({ inputs }) => inputs.some((input) => input.reel === reel && !input.isUndone)) ||
    plant.splits.some(({ from }) => from === reel);
  return {
    name: `undone output ${reel.number}`,
    method: 'DELETE',
    path: `/runs/${run.id}/outputs/${output.id}`,
    expected: output.isUndone
      ? '404 NOT_FOUND'
      : run.isEnded
        ? INVALID
        : isUsed || reel.quantity < output.quantity
          ? '409 IN_USE'
          : '204',
    done: () => {
      output.isUndone = true;
      reel.quantity -= output.quantity;
      reel.loaded -= output.quantity;
    },
  };
};
const waste: Maker = (world) => {
  const run = someRun(world);
  if (!run) return undefined;
  const kg = someKg(world, 3);
  return {
    name: `waste of run ${run.id}`,
    method: 'POST',
    path: `/runs/${run.id}/wastes`,
    body: { kind: pick(world, ['trim', 'setup', 'scrap']), kg: num(kg) },
    expected: run.isEnded ? INVALID : '201',
    done: ({ id }) => run.wastes.push({ id, kg, isGone: false }),
  };
};
const undoWaste: Maker = (world) => {
  const run = someRun(world);
  const gone =
    run &&
    pick(
      world,
      run.wastes.filter(({ id }) => id !== undefined),
    );
  if (!gone) return undefined;
  return {
    name: `undone waste of run ${run.id}`,
    method: 'DELETE',
    path: `/runs/${run.id}/wastes/${gone.id}`,
    expected: run.isEnded ? INVALID : gone.isGone ? '404 NOT_FOUND' : '204',
    done: () => {
      gone.isGone = true;
    },
  };
};
const end: Maker = (world) => {
  const run = someRun(world);
  if (!run || chance(world, 0.5)) return undefined;
  const isMounted = run.inputs.some(({ until, isUndone }) => until === null && !isUndone);
  return {
    name: `end of run ${run.id}`,
    method: 'POST',
    path: `/runs/${run.id}/end`,
    body: { setup_minutes: 5, run_minutes: 30 },
    expected: run.isEnded ? INVALID : isMounted ? '409 REEL_STILL_MOUNTED' : '200',
    done: () => {
      run.isEnded = true;
    },
  };
};
const reopen: Maker = (world) => {
  const run = pick(
    world,
    world.plant.runs.filter(({ isEnded }) => isEnded || chance(world, 0.1)),
  );
  if (!run) return undefined;
  return {
    name: `reopening of run ${run.id}`,
    method: 'POST',
    path: `/runs/${run.id}/reopen`,
    body: {},
    expected: !run.isEnded ? INVALID : isBusy(world.plant, run.machine) ? '409 RUN_OPEN' : '200',
    done: () => {
      run.isEnded = false;
    },
  };
};

/** Counts the acts, so that each has its place in the sequence. */
function inSequence(make: Maker): Maker {
  return (world): Step | undefined => {
    world.plant.now++;
    return make(world);
  };
}
/** The acts of reels and runs. */
export const RUNNING: readonly Maker[] = [
  receive,
  receive,
  split,
  unload,
  weigh,
  place,
  palletize,
  recall,
  hold,
  start,
  mount,
  mount,
  mount,
  returnInput,
  returnInput,
  undoReturn,
  undoMount,
  produce,
  produce,
  produce,
  undoOutput,
  waste,
  undoWaste,
  end,
  reopen,
].map(inSequence);

/** The links of the model: from splits, and from the batches on the machine while an output was made. */
function linksOf({ runs, splits }: Plant): [from: Web, to: Web][] {
  const made = runs.flatMap(({ inputs, outputs }) =>
    outputs
      .filter(({ isUndone }) => !isUndone)
      .flatMap((output) =>
        inputs
          .filter(
            ({ isUndone, from, until }) => !isUndone && from < output.to && (until === null || until > output.from),
          )
          .map((input): [Web, Web] => [input.reel, output.reel]),
      ),
  );
  return [...made, ...splits.map(({ from, to }): [Web, Web] => [from, to])].filter(([from, to]) => from !== to);
}
function reachedFrom(links: readonly [Web, Web][], [near, far]: readonly [0 | 1, 0 | 1], web: Web): Set<number> {
  const found = new Set<number>();
  for (const todo = [web]; todo.length > 0;) {
    const next = todo.pop()!;
    for (const link of links)
      if (link[near] === next && !found.has(link[far].id)) {
        found.add(link[far].id);
        todo.push(link[far]);
      }
  }
  return found;
}

function inOrder(ids: readonly number[]): string {
  return ids.toSorted((a, b) => a - b).join();
}

// oxlint-disable-next-line no-explicit-any -- any response body
type Ask = (path: string) => Promise<any>;
