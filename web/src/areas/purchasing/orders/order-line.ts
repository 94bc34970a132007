/** The lines of an order while they are being typed. */
import { decimalOf, lineTotal, sum, type Decimal } from '@bobina/contract/core/decimal.ts';
import { PurchaseOrderInput, type PurchaseOrder } from '@bobina/contract/purchasing/orders.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { productName } from '../../../ui/form/pickers.tsx';
import { fieldsOf } from '../../../ui/form/use-entity-form.ts';
import { nextKey, type PricedLine } from '../../../ui/lines/priced-line.ts';

export interface OrderLine extends PricedLine {
  product_name?: string;
  /** Code and name of a product that the supplier's list may no longer have. */
  shown?: string;
  unit?: string;
  currency?: string;
  received: number;
  /** Received or completed: keeps its product and stays. */
  isLocked: boolean;
}

export function newLine(given: Partial<OrderLine> = {}): OrderLine {
  return {
    product_id: null,
    quantity: null,
    unit_price: null,
    received: 0,
    isLocked: false,
    ...given,
    key: nextKey(),
  };
}
/** What a line knows of its product. */
export function productPart(product: Product) {
  return {
    product_id: product.id,
    product_name: product.name ?? product.description,
    shown: productName(product),
    unit: product.unit_of_measure,
    currency: product.currency,
  };
}

/** quantity × price to 4 decimals; undefined while either is no number. */
export function totalOf({ quantity, unit_price }: Pick<OrderLine, 'quantity' | 'unit_price'>): Decimal | undefined {
  return typeof quantity === 'number' && typeof unit_price === 'number' ? lineTotal(quantity, unit_price) : undefined;
}
export function orderTotal(lines: readonly OrderLine[]): Decimal {
  return sum(lines.map((line) => totalOf(line) ?? decimalOf(0)));
}
/** A stored order as the form's values. */
export function valuesOf(order: PurchaseOrder): Partial<PurchaseOrderInput> {
  return {
    ...fieldsOf(PurchaseOrderInput, order),
    items: order.items.map((item) => lineOf(item, order.currency)) as unknown as PurchaseOrderInput['items'],
  };
}

function lineOf(item: PurchaseOrder['items'][number], currency: string): OrderLine {
  return newLine({
    id: item.id,
    product_id: item.product_id,
    product_name: item.product_name,
    shown: `${item.product_code} · ${item.product_name}`,
    quantity: item.ordered_quantity,
    unit_price: item.unit_price ?? null,
    unit: item.unit_of_measure,
    currency,
    received: item.received_quantity,
    isLocked: item.received_quantity > 0 || item.status !== 'notReceived',
  });
}
