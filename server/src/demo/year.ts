/**
 * A year of purchases, receipts and consumption, with customers' orders in the last months: entered day by day through
 * the API with the clock set to each day.
 */
import type { Product } from '@bobina/contract/registry/products.ts';
import type { OrderToReceive } from '@bobina/contract/purchasing/receipts.ts';
import { at } from '../platform/clock.ts';
import type { Call } from './call.ts';
import { createChance, type Chance } from './chance.ts';
import { familyOf, type DemoCountry } from './country.ts';
import { orderScarceGoods } from './documents/scarce-goods.ts';
import { openTopics } from './documents/topics.ts';
import type { CaseCustomer, Office } from './documents/topic.ts';
import { cancelOne, completeDelivered, sellOn, type Shop } from './sales.ts';
import { dayOf, noonOf } from './days.ts';
import { openReelStore } from './reels.ts';
import { openShopFloor } from './shop-floor.ts';
import { enterSupply, orderLowStock } from './supply.ts';

const DAYS = 360;
/** Orders whose goods have not come: they were to arrive so many days ago. */
const AWAITED = [0, 4];
/** The order that is received in part today was to arrive so many days ago. */
const IN_PART = 1;

interface Plant {
  call: Call;
  chance: Chance;
  products: readonly Product[];
  /** Raw materials, semi-finished goods, finished goods, the depot in Casablanca. */
  warehouses: readonly number[];
  /** Open orders by their day of arrival. */
  arriving: Map<number, { id: number; supplier: number; late: number }[]>;
}

/** Approximate cost range of a kilogram, litre or piece, by family. */
const COSTS: Record<string, readonly [number, number]> = {
  'Carta in bobina': [0.85, 1.6],
  'Film in bobina': [1.7, 3.4],
  Cartoni: [0.3, 1.9],
  'Anime e tubi': [0.4, 1.8],
  Inchiostri: [6.5, 14],
  Adesivi: [2.4, 6.8],
  'Materiali di consumo': [0.8, 22],
};

type Available = { warehouse_id: number; batch_number: string | null; quantity: number; expiry_date: string | null };

/**
 * Creates the year's data. @param call as the administrator
 * @param cases the customers that show one special case each
 */
export async function liveYear(
  call: Call,
  country: DemoCountry,
  cases: ReadonlyMap<CaseCustomer, number>,
): Promise<void> {
  const products = (await call<Product[]>('GET', '/products?status=active')).map((product) => ({
    ...product,
    category: familyOf(product.category),
  }));
  const isCase = new Set(cases.values());
  const customers = (await call<{ id: number }[]>('GET', '/customers')).flatMap(({ id }) => (isCase.has(id) ? [] : id));
  const warehouses = (await call<{ id: number }[]>('GET', '/warehouses')).map(({ id }) => id).toSorted((a, b) => a - b);
  const plant: Plant = { call, chance: createChance(20_260_101), products, warehouses, arriving: new Map() };
  const monthly = customers.filter((_, at) => at % 8 === 3);
  const skipped = new Set([...monthly, ...isCase]);
  const shop: Shop = { call, chance: createChance(20_260_606), dayOf, invoicedElsewhere: skipped };
  const office: Office = {
    call,
    country,
    cases,
    monthly,
    weekly: customers.filter((id) => !skipped.has(id)),
    products: products.filter(({ category }) => ['Fogli', 'Sacchetti', 'Rotoli'].includes(category)),
    warehouses,
    finishedGoods: warehouses[2]!,
  };
  const workOnDocuments = await openTopics(office);
  await enterPrices(plant);
  await enterSupply(call, products);
  const workOnOrders = await openShopFloor(call, { products, customers, finishedGoods: warehouses[2]! });
  const receiveReels = await openReelStore(call, products, warehouses);
  const arrived: number[] = [];
  for (let daysAgo = DAYS; daysAgo >= 0; daysAgo--) {
    const weekday = noonOf(daysAgo).getUTCDay();
    arrived.push(daysAgo);
    // On weekends the company is closed, except today: every day has its figures, and the open run is on its machine.
    if ((weekday === 0 || weekday === 6) && daysAgo > 0) continue;
    await at(noonOf(daysAgo), async () => {
      for (const day of arrived.splice(0))
        for (const order of plant.arriving.get(day) ?? []) await receive(plant, order, daysAgo);
      if (weekday === 2 || weekday === 4 || daysAgo > DAYS - 20) await placeOrder(plant, daysAgo);
      if (weekday !== 5) await work(plant, daysAgo);
      await receiveReels(daysAgo);
      await workOnOrders(daysAgo);
      await sellOn(shop, weekday, daysAgo);
      await workOnDocuments({ daysAgo, weekday, day: dayOf(daysAgo) });
    });
  }
  await cancelOne(shop);
  await completeDelivered(shop);
  for (const requested of AWAITED) await order(plant, { daysAgo: requested + 12, requested, confirmed: null });
  // On every day, one order is received in part.
  const part = await order(plant, { daysAgo: IN_PART + 12, requested: IN_PART, confirmed: null });
  await receive(plant, { ...part, late: 0 }, 0, true);
  await orderScarceGoods(office, createChance(20_270_121));
  await orderLowStock(call);
}

function isBought({ supplier_id, category }: Product) {
  return supplier_id !== null && category in COSTS;
}

async function enterPrices({ call, chance, products }: Plant): Promise<void> {
  for (const product of products.filter(isBought)) {
    const [low, high] = COSTS[product.category]!;
    const before = Math.round((low + chance.next() * (high - low)) * 10_000) / 10_000;
    const after = Math.round(before * (0.96 + chance.next() * 0.12) * 10_000) / 10_000;
    const line = { product_id: product.id, supplier_id: product.supplier_id };
    await call('POST', '/prices', { ...line, price: before, start_date: dayOf(DAYS + 30), end_date: dayOf(121) });
    await call('POST', '/prices', { ...line, price: after, start_date: dayOf(120) });
  }
}

/** Places an order that arrives on its day or a few days later. */
async function placeOrder(plant: Plant, daysAgo: number): Promise<void> {
  const { chance, arriving } = plant;
  const lead = chance.whole(8, 28);
  const requested = daysAgo - lead;
  const confirmed = chance.next() < 0.7 ? requested - chance.whole(0, 3) : null;
  const placed = await order(plant, { daysAgo, requested, confirmed });
  const arrival = requested - chance.whole(0, 4);
  arriving.set(arrival, [...(arriving.get(arrival) ?? []), { ...placed, late: 0 }]);
}

/** Orders some products of one supplier; reels are ordered in pallet quantities. All days are days before today. */
async function order(
  { call, chance, products }: Plant,
  { daysAgo, requested, confirmed }: { daysAgo: number; requested: number; confirmed: number | null },
): Promise<{ id: number; supplier: number }> {
  const suppliers = [...new Set(products.filter(isBought).map(({ supplier_id }) => supplier_id!))];
  const supplier = chance.pick(suppliers);
  const wanted = chance.some(
    products.filter((product) => product.supplier_id === supplier && isBought(product)),
    chance.whole(2, 5),
  );
  const items = [];
  for (const product of wanted) {
    const { unit_price } = await call<{ unit_price: number }>(
      'GET',
      `/purchase-orders/price?supplier_id=${supplier}&product_id=${product.id}`,
    );
    const quantity =
      product.unit_of_measure === 'kg'
        ? product.has_batch && product.peso_carta
          ? chance.whole(2, 9) * 450
          : chance.whole(2, 12) * 25
        : chance.whole(4, 40) * 50;
    items.push({ product_id: product.id, quantity, unit_price });
  }
  const { id } = await call<{ id: number }>('POST', '/purchase-orders', {
    supplier_id: supplier,
    order_date: dayOf(daysAgo),
    requested_arrival_date: dayOf(requested),
    ...(confirmed !== null && { confirmed_arrival_date: dayOf(confirmed) }),
    ...(chance.next() < 0.2 && { notes: 'Consegnare solo al mattino; bobine con anima 76 mm.' }),
    items,
  });
  return { id, supplier };
}

/** Splits a delivery into batches in whole grams, so that the parts add up exactly. */
function batchesOf({ chance }: Plant, item: OrderToReceive['items'][number], quantity: number, daysAgo: number) {
  if (!item.has_batches) return undefined;
  const count = quantity > 900 ? chance.whole(2, 3) : 1;
  const grams = Math.round(quantity * 1000);
  const share = Math.floor(grams / count);
  return Array.from({ length: count }, (_, part) => ({
    batch_number: `${dayOf(daysAgo).slice(2, 4)}${String(chance.whole(10_000, 99_999))}-${part + 1}`,
    quantity: (part === count - 1 ? grams - share * (count - 1) : share) / 1000,
    ...(item.has_production_date && { production_date: dayOf(daysAgo + chance.whole(5, 40)) }),
    ...(item.has_expiry && { expiry_date: dayOf(daysAgo - chance.whole(120, 420)) }),
  }));
}

/** Receives an order: most first deliveries are complete; the rest of a partial one arrives two weeks later. */
async function receive(
  plant: Plant,
  order: { id: number; supplier: number; late: number },
  daysAgo: number,
  isPart = order.late === 0 && plant.chance.next() < 0.25,
): Promise<void> {
  const { call, chance, warehouses, arriving } = plant;
  const details = await call<OrderToReceive>('GET', `/goods-receipts/order-details/${order.id}`);
  const items = details.items
    .filter(({ status, remaining_quantity }) => status !== 'completed' && remaining_quantity > 0)
    .map((item) => {
      const quantity = isPart ? Math.max(1, Math.floor(item.remaining_quantity * 0.6)) : item.remaining_quantity;
      return {
        order_item_id: item.id,
        product_id: item.product_id,
        quantity,
        warehouse_id: warehouses[0]!,
        batches: batchesOf(plant, item, quantity, daysAgo),
      };
    });
  if (items.length === 0) return;
  await call('POST', '/goods-receipts/receive', {
    order_id: order.id,
    document_number: `${chance.whole(100, 9_999)}/${dayOf(daysAgo).slice(2, 4)}`,
    document_date: dayOf(daysAgo),
    items,
  });
  if (isPart) arriving.set(daysAgo - 14, [...(arriving.get(daysAgo - 14) ?? []), { ...order, late: 1 }]);
}

/** Enters the consumption and output of the machines, and the transfers between warehouses. */
async function work({ call, chance, products, warehouses }: Plant, daysAgo: number): Promise<void> {
  const movement_date = dayOf(daysAgo);
  for (const product of chance.some(
    products.filter(({ category }) => category === 'Carta in bobina' || category === 'Film in bobina'),
    4,
  )) {
    const [first] = await call<Available[]>('GET', `/stock/product/${product.id}`);
    if (!first || (first.expiry_date !== null && first.expiry_date < movement_date)) continue;
    const quantity = Math.max(1, Math.floor(first.quantity * (0.2 + chance.next() * 0.7)));
    if (quantity > first.quantity) continue;
    const line = {
      product_id: product.id,
      warehouse_id: first.warehouse_id,
      batch_number: first.batch_number,
      quantity,
      movement_date,
    };
    if (first.warehouse_id === warehouses[0] && chance.next() < 0.25)
      await call('POST', '/stock-movements', { ...line, movement_type: 'T', destination_warehouse_id: warehouses[1] });
    else await call('POST', '/stock-movements', { ...line, movement_type: 'S', notes: 'Prelievo per produzione' });
  }
  for (const product of chance.some(
    products.filter(({ category }) => ['Fogli', 'Sacchetti', 'Rotoli'].includes(category)),
    2,
  )) {
    await call('POST', '/stock-movements', {
      movement_type: 'C',
      movement_date,
      product_id: product.id,
      warehouse_id: chance.next() < 0.85 ? warehouses[2] : warehouses[3],
      quantity: chance.whole(2, 30) * 10,
      batch_number: `P${dayOf(daysAgo).slice(2).replaceAll('-', '')}-${chance.whole(1, 9)}`,
      ...(product.has_expiry_date && { expiry_date: dayOf(daysAgo - 365) }),
      notes: 'Produzione',
    });
  }
}
