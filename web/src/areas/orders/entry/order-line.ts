/** Lines of a customer order in the form. */
import { z } from 'zod';
import { lineAmount, toNumber } from '@bobina/contract/core/decimal.ts';
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
  /**
   * Greatest of the produced, scheduled and delivered quantities. If above 0, the product cannot change and the line
   * cannot be removed.
   */
  used: number;
  /** The stored quantity. A stored fraction stays valid for a counted unit. */
  stored: number | null;
}

/** Creates a line with a new key and the given values. */
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
/** Returns the fields of a line that come from its product. */
export function productPart(product: Pick<Product, 'id' | 'code' | 'name' | 'description' | 'unit_of_measure'>) {
  return {
    product_id: product.id,
    code: product.code,
    product_name: product.name ?? product.description,
    unit: product.unit_of_measure,
  };
}

/** Converts a stored order to form values. */
export function valuesOf(order: CustomerOrder): Partial<CustomerOrderInput> {
  return {
    ...fieldsOf(CustomerOrderInput, order),
    items: order.items.map(lineOf) as unknown as CustomerOrderInput['items'],
  };
}
/** Adds a form rule to the body of the call: each line needs a delivery day. */
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

/** Returns an error for each line with a fraction of a counted unit. */
export function wholeProblems(lines: readonly OrderLine[]) {
  return lines.flatMap(({ unit, quantity, stored }, index) =>
    unit && typeof quantity === 'number' && isRefusedFraction(unit, quantity, [stored])
      ? [{ path: `items.${index}.quantity`, code: 'whole' as const }]
      : [],
  );
}

/** Returns the request body with the price under both wire names and the line total. */
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
