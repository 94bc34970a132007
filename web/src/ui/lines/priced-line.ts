/** A line of an order while it is being typed: what those of customers and those to suppliers have in common. */
import type { Entered } from '../form/NumberBox.tsx';
import type { AnyForm } from '../form/use-entity-form.ts';

export interface PricedLine {
  /** Tells lines apart on the screen; not sent. */
  key: string;
  /** Of a line that is stored. */
  id?: number;
  product_id: number | null;
  quantity: Entered;
  unit_price: Entered;
}

let made = 0;
export function nextKey(): string {
  return `line-${++made}`;
}

/** Nothing was typed that would be lost. A day alone is nobody's line: new lines are given the order's. */
export function isEmptyLine({ id, product_id, quantity, unit_price }: PricedLine): boolean {
  return id === undefined && product_id === null && (quantity ?? '') === '' && (unit_price ?? '') === '';
}

/** Lines that were never filled in are nobody's mistake: they go before the form is checked. */
export function dropEmptyLines(form: AnyForm): void {
  const { items } = form.getValues() as { items: PricedLine[] };
  if (items.some(isEmptyLine))
    form.setFieldValue(
      'items',
      items.filter((line) => !isEmptyLine(line)),
    );
}
