/** The lines of a packing list while they are being put together. */
import { decimalOf, lineAmount, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import { fractionsOfPackedLines } from '@bobina/contract/sales/packed.rules.ts';
import type { ItemToPack, StockToPack } from '@bobina/contract/sales/packing-lists.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';

export interface PackingLine {
  /** Tells lines apart on the screen; not sent. */
  key: string;
  order_item_id: number;
  warehouse_id: number | null;
  /** Null takes the batches by their expiry. */
  batch_number: string | null;
  quantity: Entered;
  unit_price: Entered;
  /** Of the product, and what is left to deliver of the order line; not sent. */
  unit: string;
  rest: number;
}

/** What of an order line is on no line of this packing list yet; never below 0. */
export function leftOf(item: ItemToPack, lines: readonly PackingLine[]): number {
  const packed = sum(
    lines.filter(({ order_item_id }) => order_item_id === item.order_item_id).map(({ quantity }) => entered(quantity)),
  );
  return Math.max(0, toNumber(decimalOf(item.remaining_quantity).minus(packed)));
}

let made = 0;
/** A line with as much as remains and is in stock. */
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

/** Lines whose quantity must be whole and is not. */
export function wholeProblems(lines: readonly PackingLine[]) {
  return fractionsOfPackedLines(
    lines.map((line) => ({ ...line, quantity: typeof line.quantity === 'number' ? line.quantity : 0 })),
  ).map((index) => ({ path: `items.${index}.quantity`, code: 'whole' as const }));
}

export interface Place {
  id: number;
  name: string;
  /** Without what is expired. */
  quantity: number;
}
/** The warehouses that have the product, the fullest first. */
export function placesOf(stock: readonly StockToPack[]): Place[] {
  const places = new Map<number, Place>();
  for (const { warehouse_id: id, warehouse_name: name, quantity, is_expired } of stock) {
    const place = places.get(id) ?? { id, name, quantity: 0 };
    const more = is_expired ? 0 : quantity;
    places.set(id, { ...place, quantity: toNumber(decimalOf(place.quantity).plus(more)) });
  }
  return [...places.values()].toSorted((a, b) => b.quantity - a.quantity);
}

/** Without VAT. */
export function totalOf(lines: readonly PackingLine[]): number {
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

/** As much as remains and is in stock, whole where the unit is counted. */
function proposed(item: ItemToPack, left: number): number {
  const most = Math.min(left, item.stock_quantity);
  return isRefusedFraction(item.unit_of_measure, most, [item.remaining_quantity]) ? Math.floor(most) : most;
}
