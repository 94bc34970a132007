/** A line of an order form: the fields common to customer orders and supplier orders. */
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

/** Removes empty lines before validation. */
export function dropEmptyLines(form: AnyForm): void {
  const { items } = form.getValues() as { items: PricedLine[] };
  if (items.some(isEmptyLine))
    form.setFieldValue(
      'items',
      items.filter((line) => !isEmptyLine(line)),
    );
}
