import type { StockCount } from '@bobina/contract/stock/counts.ts';
import { onLastDay } from './on-last-day.ts';

/** A posted count of the semi-finished goods with one difference, and a count of the finished goods that is under way. */
export const countStock = onLastDay(async ({ call, warehouses }) => {
  const count = async (warehouse_id: number, share: number, missing: number): Promise<StockCount> => {
    const sheet = await call<StockCount>('POST', '/stock-counts', { warehouse_id });
    const lines = sheet.items.filter(({ book_quantity }) => book_quantity > missing);
    return call('PUT', `/stock-counts/${sheet.id}/items`, {
      items: lines.slice(0, Math.ceil(lines.length * share)).map(({ product_id, batch_number, book_quantity }, at) => ({
        product_id,
        batch_number,
        counted_quantity: book_quantity - (at === 0 ? missing : 0),
      })),
    });
  };
  const { id } = await count(warehouses[1]!, 1, 0.5);
  await call('POST', `/stock-counts/${id}/post`);
  await count(warehouses[2]!, 0.3, 2);
});
