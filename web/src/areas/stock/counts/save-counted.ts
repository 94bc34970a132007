/** Saves counted quantities, also without a network: each then keeps the moment at which it was counted. */
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { StockCount, StockCountItem } from '@bobina/contract/stock/counts.ts';
import { api } from '../../../lib/api/api.ts';
import type { Act, WAITING } from '../../../lib/offline/acts.ts';
import { perform } from '../../../lib/offline/queue.ts';
import { serverNow } from '../../../lib/offline/server-clock.ts';
import { session } from '../../../lib/session.ts';
import { sheetPath } from './calls.ts';
import { addedItem, keyOf } from './sheet-rows.ts';

const { method, path } = api.stockCounts.count;

/** The body of a count that waits. */
export interface CountedBody {
  items: { product_id: number; batch_number: string | null; counted_quantity: number | null; counted_at: string }[];
}

/** The document of a count in the queue of acts. */
export function queuedCount(countId: number): string {
  return `stock-counts:${countId}`;
}

/**
 * Saves the counted quantity of one line. An attempt right now leaves the moment to the server, whose clock and ledger
 * agree; a later one sends the estimated moment. Both set the same quantity, so that doing both is harmless.
 * @param refused the act on the device that the quantity corrects
 * @throws ApiProblem
 */
export function saveCounted(
  { id, created_at, warehouse_name }: StockCount,
  item: StockCountItem,
  quantity: number | null,
  key: string,
  refused?: Act,
): Promise<StockCount | typeof WAITING> {
  const { product_id, batch_number, product_code, unit_of_measure } = item;
  const line = { product_id, batch_number, counted_quantity: quantity };
  const body = refused?.body as CountedBody | undefined;
  // A corrected quantity is that of the moment at which the goods were counted.
  const moment = body?.items[0]!.counted_at ?? laterMoment(created_at);
  return perform<StockCount>(
    {
      kind: 'count',
      method: method as 'PUT',
      path: path.replace('{id}', String(id)),
      body: { items: [{ ...line, counted_at: moment }] },
      key: `${key}-later`,
      document: queuedCount(id),
      name: warehouse_name,
      rows: [{ code: product_code, batch: batch_number, quantity, unit: unit_of_measure }],
      screen: sheetPath(id),
    },
    refused ? { replaces: refused.seq } : { now: { body: { items: [line] }, key } },
  );
}

/** The sheet as it will be when a waiting quantity is sent. */
export function countedAhead(count: StockCount, item: StockCountItem, quantity: number | null): StockCount {
  const isCounted = quantity !== null;
  const user = session.user();
  const row: StockCountItem = {
    ...(count.items.find((one) => keyOf(one) === keyOf(item)) ?? item),
    counted_quantity: quantity,
    difference: isCounted ? toNumber(decimalOf(quantity).minus(item.book_quantity)) : null,
    counted_at: isCounted ? serverNow().toISOString() : null,
    counted_by: isCounted && user ? user.id : null,
    counted_by_name: isCounted && user ? user.name : null,
  };
  const isKnown = count.items.some((one) => keyOf(one) === keyOf(item));
  const items = isKnown ? count.items.map((one) => (keyOf(one) === keyOf(item) ? row : one)) : [row, ...count.items];
  return {
    ...count,
    items,
    counted_items: items.filter((one) => one.counted_quantity !== null).length,
    different_items: items.filter((one) => one.difference).length,
  };
}

/** The sheet with the quantities that wait on this device, also where the sheet was read again meanwhile. */
export function withWaiting(count: StockCount, unsent: readonly Act[]): StockCount {
  return unsent.reduce((sheet, { state, body, rows }) => {
    const [line] = (body as CountedBody).items;
    if (state !== 'waiting' || !line || count.status !== 'open') return sheet;
    const { product_id, batch_number, counted_quantity, counted_at } = line;
    const known = sheet.items.find((one) => keyOf(one) === keyOf(line));
    // A row that was added by hand: the act names it.
    const { code = '', unit = '' } = rows?.[0] ?? {};
    const item = known ?? addedItem({ id: product_id, code, unit_of_measure: unit } as Product, batch_number);
    const ahead = countedAhead(sheet, item, counted_quantity);
    const items = ahead.items.map((one) => (keyOf(one) === keyOf(line) ? { ...one, counted_at } : one));
    return { ...ahead, items };
  }, count);
}

/** The current moment, from the opening of the sheet. */
function laterMoment(openedAt: string): string {
  return new Date(Math.max(serverNow().getTime(), Date.parse(openedAt))).toISOString();
}
