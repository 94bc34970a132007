/**
 * The state of a company after a sequence of acts: a few products, places and documents, computed from the business
 * rules alone.
 */
import { numberOf } from './exact.ts';
import type { Plant } from './plant.ts';

/** A product in a warehouse, by batch; `''` for a product without batches. */
export interface Place {
  product: number;
  warehouse: number;
  batch: string;
}
export interface Part extends Place {
  quantity: bigint;
}
export interface PurchaseLine {
  id: number;
  product: number;
  ordered: bigint;
  price: bigint;
  received: bigint;
  closed: boolean;
}
export interface Purchase {
  id: number;
  lines: PurchaseLine[];
}
export interface Operation {
  id: number;
  batch: string;
  quantity: bigint;
  completed: boolean;
}
export interface Line {
  id: number;
  product: number;
  quantity: bigint;
  price: bigint;
  operations: Operation[];
  schedulings: { id: number; quantity: bigint }[];
  /** The loads of the line. */
  loads: Part[];
  forced: boolean;
  /** Whether a packing list or a load ever referenced the line. */
  past: boolean;
  delivered: bigint;
  invoiced: bigint;
  /** Nothing more of it is produced or delivered. */
  closed: boolean;
}
export interface Order {
  id: number;
  number: string;
  lines: Line[];
}
export interface Packed extends Part {
  line: Line;
  price: bigint;
}
export interface PackingList {
  id: number;
  order: Order;
  parts: Packed[];
  status: 'issued' | 'cancelled';
  invoice: Invoice | null;
}
export interface Invoice {
  id: number;
  list: PackingList;
  status: 'draft' | 'sent' | 'paid' | 'cancelled';
  credit: number | null;
}
export interface Movement extends Part {
  id: string;
  type: 'C' | 'S';
}
export interface Count {
  id: number;
  warehouse: number;
  /** `at`: the place of the line in the order of counting. */
  items: (Part & { book: bigint; at: number })[];
}

export interface Product {
  id: number;
  batched: boolean;
  /** Percent. */
  vat: bigint;
}
export interface World {
  roll: () => number;
  today: string;
  customer: number;
  supplier: number;
  machine: number;
  products: Product[];
  warehouses: number[];
  stock: Map<string, bigint>;
  /** Expiry and production day of each batch, where known. */
  dates: Map<string, { expiry: string | null; production: string | null }>;
  purchases: Purchase[];
  orders: Order[];
  lists: PackingList[];
  invoices: Invoice[];
  movements: Movement[];
  counts: Count[];
  plant: Plant;
}

/** A call, its expected response, and the change of the model after it. */
export interface Step {
  name: string;
  method: 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** A status, and the code of an error. */
  expected: string;
  // oxlint-disable-next-line no-explicit-any -- any response body
  done?: (answer: any) => void;
}
export type Maker = (world: World) => Step | undefined;

/** The key of a place in the stock map. */
export function keyOf({ product, warehouse, batch }: Place): string {
  return `${product} ${warehouse} ${batch}`;
}

/** The stock of a place. */
export function stockOf(world: World, place: Place): bigint {
  return world.stock.get(keyOf(place)) ?? 0n;
}

/** Adds a quantity to the stock of a place; negative quantities reduce it. */
export function add(world: World, place: Place, quantity: bigint): void {
  world.stock.set(keyOf(place), stockOf(world, place) + quantity);
}
/** Whether the stock covers all parts together. */
export function suffices(world: World, parts: readonly Part[]): boolean {
  const wanted = new Map<string, bigint>();
  for (const part of parts) wanted.set(keyOf(part), (wanted.get(keyOf(part)) ?? 0n) + part.quantity);
  return [...wanted].every(([key, quantity]) => (world.stock.get(key) ?? 0n) >= quantity);
}

/** Picks a random item; undefined for an empty list. */
export function pick<T>({ roll }: World, from: readonly T[]): T | undefined {
  return from[Math.floor(roll() * from.length)];
}

/** Returns true with probability `of`. */
export function chance({ roll }: World, of: number): boolean {
  return roll() < of;
}
/** A random quantity up to `upTo`, with zero to five decimals. */
export function someQuantity({ roll }: World, upTo = 12): bigint {
  const digits = Math.floor(roll() * 6);
  const unit = 10n ** BigInt(5 - digits);
  return (BigInt(Math.floor(roll() * upTo * 10 ** digits)) + 1n) * unit;
}

/** A random whole quantity from 1 to `upTo`. */
export function wholeQuantity({ roll }: World, upTo = 8): bigint {
  return BigInt(1 + Math.floor(roll() * upTo)) * 100_000n;
}

/** A random price up to 4. */
export function somePrice(world: World): bigint {
  return someQuantity(world, 4);
}
export const num = numberOf;

const LOTS = ['L0', 'L1', 'L2', 'L3'];
/** The expiry of each generated lot: L0 is expired, L3 has none. */
export const EXPIRIES: Record<string, string | null> = {
  L0: '2026-01-05',
  L1: '2027-06-30',
  L2: '2027-03-31',
  L3: null,
};

/** A random lot for a product with batches, else `''`. */
export function someBatch(world: World, { batched }: Product): string {
  return batched ? pick(world, LOTS)! : '';
}

/** Stores the expiry and production day of a batch; the first known value is kept. */
export function noteDates(
  world: World,
  product: number,
  batch: string,
  dates: { expiry?: string | null; production?: string | null },
): void {
  const before = world.dates.get(`${product} ${batch}`) ?? { expiry: null, production: null };
  world.dates.set(`${product} ${batch}`, {
    expiry: before.expiry ?? dates.expiry ?? null,
    production: before.production ?? dates.production ?? null,
  });
}
