/** Quantities available in a warehouse, without the effect of the movement that is being changed. */
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { ProductStockRow } from '@bobina/contract/stock/levels.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';

export type Available = Pick<ProductStockRow, 'batch_number' | 'quantity' | 'expiry_date' | 'hold_reason'>;

/**
 * Returns the available batches of a warehouse.
 * @param rows the product's stock, in display order
 * @param original the movement whose effect is removed
 */
export function availableIn(
  rows: readonly ProductStockRow[],
  place: { product_id: number; warehouse_id: number },
  original: Movement | undefined,
): Available[] {
  const own = rows.filter(({ warehouse_id }) => warehouse_id === place.warehouse_id);
  if (!original || original.product_id !== place.product_id) return own;
  const { batch_number, expiry_date } = original;
  const isKnown = own.some((row) => row.batch_number === batch_number);
  return [...own, ...(isKnown ? [] : [{ batch_number, expiry_date, quantity: 0, hold_reason: null }])]
    .map((row) =>
      row.batch_number === batch_number
        ? {
            ...row,
            quantity: toNumber(sum([decimalOf(row.quantity), decimalOf(-given(original, place.warehouse_id))])),
          }
        : row,
    )
    .filter(({ quantity }) => quantity > 0);
}

/** Returns the batches available to a backdated movement: the smaller of the quantities on that day and now. */
export function availableFrom(onDay: readonly Available[], left: readonly Available[]): Available[] {
  return onDay.flatMap((row) => {
    const still = left.find(({ batch_number }) => batch_number === row.batch_number)?.quantity ?? 0;
    return still > 0 ? [{ ...row, quantity: Math.min(row.quantity, still) }] : [];
  });
}

/** Returns the quantity that a movement added to a warehouse; negative for a removal. */
function given({ movement_type, quantity, ...movement }: Movement, warehouseId: number): number {
  if (movement.warehouse_id === warehouseId) return movement_type === 'C' ? quantity : -quantity;
  return movement.destination_warehouse_id === warehouseId ? quantity : 0;
}
