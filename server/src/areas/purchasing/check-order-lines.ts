import { decimalOf, lineTotal } from '@bobina/contract/core/decimal.ts';
import type { PurchaseOrderItemInput } from '@bobina/contract/purchasing/orders.ts';
import type { Act } from '../../platform/context.ts';
import type { FieldChecks } from '../../platform/problem.ts';
import { holdProducts } from '../stock/index.ts';
import type { LockedItem } from './lock-order.ts';

/** Returns the quantity of a line; `ordered_quantity` takes precedence. */
export function quantityOf(line: PurchaseOrderItemInput): number {
  return (line.ordered_quantity ?? line.quantity)!;
}
/** Returns the path of a quantity problem, under the field name that the request used. */
export function quantityPath(line: PurchaseOrderItemInput, index: number): string {
  return `items.${index}.${line.ordered_quantity == null ? 'quantity' : 'ordered_quantity'}`;
}

/** Builds the columns of a line, with its total exact to 4 decimals. */
export function lineColumns(line: PurchaseOrderItemInput, position: number) {
  return {
    position,
    product_id: line.product_id,
    product_name: line.product_name ?? null,
    ordered_quantity: quantityOf(line),
    unit_price: line.unit_price,
    total: lineTotal(quantityOf(line), line.unit_price).toFixed(),
  };
}

/** Reports whether the line orders more than the stored line. */
export function grows(line: PurchaseOrderItemInput, stored: LockedItem | undefined): boolean {
  return !stored || decimalOf(stored.ordered_quantity).lt(quantityOf(line));
}

/** Lines as sent, the stored line of each, and the currency of the stored order. */
interface LinesToCheck {
  lines: readonly PurchaseOrderItemInput[];
  stored: readonly (LockedItem | undefined)[];
  /** The currency of the stored order. */
  current?: string;
  /** The currency of the order, which its products may not share. */
  handed?: string;
}

/**
 * Locks the products of the lines for share. New lines and new products must be active and of one currency: that of the
 * remaining lines, otherwise that of the first product.
 * @returns the order's currency
 */
export async function checkLines(
  act: Act,
  checks: FieldChecks,
  { lines, stored, current, handed }: LinesToCheck,
): Promise<string> {
  const products = await holdProducts(
    act,
    lines.map((line) => line.product_id),
  );
  const stays = (index: number) => stored[index]?.product_id === lines[index]!.product_id;
  const currency =
    handed ?? ((lines.some((_, index) => stays(index)) && current) || products.get(lines[0]!.product_id)?.currency);
  for (const [index, { product_id }] of lines.entries()) {
    const product = products.get(product_id);
    if (stays(index)) {
      // A product deleted after complete receipt is accepted as long as the line does not order more.
      if (!product && grows(lines[index]!, stored[index])) checks.add(`items.${index}.product_id`, 'unknown');
      continue;
    }
    if (!product?.is_active) checks.add(`items.${index}.product_id`, 'unknown');
    else if (handed === undefined && currency && product.currency !== currency)
      checks.add(`items.${index}.product_id`, 'otherCurrency', { currency });
  }
  return currency ?? 'EUR';
}
