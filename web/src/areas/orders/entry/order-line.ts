/** The lines of a customer's order while they are being typed. */
import { z } from 'zod';
import { decimalOf, lineAmount, sum, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import {
  CustomerOrderInput,
  CustomerOrderItemInput,
  MOST_LINES,
  type CustomerOrder,
} from '@bobina/contract/orders/orders.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { fieldsOf } from '../../../ui/form/use-entity-form.ts';
import { nextKey, type PricedLine } from '../../../ui/lines/priced-line.ts';

export interface OrderLine extends PricedLine {
  code: string | null;
  product_name?: string;
  unit?: string;
  delivery_date: string | null;
  packs: number;
  /** The greatest of what was produced, scheduled and delivered: above 0 the line keeps its product and stays. */
  used: number;
  /** The stored quantity: a fraction that is stored may stay. */
  stored: number | null;
}

export function newLine(given: Partial<OrderLine> = {}): OrderLine {
  return {
    product_id: null,
    code: null,
    quantity: null,
    unit_price: null,
    delivery_date: null,
    packs: 0,
    used: 0,
    stored: null,
    ...given,
    key: nextKey(),
  };
}
/** What a line knows of its product. */
export function productPart(product: Pick<Product, 'id' | 'code' | 'name' | 'description' | 'unit_of_measure'>) {
  return {
    product_id: product.id,
    code: product.code,
    product_name: product.name ?? product.description,
    unit: product.unit_of_measure,
  };
}

/** quantity × price to 2 decimals; undefined while either is no number. */
export function totalOf({ quantity, unit_price }: Pick<OrderLine, 'quantity' | 'unit_price'>): Decimal | undefined {
  return typeof quantity === 'number' && typeof unit_price === 'number' ? lineAmount(quantity, unit_price) : undefined;
}
export function orderTotal(lines: readonly OrderLine[]): Decimal {
  return sum(lines.map((line) => totalOf(line) ?? decimalOf(0)));
}
/** A stored order as the form's values. */
export function valuesOf(order: CustomerOrder): Partial<CustomerOrderInput> {
  return {
    ...fieldsOf(CustomerOrderInput, order),
    items: order.items.map(lineOf) as unknown as CustomerOrderInput['items'],
  };
}
/** What the form asks beyond the call: each line says its own day. */
export const OrderFormBody = CustomerOrderInput.extend({
  items: z
    .array(
      CustomerOrderItemInput.refine((line) => line.delivery_date != null, {
        path: ['delivery_date'],
        params: { code: 'required' },
        when: isLine,
      }),
    )
    .min(1)
    .max(MOST_LINES)
    .prefault([]),
});

/** Lines with a fraction of a unit that is counted. */
export function wholeProblems(lines: readonly OrderLine[]) {
  return lines.flatMap(({ unit, quantity, stored }, index) =>
    unit && typeof quantity === 'number' && isRefusedFraction(unit, quantity, [stored])
      ? [{ path: `items.${index}.quantity`, code: 'whole' as const }]
      : [],
  );
}

/** The body as the spec sends it: the price under both of its names, the total beside it. */
export function bodyOf(body: CustomerOrderInput): CustomerOrderInput {
  return {
    ...body,
    items: body.items.map((item) => {
      const price = item.unit_price ?? 0;
      return {
        ...item,
        price_per_pack: price,
        packs: item.packs ?? 0,
        total: toNumber(lineAmount(item.quantity, price)),
      };
    }),
  };
}

function lineOf(item: CustomerOrder['items'][number]): OrderLine {
  return newLine({
    id: item.id,
    product_id: item.product_id,
    code: item.code,
    product_name: item.product_name,
    unit: item.unit_of_measure,
    quantity: item.quantity,
    stored: item.quantity,
    unit_price: item.unit_price,
    delivery_date: item.delivery_date,
    packs: item.packs,
    used: Math.max(item.produced_quantity, item.scheduled_quantity, item.delivered_quantity),
  });
}

function isLine({ value }: { value: unknown }) {
  return typeof value === 'object' && value !== null;
}
