/** A line of an order form: the fields common to customer orders and supplier orders. */
import { decimalOf, sum, type Decimal } from '@bobina/contract/core/decimal.ts';
import type { Entered } from '../form/NumberBox.tsx';
import type { AnyForm } from '../form/use-entity-form.ts';

export interface PricedLine {
  /** React key; not sent to the server. */
  key: string;
  /** Set if the line is stored. */
  id?: number;
  product_id: number | null;
  quantity: Entered;
  unit_price: Entered;
}

let made = 0;
/** Returns a new React key for a line. */
export function nextKey(): string {
  return `line-${++made}`;
}

/** Whether the line holds no typed data. The day does not count: new lines copy it from the order. */
export function isEmptyLine({ id, product_id, quantity, unit_price }: PricedLine): boolean {
  return id === undefined && product_id === null && (quantity ?? '') === '' && (unit_price ?? '') === '';
}

/** Multiplies quantity and price and rounds as the documents of the area do. */
type Multiply = (quantity: number, price: number) => Decimal;

/** Returns the total of a line; undefined while quantity or price is not a number. */
export function lineTotalOf({ quantity, unit_price }: PricedLine, multiply: Multiply): Decimal | undefined {
  return typeof quantity === 'number' && typeof unit_price === 'number' ? multiply(quantity, unit_price) : undefined;
}

/** Returns the exact sum of the line totals; incomplete lines count as 0. */
export function orderTotal(lines: readonly PricedLine[], multiply: Multiply): Decimal {
  return sum(lines.map((line) => lineTotalOf(line, multiply) ?? decimalOf(0)));
}

/** Removes empty lines before validation. */
export function dropEmptyLines(form: AnyForm): void {
  const { items } = form.getValues() as { items: PricedLine[] };
  if (items.some(isEmptyLine))
    form.setFieldValue(
      'items',
      items.filter((line) => !isEmptyLine(line)),
    );
}
