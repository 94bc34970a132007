/** What can be taken from a warehouse, as if the movement that is being changed had never been booked. */
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { ProductStockRow } from '@bobina/contract/stock/levels.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';

export type Available = Pick<ProductStockRow, 'batch_number' | 'quantity' | 'expiry_date'>;

/** @param rows what the product has in this warehouse, in the order in which it is offered */
export function availableIn(
  rows: readonly ProductStockRow[],
  place: { product_id: number; warehouse_id: number },
  original: Movement | undefined,
): Available[] {
  const own = rows.filter(({ warehouse_id }) => warehouse_id === place.warehouse_id);
  if (!original || original.product_id !== place.product_id) return own;
  const { batch_number, expiry_date } = original;
  const isKnown = own.some((row) => row.batch_number === batch_number);
  return [...own, ...(isKnown ? [] : [{ batch_number, expiry_date, quantity: 0 }])]
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

/** What a backdated movement may take: what was there on its day, as far as it is there still. */
export function availableFrom(onDay: readonly Available[], left: readonly Available[]): Available[] {
  return onDay.flatMap((row) => {
    const still = left.find(({ batch_number }) => batch_number === row.batch_number)?.quantity ?? 0;
    return still > 0 ? [{ ...row, quantity: Math.min(row.quantity, still) }] : [];
  });
}

/** What a movement gave to a warehouse; below zero for what it took. */
function given({ movement_type, quantity, ...movement }: Movement, warehouseId: number): number {
  if (movement.warehouse_id === warehouseId) return movement_type === 'C' ? quantity : -quantity;
  return movement.destination_warehouse_id === warehouseId ? quantity : 0;
}
