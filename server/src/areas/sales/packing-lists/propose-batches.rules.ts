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
 * Takes the remaining quantity of each line from the stock, in the order of the stock. The lines share the stock. Goods
 * that are picked for a line stay its parts with the quantity that was picked, and take the place of others. A counted
 * unit that is in stock only in part is proposed in whole numbers, because a packing list refuses fractions.
 * @param pickedFor the picked quantity of goods for a line: null if it is not known, undefined if they are not picked
 * @returns the parts of each line
 */
export function proposeBatches<Line extends LineToShip, Stock extends StockToShip>(
  lines: readonly Line[],
  stock: readonly Stock[],
  pickedFor: (line: Line, row: Stock) => number | null | undefined,
): Stock[][] {
  const left = stock.map((row) => ({ row, quantity: decimalOf(row.quantity) }));
  return lines.map((line) => {
    const own = left.filter(({ row }) => row.product_id === line.product_id);
    const wanted = wantedOf(
      line,
      own.reduce((sum, { quantity }) => sum.plus(quantity), decimalOf(0)),
    );
    const all = own.map((goods) => [goods, goods.quantity] as const);
    const planned = take(all, wanted);
    const picked = own
      .flatMap((goods) => {
        const quantity = pickedFor(line, goods.row);
        return quantity === undefined ? [] : [{ goods, quantity }];
      })
      .toSorted((one, other) => Number(one.quantity === null) - Number(other.quantity === null))
      .map(({ goods, quantity }) => {
        const most = quantity === null ? (planned.get(goods) ?? goods.quantity) : decimalOf(quantity);
        return [goods, most.lt(goods.quantity) ? most : goods.quantity] as const;
      });
    const taken = take([...picked, ...all], wanted);
    return own.flatMap((goods) => {
      const part = taken.get(goods);
      if (!part) return [];
      goods.quantity = goods.quantity.minus(part);
      return [{ ...goods.row, quantity: toNumber(part) }];
    });
  });
}

/**
 * Takes a quantity from goods in their order.
 * @param offers the goods, each with the most to take of it until then; goods may be offered again, with more
 * @returns what is taken of each; goods of which nothing is taken are absent
 */
function take<Goods>(offers: readonly (readonly [Goods, Decimal])[], wanted: Decimal): Map<Goods, Decimal> {
  const taken = new Map<Goods, Decimal>();
  let missing = wanted;
  for (const [goods, most] of offers) {
    const before = taken.get(goods) ?? decimalOf(0);
    const free = most.minus(before);
    const part = missing.lt(free) ? missing : free;
    if (part.lte(0)) continue;
    taken.set(goods, before.plus(part));
    missing = missing.minus(part);
  }
  return taken;
}

function wantedOf({ unit_of_measure, remaining_quantity }: LineToShip, available: Decimal): Decimal {
  if (available.gte(remaining_quantity)) return decimalOf(remaining_quantity);
  return isRefusedFraction(unit_of_measure, available, []) ? available.round(0, 0) : available;
}
