/** Proposes the batches of the lines of one order. */
import { decimalOf, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';

export interface LineToShip {
  product_id: number;
  unit_of_measure: string;
  remaining_quantity: number;
}
export interface StockToShip {
  product_id: number;
  quantity: number;
}

/**
 * Takes the remaining quantity of each line from the stock, in the order of the stock. The lines share the stock. A
 * counted unit that is in stock only in part is proposed in whole numbers, because a packing list refuses fractions.
 * @returns the parts of each line
 */
export function proposeBatches<Stock extends StockToShip>(
  lines: readonly LineToShip[],
  stock: readonly Stock[],
): Stock[][] {
  const left = stock.map((row) => ({ row, quantity: decimalOf(row.quantity) }));
  return lines.map((line) => {
    const own = left.filter(({ row }) => row.product_id === line.product_id);
    let missing = wantedOf(
      line,
      own.reduce((sum, { quantity }) => sum.plus(quantity), decimalOf(0)),
    );
    const parts: Stock[] = [];
    for (const batch of own) {
      const part = missing.lt(batch.quantity) ? missing : batch.quantity;
      if (part.lte(0)) continue;
      parts.push({ ...batch.row, quantity: toNumber(part) });
      batch.quantity = batch.quantity.minus(part);
      missing = missing.minus(part);
    }
    return parts;
  });
}

function wantedOf({ unit_of_measure, remaining_quantity }: LineToShip, available: Decimal): Decimal {
  if (available.gte(remaining_quantity)) return decimalOf(remaining_quantity);
  return isRefusedFraction(unit_of_measure, available, []) ? available.round(0, 0) : available;
}
