/** Models customers' orders, and the operations, schedulings and loads of their lines. */
import { least, most, sumOf } from './exact.ts';
import {
  add,
  chance,
  noteDates,
  num,
  pick,
  somePrice,
  someQuantity,
  suffices,
  wholeQuantity,
  type Line,
  type Maker,
  type Order,
  type Part,
  type World,
} from './world.ts';

/** The produced quantity of a line. */
export function producedOf(line: Line): bigint {
  return sumOf(line.operations.map(({ quantity }) => quantity));
}

/** The scheduled quantity of a line. */
export function scheduledOf(line: Line): bigint {
  return sumOf(line.schedulings.map(({ quantity }) => quantity));
}

/** The loaded quantity of a line. */
export function loadedOf(line: Line): bigint {
  return sumOf(line.loads.map(({ quantity }) => quantity));
}

/** What is left to deliver of a line. */
export function leftOf({ closed, quantity, delivered }: Line): bigint {
  return closed ? 0n : quantity - delivered;
}

/** Whether production of a line is completed: by force, by closing, by an operation, or by quantity. */
export function isDone(line: Line): boolean {
  return (
    line.forced ||
    line.closed ||
    line.operations.some(({ completed }) => completed) ||
    producedOf(line) >= line.quantity
  );
}

/** The production status of a line. */
export function statusOf(line: Line): string {
  return isDone(line) ? 'completato' : line.operations.length > 0 ? 'in_produzione' : 'da_produrre';
}

/** The scheduling status of a line; a remainder of 0.001 counts as scheduled. */
export function plannedOf(line: Line): string {
  const scheduled = scheduledOf(line);
  if (scheduled === 0n) return 'non_programmato';
  return line.quantity - scheduled <= 100n ? 'completamente_programmato' : 'parzialmente_programmato';
}
function usedOf(line: Line): bigint {
  return most(most(producedOf(line), scheduledOf(line)), line.delivered);
}

function someLine(world: World): Line {
  return {
    id: 0,
    product: pick(world, world.products)!.id,
    quantity: chance(world, 0.5) ? wholeQuantity(world) : someQuantity(world),
    price: somePrice(world),
    operations: [],
    schedulings: [],
    loads: [],
    forced: false,
    past: false,
    delivered: 0n,
    invoiced: 0n,
    closed: false,
  };
}
function bodyOf({ id, product, quantity, price }: Line) {
  return {
    ...(id > 0 && { id }),
    product_id: product,
    quantity: num(quantity),
    unit_price: num(price),
  };
}
const order: Maker = (world) => {
  const lines = Array.from({ length: 1 + Math.floor(world.roll() * 3) }, () => someLine(world));
  return {
    name: 'order of the customer',
    method: 'POST',
    path: '/customer-orders',
    body: {
      customer_id: world.customer,
      order_date: world.today,
      requested_delivery_date: '2026-12-31',
      items: lines.map(bodyOf),
    },
    expected: '201',
    done: ({ id, order_number, items }) =>
      world.orders.push({
        id,
        number: order_number,
        lines: lines.map((line, at) => ({ ...line, id: items[at].id as number })),
      }),
  };
};
const change: Maker = (world) => {
  const own = pick(world, world.orders);
  if (!own) return undefined;
  const changed = pick(world, own.lines)!;
  const gone = own.lines.length > 1 && chance(world, 0.3);
  const quantity = chance(world, 0.3) ? changed.quantity : someQuantity(world);
  const price = somePrice(world);
  const after: { line: Line; sent: Line }[] = own.lines
    .filter((line) => !gone || line !== changed)
    .map((line) => ({ line, sent: line === changed ? { ...line, quantity, price } : line }));
  const more = someLine(world);
  // A line without an id matches the remaining line of the same product, if there is one.
  if (chance(world, 0.3) && !(gone && more.product === changed.product)) after.push({ line: more, sent: more });
  const used = usedOf(changed);
  const refused = gone ? used > 0n || changed.past : quantity !== changed.quantity && quantity < used;
  return {
    name: `change of order ${own.id}`,
    method: 'PUT',
    path: `/customer-orders/${own.id}`,
    body: { items: after.map(({ sent }) => bodyOf(sent)) },
    expected: refused ? '409 IN_USE' : '200',
    done: ({ items }) => {
      own.lines = after.map(({ line, sent }, at) =>
        Object.assign(line, {
          id: items[at].id as number,
          closed: line.closed && sent.quantity <= line.quantity && sent.quantity > line.delivered,
          quantity: sent.quantity,
          price: sent.price,
        }),
      );
    },
  };
};
const close: Maker = (world) => {
  const own = pick(world, world.orders);
  if (!own || chance(world, 0.5)) return undefined;
  const closed = own.lines.filter((line) => chance(world, line.delivered < line.quantity ? 0.4 : 0.05));
  return {
    name: `closing of lines of order ${own.id}`,
    method: 'PUT',
    path: `/customer-orders/${own.id}/closed-lines`,
    body: { items: closed.map(({ id }) => id) },
    expected: closed.some((line) => line.delivered >= line.quantity) ? '400 VALIDATION' : '200',
    done: () => {
      for (const line of own.lines) line.closed = closed.includes(line);
    },
  };
};
const remove: Maker = (world) => {
  const own = pick(world, world.orders);
  if (!own || chance(world, 0.6)) return undefined;
  const used = own.lines.some((line) => usedOf(line) > 0n || line.operations.length > 0);
  return {
    name: `deletion of order ${own.id}`,
    method: 'DELETE',
    path: `/customer-orders/${own.id}`,
    expected: used ? '409 IN_USE' : '204',
    done: () => {
      world.orders.splice(world.orders.indexOf(own), 1);
      // Cancelled packing lists of the order still reference it.
    },
  };
};

function someItem(world: World): { own: Order; line: Line } | undefined {
  const own = pick(world, world.orders);
  return own && { own, line: pick(world, own.lines)! };
}
const produce: Maker = (world) => {
  const line = someItem(world)?.line;
  if (!line) return undefined;
  const operation = {
    batch: pick(world, ['P1', 'P2'])!,
    quantity: wholeQuantity(world, 5),
    completed: chance(world, 0.2),
  };
  return {
    name: `operation of ${line.id}`,
    method: 'POST',
    path: '/production/operations',
    body: {
      order_item_id: line.id,
      batch_number: operation.batch,
      quantity_produced: num(operation.quantity),
      is_completed: operation.completed,
    },
    expected: isDone(line) ? '409 ITEM_COMPLETED' : '201',
    done: ({ id }) => line.operations.push({ ...operation, id }),
  };
};
const changeOperation: Maker = (world) => {
  const line = someItem(world)?.line;
  const operation = line && pick(world, line.operations);
  if (!operation) return undefined;
  const [quantity, completed] = [wholeQuantity(world, 5), chance(world, 0.3)];
  return {
    name: `change of operation ${operation.id}`,
    method: 'PUT',
    path: `/production/operations/${operation.id}`,
    body: { quantity_produced: num(quantity), is_completed: completed },
    expected: loadedOf(line) > 0n ? '409 ALREADY_LOADED' : '200',
    done: () => Object.assign(operation, { quantity, completed }),
  };
};
const removeOperation: Maker = (world) => {
  const line = someItem(world)?.line;
  const operation = line && pick(world, line.operations);
  if (!operation) return undefined;
  return {
    name: `deletion of operation ${operation.id}`,
    method: 'DELETE',
    path: `/production/operations/${operation.id}`,
    expected: loadedOf(line) > 0n ? '409 ALREADY_LOADED' : '204',
    done: () => {
      line.operations.splice(line.operations.indexOf(operation), 1);
      line.forced = false;
    },
  };
};
const schedule: Maker = (world) => {
  const line = someItem(world)?.line;
  if (!line) return undefined;
  const left = line.quantity - scheduledOf(line);
  const quantity = left > 0n && chance(world, 0.4) ? left : someQuantity(world, 6);
  return {
    name: `scheduling of ${line.id}`,
    method: 'POST',
    path: '/production/scheduling',
    body: {
      order_item_id: line.id,
      machine_id: world.machine,
      quantity_to_produce: num(quantity),
      production_time: '1h30',
    },
    expected: isDone(line) ? '409 ITEM_COMPLETED' : quantity > left ? '400 VALIDATION' : '201',
    done: ({ id }) => line.schedulings.push({ id, quantity }),
  };
};
const unschedule: Maker = (world) => {
  const line = someItem(world)?.line;
  const scheduling = line && pick(world, line.schedulings);
  if (!scheduling) return undefined;
  return {
    name: `deletion of scheduling ${scheduling.id}`,
    method: 'DELETE',
    path: `/production/scheduling/${scheduling.id}`,
    expected: '204',
    done: () => line.schedulings.splice(line.schedulings.indexOf(scheduling), 1),
  };
};

/** Distributes a loaded quantity over the batches of the operations in order; the excess goes to the last batch. */
function partsOf(
  world: World,
  line: Line,
  warehouse: number,
  operations: readonly { batch: string; quantity: bigint }[],
  quantity: bigint,
  passed = 0n,
): Part[] {
  const { batched } = world.products.find(({ id }) => id === line.product)!;
  let [skip, left] = [passed, quantity];
  const parts: Part[] = [];
  const put = (batch: string, part: bigint) => {
    if (part <= 0n) return;
    const place = { product: line.product, warehouse, batch: batched ? batch : '' };
    const same = parts.find((one) => one.batch === place.batch);
    if (same) same.quantity += part;
    else parts.push({ ...place, quantity: part });
  };
  for (const operation of operations) {
    const skipped = least(skip, operation.quantity);
    skip -= skipped;
    const part = least(left, operation.quantity - skipped);
    left -= part;
    put(operation.batch, part);
  }
  if (operations.length > 0) put(operations.at(-1)!.batch, left);
  return parts;
}
function book(world: World, line: Line, parts: readonly Part[]): void {
  for (const part of parts) {
    add(world, part, part.quantity);
    noteDates(world, part.product, part.batch, { production: world.today });
    line.loads.push(part);
  }
  line.past ||= parts.length > 0;
}
const load: Maker = (world) => {
  const item = someItem(world);
  if (!item) return undefined;
  const { own, line } = item;
  const warehouse = pick(world, world.warehouses)!;
  const up = line.closed ? producedOf(line) : most(producedOf(line), line.quantity);
  const quantity = up > 0n && chance(world, 0.6) ? up : someQuantity(world);
  const operations =
    line.operations.length > 0
      ? line.operations
      : [{ batch: `${own.number}-${own.lines.indexOf(line) + 1}`, quantity }];
  return {
    name: `load of ${line.id}`,
    method: 'POST',
    path: '/production/load-to-warehouse',
    body: { itemId: line.id, warehouseId: warehouse, quantity: num(quantity) },
    expected:
      loadedOf(line) > 0n
        ? '409 ALREADY_LOADED'
        : !isDone(line)
          ? '409 INVALID_TRANSITION'
          : quantity > up
            ? '400 VALIDATION'
            : '201',
    done: () => book(world, line, partsOf(world, line, warehouse, operations, quantity)),
  };
};
const undo: Maker = (world) => {
  const line = someItem(world)?.line;
  if (!line || (line.loads.length === 0 && chance(world, 0.8))) return undefined;
  return {
    name: `undoing of the load of ${line.id}`,
    method: 'DELETE',
    path: `/production/load-to-warehouse/${line.id}`,
    expected:
      line.loads.length === 0 ? '404 NOT_FOUND' : suffices(world, line.loads) ? '204' : '409 INSUFFICIENT_STOCK',
    done: () => {
      for (const part of line.loads) add(world, part, -part.quantity);
      line.loads = [];
    },
  };
};
const force: Maker = (world) => {
  const item = someItem(world);
  if (!item || chance(world, 0.5)) return undefined;
  const { own, line } = item;
  const warehouse = pick(world, world.warehouses)!;
  const produced = producedOf(line);
  const own_ = { batch: `${own.number}-${own.lines.indexOf(line) + 1}`, quantity: line.quantity };
  const operations = produced > 0n ? line.operations : [own_];
  const quantity = (produced > 0n ? produced : line.quantity) - loadedOf(line);
  return {
    name: `forced completion of ${line.id}`,
    method: 'POST',
    path: `/production/force-completion/${line.id}`,
    body: { warehouse_id: warehouse },
    expected: isDone(line) ? '409 ALREADY_COMPLETED' : '200',
    done: () => {
      if (quantity > 0n) book(world, line, partsOf(world, line, warehouse, operations, quantity, loadedOf(line)));
      // The id is read with the next comparison.
      if (produced === 0n) line.operations.push({ id: 0, ...own_, completed: true });
      line.forced = true;
    },
  };
};

export const PRODUCING: readonly Maker[] = [
  order,
  change,
  close,
  remove,
  produce,
  produce,
  changeOperation,
  removeOperation,
  schedule,
  schedule,
  unschedule,
  load,
  load,
  undo,
  force,
];
