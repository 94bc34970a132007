import { useQuery } from '@tanstack/react-query';
import type { Movement, MovementType } from '@bobina/contract/stock/movements.ts';
import { api } from '../../../lib/api/api.ts';
import { availableFrom, availableIn, type Available } from './available.ts';
import { companyToday } from '../../../lib/company-day.ts';

const MOST_BATCHES = 1000;

interface Chosen {
  type: MovementType | null;
  productId: number | null;
  warehouseId: number | null;
  day: string | null;
}

/**
 * The product that was chosen, and what of it can be taken where: nothing to know for a load. On a past day no more can
 * be taken than was there, nor than is left of it now.
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
    available: left && isPast ? onDay && availableFrom(onDay, left) : left,
    /** The past day that it is told for. */
    since: isPast ? day : null,
  };
}

/** What of the chosen product, warehouse and batch can be taken. */
export function availableOf(batches: readonly Available[] | undefined, batch: string | null): number | undefined {
  return batches && (batches.find(({ batch_number }) => (batch_number ?? '') === (batch ?? ''))?.quantity ?? 0);
}
