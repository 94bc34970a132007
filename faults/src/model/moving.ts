/** Models manual movements and stock counts. */
import {
  add,
  chance,
  EXPIRIES,
  keyOf,
  noteDates,
  num,
  pick,
  someBatch,
  someQuantity,
  stockOf,
  suffices,
  type Maker,
  type Movement,
  type Part,
  type World,
} from './world.ts';

function somePart(world: World): Part {
  const product = pick(world, world.products)!;
  return {
    product: product.id,
    warehouse: pick(world, world.warehouses)!,
    batch: someBatch(world, product),
    quantity: someQuantity(world),
  };
}
function bodyOf(world: World, { product, warehouse, batch, quantity }: Part, movement_type: string) {
  return {
    movement_type,
    movement_date: world.today,
    product_id: product,
    warehouse_id: warehouse,
    quantity: num(quantity),
    batch_number: batch || null,
    ...(movement_type === 'C' && batch && { expiry_date: EXPIRIES[batch] }),
  };
}
const short = '409 INSUFFICIENT_STOCK';

const load: Maker = (world) => {
  const part = somePart(world);
  return {
    name: `load ${keyOf(part)}`,
    method: 'POST',
    path: '/stock-movements',
    body: bodyOf(world, part, 'C'),
    expected: '201',
    done: ({ id }) => {
      add(world, part, part.quantity);
      noteDates(world, part.product, part.batch, { expiry: EXPIRIES[part.batch] ?? null });
      world.movements.push({ ...part, id, type: 'C' });
    },
  };
};
const unload: Maker = (world) => {
  const part = somePart(world);
  return {
    name: `unload ${keyOf(part)}`,
    method: 'POST',
    path: '/stock-movements',
    body: bodyOf(world, part, 'S'),
    expected: suffices(world, [part]) ? '201' : short,
    done: ({ id }) => {
      add(world, part, -part.quantity);
      world.movements.push({ ...part, id, type: 'S' });
    },
  };
};
const transfer: Maker = (world) => {
  const parts = [somePart(world), somePart(world)];
  const from = pick(world, world.warehouses)!;
  const to = world.warehouses.find((id) => id !== from)!;
  for (const part of parts) {
    part.warehouse = from;
    const there = stockOf(world, part);
    if (there > 0n && chance(world, 0.7)) part.quantity = (there + 2n) / 3n;
  }
  return {
    name: 'transfer',
    method: 'POST',
    path: '/stock-movements/transfers',
    body: {
      movement_date: world.today,
      from_warehouse_id: from,
      to_warehouse_id: to,
      items: parts.map(({ product, batch, quantity }) => ({
        product_id: product,
        batch_number: batch || null,
        quantity: num(quantity),
      })),
    },
    expected: suffices(world, parts) ? '201' : short,
    done: () => {
      for (const part of parts) {
        add(world, part, -part.quantity);
        add(world, { ...part, warehouse: to }, part.quantity);
      }
    },
  };
};

/** The signed change of the stock by a movement. */
function signed({ type, quantity }: Movement): bigint {
  return type === 'C' ? quantity : -quantity;
}
const change: Maker = (world) => {
  const movement = pick(world, world.movements);
  if (!movement) return undefined;
  const quantity = someQuantity(world);
  const by = signed({ ...movement, quantity }) - signed(movement);
  return {
    name: `change of ${movement.id}`,
    method: 'PUT',
    path: `/stock-movements/${movement.id}`,
    body: { quantity: num(quantity) },
    expected: stockOf(world, movement) + by >= 0n ? '200' : short,
    done: () => {
      add(world, movement, by);
      movement.quantity = quantity;
    },
  };
};
const remove: Maker = (world) => {
  const movement = pick(world, world.movements);
  if (!movement) return undefined;
  return {
    name: `deletion of ${movement.id}`,
    method: 'DELETE',
    path: `/stock-movements/${movement.id}`,
    expected: stockOf(world, movement) - signed(movement) >= 0n ? '204' : short,
    done: () => {
      add(world, movement, -signed(movement));
      world.movements.splice(world.movements.indexOf(movement), 1);
    },
  };
};

const openCount: Maker = (world) => {
  const warehouse = pick(world, world.warehouses)!;
  return {
    name: 'count',
    method: 'POST',
    path: '/stock-counts',
    body: { warehouse_id: warehouse },
    expected: '201',
    done: ({ id }) => world.counts.push({ id, warehouse, items: [] }),
  };
};
/** Numbers the counted lines in their order. */
let counted = 0;
const count: Maker = (world) => {
  const sheet = pick(world, world.counts);
  if (!sheet) return undefined;
  const part = { ...somePart(world), warehouse: sheet.warehouse };
  if (sheet.items.some((item) => keyOf(item) === keyOf(part))) return undefined;
  const book = stockOf(world, part);
  // Counts zero, the expected quantity, or another one.
  if (chance(world, 0.2)) part.quantity = 0n;
  else if (chance(world, 0.3)) part.quantity = book;
  return {
    name: `counted ${keyOf(part)}`,
    method: 'PUT',
    path: `/stock-counts/${sheet.id}/items`,
    body: {
      items: [{ product_id: part.product, batch_number: part.batch || null, counted_quantity: num(part.quantity) }],
    },
    expected: '200',
    done: () => sheet.items.push({ ...part, book, at: ++counted }),
  };
};
const postCount: Maker = (world) => {
  const sheet = pick(
    world,
    world.counts.filter(({ items }) => items.length > 0),
  );
  if (!sheet) return undefined;
  const differences = sheet.items.map((item) => ({ item, by: item.quantity - item.book }));
  return {
    name: 'posting of a count',
    method: 'POST',
    path: `/stock-counts/${sheet.id}/post`,
    body: {},
    expected: differences.every(({ item, by }) => stockOf(world, item) + by >= 0n) ? '200' : short,
    done: () => {
      for (const { item, by } of differences) {
        add(world, item, by);
        // Other sheets compare with the corrected stock, or find nothing more if they were counted earlier.
        const others = world.counts.filter((other) => other !== sheet).flatMap(({ items }) => items);
        for (const other of others.filter((line) => keyOf(line) === keyOf(item))) {
          const corrected = other.book + by > 0n ? other.book + by : 0n;
          other.book = other.at < item.at ? other.quantity : corrected;
        }
      }
      world.counts.splice(world.counts.indexOf(sheet), 1);
    },
  };
};

export const MOVING: readonly Maker[] = [
  load,
  load,
  load,
  unload,
  transfer,
  change,
  remove,
  openCount,
  count,
  postCount,
];
