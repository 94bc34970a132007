/** Three months of customers' orders, scheduled, produced and loaded; in the end, items exist in every state. */
import { formatMinutes, minutesFor } from '@bobina/contract/production/time.rules.ts';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Priority } from '@bobina/contract/orders/statuses.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Call } from './call.ts';
import { createChance, type Chance } from './chance.ts';
import { dayOf } from './days.ts';

const DAYS = 90;
/** Items that all machines together work on in a day. */
const WORKED_A_DAY = 6;
const DAYS_A_PRIORITY = 5;
const PRICES: Record<string, readonly [number, number]> = { Fogli: [14, 48], Sacchetti: [11, 36], Rotoli: [1.2, 7.5] };
const MACHINES: Record<string, readonly string[]> = {
  Fogli: ['SHT-01', 'FLX-01'],
  Sacchetti: ['BAG-01', 'FLX-02'],
  Rotoli: ['TAG-01', 'TAG-02'],
};
const NOTES = [
  'Stampa a 2 colori come da campione.',
  'Consegna frazionata possibile.',
  'Scatole anonime, etichetta del cliente.',
  'Palette EUR, altezza massima 160 cm.',
];

interface Line {
  id: number;
  product: Product;
  quantity: number;
  produced: number;
  /** Days before today of the order and of the requested delivery. */
  ordered: number;
  due: number;
  rank: number;
  /** Is never produced because its film is missing. */
  isStuck: boolean;
  isScheduled: boolean;
}
interface Floor {
  call: Call;
  chance: Chance;
  products: readonly Product[];
  customers: readonly number[];
  /** Agreed prices, by `<customer> <product>`. */
  agreed: ReadonlyMap<string, number>;
  machines: ReadonlyMap<string, number>;
  finishedGoods: number;
  open: Line[];
  /** Completed and not loaded yet. */
  done: Line[];
  orders: number;
}

const RANKS: Record<Priority, number> = { alta: 1, media: 2, standard: 3 };

/** Creates the orders. @returns a function that runs one working day; called from the oldest day to today */
export async function openShopFloor(
  call: Call,
  {
    products,
    customers,
    finishedGoods,
  }: { products: readonly Product[]; customers: readonly number[]; finishedGoods: number },
): Promise<(daysAgo: number) => Promise<void>> {
  const machines = await call<{ id: number; code: string }[]>('GET', '/machines/active/list');
  const sold = products.filter(({ category }) => category in PRICES);
  const floor: Floor = {
    call,
    chance: createChance(20_260_301),
    agreed: await agreePrices(call, { customers, products: sold }),
    products: sold,
    customers,
    machines: new Map(machines.map(({ code, id }) => [code, id])),
    finishedGoods,
    open: [],
    done: [],
    orders: 0,
  };
  return async (daysAgo) => {
    if (daysAgo > DAYS) return;
    await load(floor);
    await produce(floor, daysAgo);
    await force(floor, daysAgo);
    await schedule(floor, daysAgo);
    for (let count = floor.chance.whole(1, 2); count > 0; count--) await takeOrder(floor, daysAgo);
  };
}

function pickPriority(chance: Chance): Priority {
  const roll = chance.next();
  return roll < 0.15 ? 'alta' : roll < 0.4 ? 'media' : 'standard';
}

function quantityOf({ unit_of_measure }: Product, chance: Chance) {
  return unit_of_measure === 'piece' ? chance.whole(2, 16) * 50 : chance.whole(2, 18) * 10;
}

function priceOf({ category }: Product, chance: Chance) {
  const [low, high] = PRICES[category]!;
  return Math.round((low + chance.next() * (high - low)) * 100) / 100;
}

/**
 * Every third customer has agreed prices for some products, since before the first order. Uses a generator of its own,
 * so that they do not change the other random values. @returns the prices by `<customer> <product>`
 */
async function agreePrices(
  call: Call,
  { customers, products }: { customers: readonly number[]; products: readonly Product[] },
): Promise<Map<string, number>> {
  const chance = createChance(20_260_401);
  const agreed = new Map<string, number>();
  for (const customer_id of customers.filter((_, at) => at % 3 === 0))
    for (const product of chance.some(products, chance.whole(3, 6))) {
      const price = priceOf(product, chance);
      const start_date = dayOf(DAYS + 30);
      await call('POST', '/customer-prices', { customer_id, product_id: product.id, price, start_date });
      agreed.set(`${customer_id} ${product.id}`, price);
    }
  return agreed;
}

async function takeOrder(floor: Floor, daysAgo: number): Promise<void> {
  const { call, chance, products, customers, agreed, open } = floor;
  const due = daysAgo - chance.whole(9, 26);
  const wanted = chance.some(products, chance.whole(1, 4));
  floor.orders += 1;
  const customer_id = chance.pick(customers);
  const order = await call<CustomerOrder>('POST', '/customer-orders', {
    customer_id,
    order_date: dayOf(daysAgo),
    requested_delivery_date: dayOf(due),
    customer_order_number: `${chance.whole(20, 99)}${String(floor.orders).padStart(3, '0')}/${dayOf(daysAgo).slice(2, 4)}`,
    ...(chance.next() < 0.3 && { notes: chance.pick(NOTES) }),
    items: wanted.map((product) => {
      const quantity = quantityOf(product, chance);
      const usual = priceOf(product, chance);
      const unit_price = agreed.get(`${customer_id} ${product.id}`) ?? usual;
      return { product_id: product.id, quantity, unit_price };
    }),
  });
  const whole = pickPriority(chance);
  if (whole !== 'standard') await call('PUT', `/customer-orders/${order.id}/priority`, { priority: whole });
  for (const item of order.items) {
    const own = chance.next() < 0.1 ? pickPriority(chance) : whole;
    if (own !== whole) await call('PUT', `/customer-orders/items/${item.id}/priority`, { priority: own });
    open.push({
      id: item.id,
      product: products.find(({ id }) => id === item.product_id)!,
      quantity: item.quantity,
      produced: 0,
      ordered: daysAgo,
      due,
      rank: RANKS[own],
      isStuck: chance.next() < 0.04,
      isScheduled: false,
    });
  }
}

/** Schedules most items within days, some of them in part. */
async function schedule({ call, chance, open, machines }: Floor, daysAgo: number): Promise<void> {
  for (const line of open.filter(({ isScheduled, ordered }) => !isScheduled && ordered - daysAgo >= 2)) {
    if (chance.next() < 0.35) continue;
    const part = chance.next() < 0.15 ? Math.ceil(line.quantity * 0.6) : line.quantity;
    const minutes = minutesFor(line.product.minuti_x_confezione, part) ?? 60;
    await call('POST', '/production/scheduling', {
      order_item_id: line.id,
      machine_id: machines.get(chance.pick(MACHINES[line.product.category]!)),
      quantity_to_produce: part,
      production_time: formatMinutes(minutes, 'it'),
      ...(part < line.quantity && { notes: 'Il resto dopo il cambio bobina.' }),
    });
    line.isScheduled = true;
  }
}

async function enterOperation(
  { call, chance }: Floor,
  line: Line,
  quantity: number,
  daysAgo: number,
  isLast: boolean,
): Promise<boolean> {
  line.produced += quantity;
  const { item } = await call<{ item: { is_completed: boolean } }>('POST', '/production/operations', {
    order_item_id: line.id,
    // Unlike the number that the machine page proposes, which ends with that of the run.
    batch_number: `L${dayOf(daysAgo).slice(2).replaceAll('-', '')}-0${chance.whole(1, 9)}`,
    quantity_produced: quantity,
    // Occasionally completes an item below its quantity.
    is_completed: isLast && line.produced < line.quantity,
    production_date: dayOf(daysAgo),
  });
  return item.is_completed;
}

/** Sort key: the due day, moved forward by the priority. */
function pressing({ due, rank }: Line) {
  return rank * DAYS_A_PRIORITY - due;
}

/** Produces the most urgent items first; large items are produced in parts over several days. */
async function produce(floor: Floor, daysAgo: number): Promise<void> {
  const { chance } = floor;
  const next = floor.open
    .filter(({ isStuck, isScheduled, ordered }) => !isStuck && isScheduled && ordered - daysAgo >= 3)
    .filter(({ produced }) => produced === 0 || chance.next() < 0.4)
    .toSorted((a, b) => pressing(a) - pressing(b) || a.id - b.id)
    .slice(0, chance.whole(WORKED_A_DAY - 1, WORKED_A_DAY + 1));
  for (const line of next) {
    const left = line.quantity - line.produced;
    const isPart = line.produced === 0 && chance.next() < 0.45;
    const quantity = isPart
      ? Math.ceil(left * (0.3 + chance.next() * 0.4))
      : Math.max(1, Math.round(left * (chance.next() < 0.1 ? 0.96 : chance.next() < 0.1 ? 1.03 : 1)));
    const isCompleted = await enterOperation(floor, line, quantity, daysAgo, !isPart);
    if (!isCompleted) continue;
    floor.open.splice(floor.open.indexOf(line), 1);
    floor.done.push(line);
  }
}

/** Completes some items by force, without an operation. */
async function force({ call, chance, open }: Floor, daysAgo: number): Promise<void> {
  const line = open.find(({ isStuck, ordered }) => !isStuck && ordered - daysAgo >= 5);
  if (!line || chance.next() > 0.12) return;
  await call('POST', `/production/force-completion/${line.id}`, {});
  open.splice(open.indexOf(line), 1);
}

/** Loads finished items into the warehouse on the following days. */
async function load(floor: Floor): Promise<void> {
  const waiting = floor.done;
  floor.done = [];
  for (const line of waiting) {
    if (floor.chance.next() < 0.35) floor.done.push(line);
    else
      await floor.call('POST', '/production/load-to-warehouse', {
        itemId: line.id,
        warehouseId: floor.finishedGoods,
        quantity: line.produced,
      });
  }
}
