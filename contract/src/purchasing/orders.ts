/** Purchase orders. Amounts are absent without the right to see them. */
import { z } from 'zod';
import { del, get, list, post, put } from '../core/endpoint.ts';
import {
  audit,
  CURRENCIES,
  day,
  id,
  notes,
  optionalText,
  positive,
  queryDecimal,
  queryFlag,
  queryId,
} from '../core/fields.ts';
import { isAboveZero, requiredAs } from '../core/required-as.ts';

export const PURCHASE_ORDER_STATUSES = ['notReceived', 'partiallyReceived', 'fullyReceived'] as const;
export const PURCHASE_ITEM_STATUSES = ['notReceived', 'partiallyReceived', 'completed'] as const;

function quantity() {
  return requiredAs('invalidItems', positive(), isAboveZero);
}

/** `ordered_quantity` and `quantity` are the same number: either may be sent, and the first takes precedence. */
export const PurchaseOrderItemInput = z
  .object({
    /** Id of the line to change; without it, lines are matched by their product, in order. */
    id: id().nullish(),
    product_id: requiredAs('invalidItems', id()),
    product_name: optionalText(),
    ordered_quantity: quantity().nullish(),
    quantity: quantity().nullish(),
    unit_price: requiredAs('invalidItems', positive(), isAboveZero),
  })
  .refine((item) => item.ordered_quantity != null || item.quantity != null, {
    path: ['quantity'],
    params: { code: 'invalidItems' },
    when: ({ value }) => typeof value === 'object' && value !== null, // reported together with the line's other errors
  })
  .meta({ id: 'PurchaseOrderItemInput' });
export type PurchaseOrderItemInput = z.output<typeof PurchaseOrderItemInput>;

function items() {
  return z.array(PurchaseOrderItemInput).min(1).max(1000);
}
const header = {
  /** Empty: the next number of the year. */
  order_number: optionalText(),
  supplier_id: requiredAs('requiredFields', id()),
  order_date: requiredAs('requiredFields', day()),
  requested_arrival_date: requiredAs('requiredFields', day()),
  confirmed_arrival_date: day().nullish(),
  notes: notes(),
};
export const PurchaseOrderInput = z
  .object({ ...header, items: items().prefault([]) })
  .meta({ id: 'PurchaseOrderInput' });
export type PurchaseOrderInput = z.output<typeof PurchaseOrderInput>;
export const PurchaseOrderChange = z
  .object({ ...header, items: items() })
  .partial()
  .meta({ id: 'PurchaseOrderChange' });
export type PurchaseOrderChange = z.output<typeof PurchaseOrderChange>;

const orderRow = {
  id: z.int(),
  order_number: z.string(),
  order_date: z.string(),
  supplier_id: z.int(),
  supplier_name: z.string(),
  status: z.enum(PURCHASE_ORDER_STATUSES),
  requested_arrival_date: z.string(),
  confirmed_arrival_date: z.string().nullable(),
  currency: z.enum(CURRENCIES),
  /** The sum of its lines. */
  total_amount: z.number().optional(),
  ...audit,
};
export const PurchaseOrderRow = z.object(orderRow).meta({ id: 'PurchaseOrderRow' });
export type PurchaseOrderRow = z.infer<typeof PurchaseOrderRow>;

export const PurchaseOrderItem = z
  .object({
    id: z.int(),
    product_id: z.int(),
    product_code: z.string(),
    /** The product's description unless another one was sent. */
    product_name: z.string(),
    unit_of_measure: z.string(),
    ordered_quantity: z.number(),
    quantity: z.number(),
    received_quantity: z.number(),
    unit_price: z.number().optional(),
    /** quantity × unit_price, to 4 decimals. */
    total: z.number().optional(),
    status: z.enum(PURCHASE_ITEM_STATUSES),
    /** `true` for a line that only cancelled receipts name, which keeps its product and stays in the order; else absent. */
    was_received: z.boolean().optional(),
  })
  .meta({ id: 'PurchaseOrderItem' });
export const PurchaseOrder = z
  .object({ ...orderRow, notes: z.string().nullable(), items: z.array(PurchaseOrderItem) })
  .meta({ id: 'PurchaseOrder' });
export type PurchaseOrder = z.infer<typeof PurchaseOrder>;

export const purchaseOrders = {
  list: list('/purchase-orders', {
    summary: 'Orders to suppliers, newest first',
    description: 'Lists purchase orders, newest first. Amounts are absent for roles that may not see them.',
    needs: 'purchase_orders.read',
    row: PurchaseOrderRow,
    hidden: { total_amount: 'purchase_orders.amounts' },
    sort: [
      'order_date',
      'order_number',
      'supplier_name',
      'status',
      'requested_arrival_date',
      'confirmed_arrival_date',
      'total_amount',
      'created_at',
      'modified_at',
    ],
    filters: {
      status: z.enum(PURCHASE_ORDER_STATUSES).optional(),
      supplier_id: queryId().optional(),
      /** Orders with a line of this product. */
      product_id: queryId().optional(),
      from: day().optional(),
      to: day().optional(),
      /** Only orders that await receipt. */
      open: queryFlag().optional(),
      /** Range of the expected arrival: the confirmed day, otherwise the requested one. */
      expected_from: day().optional(),
      expected_until: day().optional(),
    },
  }),
  price: get('/purchase-orders/price', {
    summary: 'The price for a line: that of this supplier today, or of any supplier, or 0',
    description:
      "Returns the price to propose for an order line: the supplier's price of today, else any price valid today, else 0. Without `quantity`, only prices from quantity 0 on count; with it, the one with the largest `from_quantity` up to it.",
    needs: 'prices.read',
    query: z.object({ supplier_id: queryId(), product_id: queryId(), quantity: queryDecimal().optional() }),
    reply: z.object({ unit_price: z.number(), price_id: z.int().nullable() }),
  }),
  get: get('/purchase-orders/{id}', {
    summary: 'One order to a supplier',
    description: 'Returns one purchase order with its lines.',
    needs: 'purchase_orders.read',
    reply: PurchaseOrder,
  }),
  create: post('/purchase-orders', {
    summary: 'Create a purchase order',
    description: 'Creates a purchase order. Without `order_number` it gets the next number of its series.',
    needs: 'purchase_orders.write',
    body: PurchaseOrderInput,
    reply: PurchaseOrder,
    errors: { CODE_EXISTS: 'Another purchase order has this number.' },
  }),
  update: put('/purchase-orders/{id}', {
    summary: 'Change an order; received quantities stay',
    description:
      'Changes a purchase order. Lines with receipts stay, keep their product, and cannot be ordered below the received quantity.',
    needs: 'purchase_orders.write',
    body: PurchaseOrderChange,
    reply: PurchaseOrder,
    errors: {
      CODE_EXISTS: 'Another purchase order has this number.',
      IN_USE: 'Goods were received: the supplier and the received lines cannot change.',
      STALE_VERSION: 'Another user changed the order since the version in `If-Match` was read.',
    },
  }),
  remove: del('/purchase-orders/{id}', {
    summary: 'Delete an order without receipts',
    description: 'Deletes a purchase order without receipts.',
    needs: 'purchase_orders.write',
    errors: { IN_USE: 'Goods of the order were received.' },
  }),
};
