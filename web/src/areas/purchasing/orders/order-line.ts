/** The lines of an order while they are being typed. */
import { decimalOf, lineTotal, sum, type Decimal } from '@bobina/contract/core/decimal.ts';
import { PurchaseOrderInput, type PurchaseOrder } from '@bobina/contract/purchasing/orders.ts';
import { fieldsOf } from '../../../ui/form/use-entity-form.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';

export interface OrderLine {
  /** Tells lines apart on the screen; not sent. */
  key: string;
  id?: number;
  product_id: number | null;
  product_name?: string;
  /** Code and name of a product that the supplier's list may no longer have. */
  shown?: string;
  quantity: Entered;
  unit_price: Entered;
  unit?: string;
  currency?: string;
  received: number;
  /** Received or completed: keeps its product and stays. */
  isLocked: boolean;
}

let made = 0;
const nextKey = () => `line-${++made}`;

export const newLine = (given: Partial<OrderLine> = {}): OrderLine => ({
  product_id: null,
  quantity: null,
  unit_price: null,
  received: 0,
  isLocked: false,
  ...given,
  key: nextKey(),
});
export const isEmptyLine = ({ id, product_id, quantity, unit_price }: OrderLine): boolean =>
  id === undefined && product_id === null && (quantity ?? '') === '' && (unit_price ?? '') === '';

/** quantity × price to 4 decimals; undefined while either is no number. */
export const totalOf = ({ quantity, unit_price }: Pick<OrderLine, 'quantity' | 'unit_price'>): Decimal | undefined =>
  typeof quantity === 'number' && typeof unit_price === 'number' ? lineTotal(quantity, unit_price) : undefined;
export const orderTotal = (lines: readonly OrderLine[]): Decimal =>
  sum(lines.map((line) => totalOf(line) ?? decimalOf(0)));

const lineOf = (item: PurchaseOrder['items'][number], currency: string): OrderLine =>
  newLine({
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
/** A stored order as the form's values. */
export const valuesOf = (order: PurchaseOrder): Partial<PurchaseOrderInput> => ({
  ...fieldsOf(PurchaseOrderInput, order),
  items: order.items.map((item) => lineOf(item, order.currency)) as unknown as PurchaseOrderInput['items'],
});
