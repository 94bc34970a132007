import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { roundToLot } from '@bobina/contract/purchasing/proposals.rules.ts';
import type { ProductSupply } from '@bobina/contract/purchasing/supply.ts';

/** The lots in which a product is ordered. */
export type Lots = Pick<ProductSupply, 'min_lot' | 'lot_multiple'>;

/** The least quantity above 0 of at least `quantity` that the lots allow. */
export function inLots(quantity: number, { min_lot, lot_multiple }: Lots): number {
  const multiple = lot_multiple === null ? null : decimalOf(lot_multiple);
  return toNumber(roundToLot(decimalOf(quantity), decimalOf(min_lot), multiple));
}
