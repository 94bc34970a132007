/** Models purchase orders and their receipts. */
import {
  add,
  chance,
  EXPIRIES,
  noteDates,
  num,
  pick,
  someBatch,
  somePrice,
  someQuantity,
  type Maker,
  type Purchase,
  type PurchaseLine,
  type World,
} from './world.ts';

/** Whether a line is closed or fully received. */
export function isCompleted({ closed, received, ordered }: PurchaseLine): boolean {
  return closed || received >= ordered;
}

/** The status of a purchase order, computed from its lines. */
export function purchaseStatusOf({ lines }: Purchase): string {
  return lines.every(isCompleted)
    ? 'fullyReceived'
    : lines.some((line) => line.received > 0n || line.closed)
      ? 'partiallyReceived'
      : 'notReceived';
}

function bodyOf({ id, product, ordered, price }: Omit<PurchaseLine, 'received' | 'closed'>) {
  return {
    ...(id > 0 && { id }),
    product_id: product,
    quantity: num(ordered),
    unit_price: num(price),
  };
}
function someLine(world: World): PurchaseLine {
  return {
    id: 0,
    product: pick(world, world.products)!.id,
    ordered: someQuantity(world),
    price: somePrice(world),
    received: 0n,
    closed: false,
  };
}

const order: Maker = (world) => {
  const lines = Array.from({ length: 1 + Math.floor(world.roll() * 3) }, () => someLine(world));
  return {
    name: 'order to the supplier',
    method: 'POST',
    path: '/purchase-orders',
    body: {
      supplier_id: world.supplier,
      order_date: world.today,
      requested_arrival_date: '2026-12-31',
      items: lines.map(bodyOf),
    },
    expected: '201',
    done: ({ id, items }) =>
      world.purchases.push({ id, lines: lines.map((line, at) => ({ ...line, id: items[at].id as number })) }),
  };
};
const change: Maker = (world) => {
  const purchase = pick(world, world.purchases);
  if (!purchase) return undefined;
  const changed = pick(world, purchase.lines)!;
  const gone = purchase.lines.length > 1 && chance(world, 0.3);
  const ordered = someQuantity(world);
  const price = somePrice(world);
  const after = purchase.lines
    .filter((line) => !gone || line !== changed)
    .map((line) => (line === changed ? { ...line, ordered, price } : { ...line }));
  const more = someLine(world);
  // A line without an id matches the remaining line of the same product, if there is one.
  if (chance(world, 0.3) && !(gone && more.product === changed.product)) after.push(more);
  const sinks = gone ? changed.received > 0n : ordered < changed.received && ordered !== changed.ordered;
  return {
    name: `change of purchase ${purchase.id}`,
    method: 'PUT',
    path: `/purchase-orders/${purchase.id}`,
    body: { items: after.map(bodyOf) },
    expected: sinks ? '409 IN_USE' : '200',
    done: ({ items }) => {
      purchase.lines = after.map((line, at) => ({ ...line, id: items[at].id as number }));
    },
  };
};
const remove: Maker = (world) => {
  const purchase = pick(world, world.purchases);
  if (!purchase || chance(world, 0.5)) return undefined;
  return {
    name: `deletion of purchase ${purchase.id}`,
    method: 'DELETE',
    path: `/purchase-orders/${purchase.id}`,
    expected: purchase.lines.some(({ received }) => received > 0n) ? '409 IN_USE' : '204',
    done: () => world.purchases.splice(world.purchases.indexOf(purchase), 1),
  };
};

let documents = 0;
const receive: Maker = (world) => {
  const purchase = pick(world, world.purchases);
  if (!purchase) return undefined;
  const lines = purchase.lines.filter(() => chance(world, 0.7));
  if (lines.length === 0) return undefined;
  const force = chance(world, 0.2);
  const parts = lines.flatMap((line) => {
    const product = world.products.find(({ id }) => id === line.product)!;
    const warehouse = pick(world, world.warehouses)!;
    const lots = product.batched ? [...new Set(Array.from({ length: 2 }, () => someBatch(world, product)))] : [''];
    return lots.map((batch) => ({ line, product: line.product, warehouse, batch, quantity: someQuantity(world, 4) }));
  });
  const ofLine = (line: PurchaseLine) => parts.filter((part) => part.line === line);
  const comes = (line: PurchaseLine) => ofLine(line).reduce((sum, { quantity }) => sum + quantity, 0n);
  // Over-delivery is limited to 10 percent of the ordered quantity.
  const beyond = lines.some((line) => (line.received + comes(line)) * 10n > line.ordered * 11n);
  const closed = lines.some(isCompleted);
  return {
    name: `receipt of ${purchase.id}`,
    method: 'POST',
    path: '/goods-receipts/receive',
    body: {
      document_number: `B${++documents}`,
      document_date: world.today,
      order_id: purchase.id,
      force,
      items: lines.map((line) => ({
        order_item_id: line.id,
        quantity: num(comes(line)),
        warehouse_id: ofLine(line)[0]!.warehouse,
        ...(ofLine(line)[0]!.batch && {
          batches: ofLine(line).map(({ batch, quantity }) => ({
            batch_number: batch,
            quantity: num(quantity),
            expiry_date: EXPIRIES[batch],
          })),
        }),
      })),
    },
    expected: closed ? '409 ITEM_COMPLETED' : beyond && !force ? '409 OVER_RECEIPT' : '201',
    done: () => {
      for (const part of parts) {
        part.line.received += part.quantity;
        add(world, part, part.quantity);
        noteDates(world, part.product, part.batch, { expiry: EXPIRIES[part.batch] ?? null });
      }
    },
  };
};
const complete: Maker = (world) => {
  const purchase = pick(world, world.purchases);
  const line = purchase && pick(world, purchase.lines);
  if (!line) return undefined;
  const completed = chance(world, 0.5);
  const all = line.received >= line.ordered;
  return {
    name: `line ${line.id} completed: ${completed}`,
    method: 'PUT',
    path: `/goods-receipts/items/${line.id}/completed`,
    body: { completed },
    expected: !completed && all ? '409 INVALID_TRANSITION' : '200',
    done: () => {
      if (isCompleted(line) !== completed) line.closed = completed;
    },
  };
};

export const BUYING: readonly Maker[] = [order, change, remove, receive, receive, receive, complete];
