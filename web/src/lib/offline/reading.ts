/** Connects the API client with the kept answers, once a screen of the shop floor has been opened. */
import type { keepAnswer, keptAnswer, keptStock } from './kept-answers.ts';

interface KeptReads {
  keepAnswer: typeof keepAnswer;
  keptAnswer: typeof keptAnswer;
  keptStock: typeof keptStock;
}

/** The calls whose answers are kept: what receipts, transfers, counts and scans need. */
const KEPT: ReadonlySet<string> = new Set([
  'warehouses.list',
  'warehouses.get',
  'products.list',
  'products.get',
  'purchaseOrders.list',
  'goodsReceipts.orderDetails',
  'stock.list',
  'stock.ofProduct',
  'stockCounts.list',
  'stockCounts.get',
]);

let reads: KeptReads | undefined;

/** Turns the keeping on, for the rest of the page's life. */
export function startKeeping(by: KeptReads): void {
  reads = by;
}

/** The kept answers, if this call's are kept and keeping is on. */
export function keptReadsOf(group: string, name: string): KeptReads | undefined {
  return KEPT.has(`${group}.${name}`) ? reads : undefined;
}

/** The stock of a batch or reel as last read; undefined if none is kept. */
export async function readKeptStock(batch: string): ReturnType<typeof keptStock> {
  return reads?.keptStock(batch);
}
