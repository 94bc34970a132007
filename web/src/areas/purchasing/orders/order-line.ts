/** Lines of a purchase order in the form. */
import type { PurchaseOrder, PurchaseOrderInput } from '@bobina/contract/purchasing/orders.ts';
import type { Lots } from '../lots.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { productName } from '../../../ui/form/pickers.tsx';
import { nextKey, type PricedLine } from '../../../ui/lines/priced-line.ts';

export interface OrderLine extends PricedLine {
  product_name?: string;
  /** Code and name of the product, which may be missing from the supplier's current list. */
  shown?: string;
  unit?: string;
  currency?: string;
  /** The lots in which the product is ordered; absent for any quantity. */
  lots?: Lots | undefined;
  received: number;
  /** Received, completed or named by a cancelled receipt: the product cannot change and the line cannot be removed. */
  isLocked: boolean;
  /** Whether only cancelled receipts name the line. */
  wasReceived: boolean;
}

/** Creates a line with a new key and the given values. */
export function newLine(given: Partial<OrderLine> = {}): OrderLine {
  return {
    product_id: null,
    quantity: null,
    unit_price: null,
    received: 0,
    isLocked: false,
    wasReceived: false,
    ...given,
    key: nextKey(),
  };
}
/** The values of a new order of today. */
export function emptyOrder(given: object = {}): Partial<PurchaseOrderInput> {
  return {
    order_number: '',
    supplier_id: null,
    order_date: companyToday(),
    requested_arrival_date: null,
    confirmed_arrival_date: null,
    notes: '',
    items: [newLine()],
    ...given,
  } as unknown as Partial<PurchaseOrderInput>;
}

/** Returns the fields of a line that come from its product. */
export function productPart(product: Product) {
  return {
    product_id: product.id,
    product_name: product.name ?? product.description,
    shown: productName(product),
    unit: product.unit_of_measure,
    currency: product.currency,
  };
}

/** Converts a stored order to form values. Validation removes the fields that an input does not have. */
export function valuesOf(order: PurchaseOrder): Partial<PurchaseOrderInput> {
  return {
    ...order,
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
    isLocked: item.was_received === true || item.received_quantity > 0 || item.status !== 'notReceived',
    wasReceived: item.was_received === true,
  });
}
