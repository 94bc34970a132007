/** Lines of a new packing list in the form. */
import { decimalOf, lineAmount, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import { fractionsOfPackedLines } from '@bobina/contract/sales/packed.rules.ts';
import type { ItemToPack, StockToPack } from '@bobina/contract/sales/packing-lists.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';

export interface PackingLine {
  /** Client-side id of the line; not sent. */
  key: string;
  order_item_id: number;
  warehouse_id: number | null;
  /** null: the server chooses batches by expiry. */
  batch_number: string | null;
  quantity: Entered;
  unit_price: Entered;
  /** Unit of the product and undelivered quantity of the order line; not sent. */
  unit: string;
  rest: number;
}

/** Returns the quantity of an order line that is not yet on this packing list, at least 0. */
export function leftOf(item: ItemToPack, lines: readonly PackingLine[]): number {
  const packed = sum(
    lines.filter(({ order_item_id }) => order_item_id === item.order_item_id).map(({ quantity }) => entered(quantity)),
  );
  return Math.max(0, toNumber(decimalOf(item.remaining_quantity).minus(packed)));
}

let made = 0;
/** Creates a line with the quantity that is undelivered and in stock. */
export function lineFor(item: ItemToPack, left: number): PackingLine {
  return {
    key: `packed-${++made}`,
    order_item_id: item.order_item_id,
    warehouse_id: null,
    batch_number: null,
    quantity: proposed(item, left),
    unit_price: item.price_per_pack,
    unit: item.unit_of_measure,
    rest: item.remaining_quantity,
  };
}

/** Returns an error for each line with a fraction of a counted unit. */
export function wholeProblems(lines: readonly PackingLine[]) {
  return fractionsOfPackedLines(
    lines.map((line) => ({ ...line, quantity: typeof line.quantity === 'number' ? line.quantity : 0 })),
  ).map((index) => ({ path: `items.${index}.quantity`, code: 'whole' as const }));
}

export interface Place {
  id: number;
  name: string;
  /** Quantity without expired batches. */
  quantity: number;
}
/** Returns the warehouses that have the product, largest quantity first. */
export function placesOf(stock: readonly StockToPack[]): Place[] {
  const places = new Map<number, Place>();
  for (const { warehouse_id: id, warehouse_name: name, quantity, is_expired } of stock) {
    const place = places.get(id) ?? { id, name, quantity: 0 };
    const more = is_expired ? 0 : quantity;
    places.set(id, { ...place, quantity: toNumber(decimalOf(place.quantity).plus(more)) });
  }
  return [...places.values()].toSorted((a, b) => b.quantity - a.quantity);
}

/** Returns the exact sum of the lines without VAT; incomplete lines count as 0. */
export function packedTotal(lines: readonly PackingLine[]): number {
  return toNumber(
    sum(
      lines.map(({ quantity, unit_price }) =>
        typeof quantity === 'number' && typeof unit_price === 'number'
          ? lineAmount(quantity, unit_price)
          : decimalOf(0),
      ),
    ),
  );
}

function entered(value: Entered) {
  return decimalOf(typeof value === 'number' ? value : 0);
}

/** Returns the quantity that is undelivered and in stock, rounded down for a counted unit. */
function proposed(item: ItemToPack, left: number): number {
  const most = Math.min(left, item.stock_quantity);
  return isRefusedFraction(item.unit_of_measure, most, [item.remaining_quantity]) ? Math.floor(most) : most;
}
