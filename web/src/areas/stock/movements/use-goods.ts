import { useQuery } from '@tanstack/react-query';
import type { ProductStockRow } from '@bobina/contract/stock/levels.ts';
import type { Movement, MovementType } from '@bobina/contract/stock/movements.ts';
import { api } from '../../../lib/api/api.ts';
import { availableFrom, availableIn, type Available } from './available.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { queryClient } from '../../../lib/query-client.ts';

/** The most batches of a product that are read. */
const MOST_BATCHES = 1000;

interface Chosen {
  type: MovementType | null;
  productId: number | null;
  warehouseId: number | null;
  day: string | null;
}

/**
 * Reads the chosen product and its available batches; a load needs none. On a past day, the available quantity is the
 * smaller of the quantities on that day and now.
 */
export function useGoods({ type, productId, warehouseId, day }: Chosen, original: Movement | undefined) {
  const product = useQuery({ ...api.products.get.query({ id: productId ?? 0 }), enabled: productId !== null });
  const takes = type !== 'C' && productId !== null && warehouseId !== null;
  const isPast = day !== null && day < companyToday();
  const query = { warehouse_id: String(warehouseId ?? 0), limit: MOST_BATCHES };
  const now = useQuery({ ...api.stock.ofProduct.query({ productId: productId ?? 0, query }), enabled: takes });
  const then = useQuery({
    ...api.stock.ofProduct.query({ productId: productId ?? 0, query: { ...query, ...(day && { as_of: day }) } }),
    enabled: takes && isPast,
  });
  const place = { product_id: productId ?? 0, warehouse_id: warehouseId ?? 0 };
  const left = takes && now.data ? availableIn(now.data.rows, place, original) : undefined;
  const wasThere = original && original.movement_date <= (day ?? '') ? original : undefined;
  const onDay = then.data && availableIn(then.data.rows, place, wasThere);
  return {
    product: productId === null ? undefined : product.data,
    hasFailed: takes && (now.isError || (isPast && then.isError)),
    /** Offline, nothing is loading. */
    isLoading: product.isLoading || now.isLoading || (isPast && then.isLoading),
    available: left && isPast ? onDay && availableFrom(onDay, left) : left,
    /** The past day that `available` refers to; null for today. */
    since: isPast ? day : null,
  };
}

/** The query of a product's stock in all warehouses. */
export function stockEverywhere(productId: number) {
  return api.stock.ofProduct.query({ productId, query: { limit: MOST_BATCHES } });
}

/** Returns the stock of a batch; of all batches if it is null. */
export function stockPlacesOf(stock: readonly ProductStockRow[], batch: string | null): ProductStockRow[] {
  return stock.filter((row) => row.quantity > 0 && (batch === null || row.batch_number === batch));
}

/** Returns the available quantity of a batch; undefined while the batches are loading. */
export function availableOf(batches: readonly Available[] | undefined, batch: string | null): number | undefined {
  return batches && (batches.find(({ batch_number }) => (batch_number ?? '') === (batch ?? ''))?.quantity ?? 0);
}

/** The only warehouse that holds goods; null if none or several do, or if it is not known. */
export async function onlyPlaceOf(productId: number, batch: string | null): Promise<number | null> {
  const stock = await queryClient.fetchQuery(stockEverywhere(productId)).catch(() => null);
  const places = new Set(stockPlacesOf(stock?.rows ?? [], batch).map(({ warehouse_id }) => warehouse_id));
  return places.size === 1 ? [...places][0]! : null;
}
