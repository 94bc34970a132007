/** Makes the screens of the shop floor work without a network. Importing it turns on the cache of answers. */
import { useEffect } from 'react';
import { api } from '../api/api.ts';
import { queryClient } from '../query-client.ts';
import { useCan, useUser } from '../session.ts';
import { storage } from '../storage.ts';
import { onShopFloor, unsentOn, useActs, type Act } from './acts.ts';
import { keepAnswer, keptAnswer, keptStock } from './kept-answers.ts';
import { refresh } from './queue.ts';
import { startKeeping } from './reading.ts';

startKeeping({ keepAnswer, keptAnswer, keptStock });

const READ_AT = 'shop_floor_read_at';
/** The screen's own requests go first. */
const DELAY_MS = 3000;
const AGAIN_AFTER_MS = 600_000;
const PAGE_ROWS = 1000;
const MOST_PAGES = 5;
const MOST_ORDERS = 20;
const MOST_COUNTS = 5;

/**
 * Reads in advance what the shop floor may need later without a network: products, warehouses, stock, open orders and
 * open counts. At most once in ten minutes for each user.
 */
export function useShopFloor(): void {
  const user = useUser();
  const can = useCan();
  const mayReceive = can('purchase_orders.read');
  const mayCount = can('stock.read');
  const userId = user?.id;
  useEffect(() => {
    onShopFloor.set(true);
    void refresh();
    const mark = `${READ_AT}_${userId}`;
    if (userId === undefined || Date.now() - Number(storage.read(mark) ?? 0) < AGAIN_AFTER_MS) return;
    const timer = setTimeout(() => {
      storage.write(mark, String(Date.now()));
      // Failures are shown by the screens that read the same.
      readAhead(mayReceive, mayCount).catch(() => storage.write(mark, null));
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [userId, mayReceive, mayCount]);
}

/** The own acts on a document that are not sent yet. */
export function useUnsentOn(document: string): Act[] {
  return unsentOn(document, useActs());
}

/** Replaces an answer on the screen and in the kept answers, for an act that waits. */
export function showAhead(queryKey: readonly unknown[], path: string, data: unknown): void {
  queryClient.setQueryData(queryKey, data);
  void keepAnswer(path, data);
}

async function readAhead(mayReceive: boolean, mayCount: boolean): Promise<void> {
  await api.warehouses.list({ query: { is_active: true, sort: 'name' } });
  await readPages((query) => api.products.list({ query: { status: 'active', ...query } }));
  if (mayCount) {
    await readPages((query) => api.stock.list({ query }));
    const counts = await api.stockCounts.list({ query: { status: 'open', limit: MOST_COUNTS } });
    for (const { id } of counts.rows) await api.stockCounts.get({ id });
  }
  if (mayReceive) {
    const orders = await api.purchaseOrders.list({
      query: { open: true, sort: 'requested_arrival_date', limit: MOST_ORDERS },
    });
    for (const { id } of orders.rows) await api.goodsReceipts.orderDetails({ orderId: id });
  }
}

async function readPages(read: (query: { limit: number; offset: number }) => Promise<{ total: number }>) {
  for (let page = 0; page < MOST_PAGES; page++) {
    const { total } = await read({ limit: PAGE_ROWS, offset: page * PAGE_ROWS });
    if ((page + 1) * PAGE_ROWS >= total) return;
  }
}
