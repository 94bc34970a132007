import { decimalOf, lineTotal } from '@bobina/contract/core/decimal.ts';
import type { PurchaseOrderItemInput } from '@bobina/contract/purchasing/orders.ts';
import type { Act } from '../../platform/context.ts';
import type { FieldChecks } from '../../platform/problem.ts';
import { holdProducts } from '../stock/index.ts';
import type { LockedItem } from './lock-order.ts';

/** The one quantity of a line: `ordered_quantity` holds. */
export function quantityOf(line: PurchaseOrderItemInput): number {
  return (line.ordered_quantity ?? line.quantity)!;
}
/** Where its problem belongs: under the name that was sent. */
export function quantityPath(line: PurchaseOrderItemInput, index: number): string {
  return `items.${index}.${line.ordered_quantity == null ? 'quantity' : 'ordered_quantity'}`;
}

/** The columns of a line, its total exact to 4 decimals. */
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

/** Whether more is awaited of a line than was before. */
export function grows(line: PurchaseOrderItemInput, stored: LockedItem | undefined): boolean {
  return !stored || decimalOf(stored.ordered_quantity).lt(quantityOf(line));
}

/**
 * Holds the products of the lines. New lines and new products must be active, and of one currency: that of the lines
 * which stay, else of the first product. @returns the order's currency
 */
export async function checkLines(
  act: Act,
  checks: FieldChecks,
  lines: readonly PurchaseOrderItemInput[],
  stored: readonly (LockedItem | undefined)[],
  current?: string,
): Promise<string> {
  const products = await holdProducts(
    act,
    lines.map((line) => line.product_id),
  );
  const stays = (index: number) => stored[index]?.product_id === lines[index]!.product_id;
  const currency = (lines.some((_, index) => stays(index)) && current) || products.get(lines[0]!.product_id)?.currency;
  for (const [index, { product_id }] of lines.entries()) {
    const product = products.get(product_id);
    if (stays(index)) {
      // Deleted once all of it had come: no more is awaited of it.
      if (!product && grows(lines[index]!, stored[index])) checks.add(`items.${index}.product_id`, 'unknown');
      continue;
    }
    if (!product?.is_active) checks.add(`items.${index}.product_id`, 'unknown');
    else if (currency && product.currency !== currency)
      checks.add(`items.${index}.product_id`, 'otherCurrency', { currency });
  }
  return currency ?? 'EUR';
}
