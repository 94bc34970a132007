/** Customer orders. Their lines include their progress (produced, loaded, delivered, invoiced). */
import { z } from 'zod';
import { del, get, list, post, put } from '../core/endpoint.ts';
import { OLDER_SERVER_RUNS } from '../core/errors.ts';
import {
  audit,
  day,
  decimal,
  id,
  notes,
  optionalText,
  positive,
  queryFlag,
  queryId,
  queryText,
  UNITS,
} from '../core/fields.ts';
import { importedFile } from '../core/imported-file.ts';
import { requiredAs } from '../core/required-as.ts';
import { PRIORITIES, PRODUCTION_STATUSES, SCHEDULING_STATUSES } from './statuses.ts';

/** Maximum number of lines that an import may bring into one order. */
export const MOST_LINES = 5000;
export const ORDER_BODY_BYTES = 5_000_000;

/** Cross-field checks run on every object, so that they are reported together with the line's other errors. */
function isObject({ value }: { value: unknown }) {
  return typeof value === 'object' && value !== null;
}

/** `unit_price` and `price_per_pack` are the same number: either may be sent. */
export const CustomerOrderItemInput = z
  .object({
    /** Id of the line to change; without it, lines are matched by their product, in order. */
    id: id().nullish(),
    /** Without it, the product is found by its code. */
    product_id: id().nullish(),
    code: optionalText(),
    unit_price: decimal().nullish(),
    price_per_pack: decimal().nullish(),
    quantity: positive(),
    /** Empty: the delivery date of the order. */
    delivery_date: day().nullish(),
    packs: decimal().nullish(),
  })
  .refine((item) => item.product_id != null || item.code != null, {
    path: ['product_id'],
    params: { code: 'required' },
    when: isObject,
  })
  .refine((item) => item.unit_price != null || item.price_per_pack != null, {
    path: ['unit_price'],
    params: { code: 'required' },
    when: isObject,
  })
  .refine((item) => item.unit_price == null || item.price_per_pack == null || item.unit_price === item.price_per_pack, {
    path: ['price_per_pack'],
    params: { code: 'differentPrices' },
    when: isObject,
  })
  .meta({ id: 'CustomerOrderItemInput' });
export type CustomerOrderItemInput = z.output<typeof CustomerOrderItemInput>;

function items() {
  return z.array(CustomerOrderItemInput).min(1).max(MOST_LINES);
}
const header = {
  customer_id: id(),
  order_date: day(),
  requested_delivery_date: day(),
  /** The customer's own order number. */
  customer_order_number: optionalText(),
  /** The tender code (CIG) and the project code (CUP) of an order of an Italian public body. */
  cig: optionalText(15),
  cup: optionalText(15),
  notes: notes(),
};
export const CustomerOrderInput = z
  .object({ ...header, items: items().prefault([]) })
  .meta({ id: 'CustomerOrderInput' });
export type CustomerOrderInput = z.output<typeof CustomerOrderInput>;
export const CustomerOrderChange = z
  .object({ ...header, items: items() })
  .partial()
  .meta({ id: 'CustomerOrderChange' });
export type CustomerOrderChange = z.output<typeof CustomerOrderChange>;

/** The ids of all lines of the order that are closed. */
export const ClosedLines = z.object({ items: z.array(id()).max(MOST_LINES) }).meta({ id: 'ClosedLines' });
export type ClosedLines = z.output<typeof ClosedLines>;

const orderRow = {
  id: z.int(),
  order_number: z.string(),
  customer_id: z.int(),
  customer_name: z.string(),
  customer_order_number: z.string().nullable(),
  order_date: z.string(),
  requested_delivery_date: z.string(),
  items_count: z.int(),
  /** Of all its lines together. */
  production_status: z.enum(PRODUCTION_STATUSES),
  /** At least one of its lines will not be delivered by its day. */
  is_late: z.boolean(),
  /** The sum of its lines. Absent without `customer_orders.amounts`, like the amounts of the lines. */
  total_amount: z.number().optional(),
  ...audit,
};
export const CustomerOrderRow = z.object(orderRow).meta({ id: 'CustomerOrderRow' });
export type CustomerOrderRow = z.infer<typeof CustomerOrderRow>;

export const CustomerOrderItem = z
  .object({
    id: z.int(),
    product_id: z.int(),
    code: z.string(),
    /** The description when a product has no name. */
    product_name: z.string(),
    price_per_pack: z.number().optional(),
    unit_price: z.number().optional(),
    quantity: z.number(),
    unit_of_measure: z.enum(UNITS),
    delivery_date: z.string(),
    /** quantity × unit_price, to 2 decimals. */
    total: z.number().optional(),
    packs: z.number(),
    item_priority: z.enum(PRIORITIES),
    production_status: z.enum(PRODUCTION_STATUSES),
    scheduling_status: z.enum(SCHEDULING_STATUSES),
    /** Will not be delivered by its day. */
    is_late: z.boolean(),
    produced_quantity: z.number(),
    scheduled_quantity: z.number(),
    loaded_quantity: z.number(),
    delivered_quantity: z.number(),
    invoiced_quantity: z.number(),
    /** What is left of it is neither produced nor delivered any more. */
    is_closed: z.boolean(),
  })
  .meta({ id: 'CustomerOrderItem' });
export type CustomerOrderItem = z.infer<typeof CustomerOrderItem>;
export const CustomerOrder = z
  .object({
    ...orderRow,
    cig: z.string().nullable(),
    cup: z.string().nullable(),
    notes: z.string().nullable(),
    items: z.array(CustomerOrderItem),
  })
  .meta({ id: 'CustomerOrder' });
export type CustomerOrder = z.infer<typeof CustomerOrder>;

function cell() {
  return z.unknown().optional();
}
/** A row of a spreadsheet. Errors are reported by row and refuse only the row's order. */
export const ImportedRow = z
  .object({
    numero_ordine_cliente: cell(),
    data_ordine: cell(),
    codice_prodotto: cell(),
    quantita: cell(),
    data_consegna: cell(),
    /** Empty: the price of the customer's list, otherwise 0. */
    prezzo_unitario: cell(),
  })
  .meta({ id: 'ImportedOrderRow' });
export type ImportedRow = z.output<typeof ImportedRow>;

export const CustomerOrdersImport = z
  .object({
    orders: z.array(ImportedRow).min(1).max(MOST_LINES).prefault([]),
    customerId: requiredAs('customer_required', id()),
    /** Answers the same without writing. */
    dry_run: z.boolean().nullish(),
    ...importedFile(),
    /** The number of each row in the file; absent: its position in the request. */
    rows: z.array(z.int().positive()).max(MOST_LINES).nullish(),
  })
  .meta({ id: 'CustomerOrdersImport' });
export type CustomerOrdersImport = z.output<typeof CustomerOrdersImport>;

export const IMPORT_ERRORS = ['missing_products', 'invalid_rows'] as const;
export const ImportError = z
  .object({
    type: z.enum(IMPORT_ERRORS),
    message: z.string(),
    orderNumber: z.string().nullable(),
    /** The affected row when it is a single one, counted from 1 in the request. */
    row: z.int().nullable(),
    error: z.string().nullable(),
    /** Codes without an active product. */
    products: z.array(z.string()),
    items: z.array(z.object({ row: z.int(), error: z.string() })),
  })
  .meta({ id: 'ImportError' });
export type ImportError = z.infer<typeof ImportError>;
export const ImportResult = z
  .object({
    /** Number of orders created. */
    success: z.int(),
    warnings: z.array(z.object({ code: z.string(), orderNumber: z.string(), message: z.string() })),
    errors: z.array(ImportError),
  })
  .meta({ id: 'ImportResult' });
export type ImportResult = z.infer<typeof ImportResult>;

export const customerOrders = {
  list: list('/customer-orders', {
    summary: 'Orders of customers, newest first',
    description:
      'Lists customer orders, newest first. Users without `customer_orders.amounts` get no amounts, and cannot sort by them.',
    needs: 'customer_orders.read',
    row: CustomerOrderRow,
    hidden: { total_amount: 'customer_orders.amounts' },
    sort: [
      'order_date',
      'order_number',
      'customer_order_number',
      'customer_name',
      'requested_delivery_date',
      'total_amount',
      'created_at',
      'modified_at',
    ],
    filters: {
      customer_id: queryId().optional(),
      /** The whole number, ignoring case. */
      customer_order_number: queryText().optional(),
      /** Orders with a line of this product. */
      product_id: queryId().optional(),
      from: day().optional(),
      to: day().optional(),
      /** With something left to deliver. */
      open: queryFlag().optional(),
      late: queryFlag().optional(),
      /** With an undelivered line whose delivery day is in this range. */
      due_from: day().optional(),
      due_until: day().optional(),
      /** Entered on or after this day of the company. */
      entered_from: day().optional(),
    },
  }),
  get: get('/customer-orders/{id}', {
    summary: 'One order of a customer',
    description:
      'Returns one customer order with its lines, without amounts for users who lack `customer_orders.amounts`.',
    needs: 'customer_orders.read',
    reply: CustomerOrder,
  }),
  create: post('/customer-orders', {
    summary: 'Enter an order of a customer',
    description: 'Creates a customer order and gives it the next number of its series.',
    needs: 'customer_orders.write',
    body: CustomerOrderInput,
    bodyLimit: ORDER_BODY_BYTES,
    reply: CustomerOrder,
  }),
  update: put('/customer-orders/{id}', {
    summary: 'Change an order; produced, scheduled and delivered quantities stay',
    description:
      'Changes a customer order. A line that was produced, scheduled or delivered keeps its product and cannot fall below these quantities.',
    needs: 'customer_orders.write',
    body: CustomerOrderChange,
    bodyLimit: ORDER_BODY_BYTES,
    reply: CustomerOrder,
    errors: {
      IN_USE: 'A line to remove was produced, scheduled or delivered.',
      STALE_VERSION: 'Another user changed the order since the version in `If-Match` was read.',
    },
  }),
  closeLines: put('/customer-orders/{id}/closed-lines', {
    summary: 'Close lines of which nothing more is delivered, or open them again',
    description:
      'Closes the named lines of an order and opens all others again. What is left of a closed line is neither produced nor delivered: it counts as completed, is never late, and cannot be packed. A greater quantity opens a line again. Goods that were delivered or produced stay as they are.',
    needs: 'customer_orders.write',
    body: ClosedLines,
    reply: CustomerOrder,
    errors: {
      VALIDATION: 'A line is not of this order, or is delivered in full.',
      INVALID_TRANSITION: 'The customer or the product of a line to open was deleted.',
      NOT_CONFIGURED: OLDER_SERVER_RUNS,
      STALE_VERSION: 'Another user changed the order since the version in `If-Match` was read.',
    },
  }),
  remove: del('/customer-orders/{id}', {
    summary: 'Delete an unused order',
    description: 'Deletes a customer order that was not produced, scheduled or delivered.',
    needs: 'customer_orders.write',
    errors: { IN_USE: 'A line was produced, scheduled or delivered, or a packing list refers to it.' },
  }),
  repeat: post('/customer-orders/{id}/repeat', {
    summary: 'Enter an order again, dated today',
    description:
      'Creates an order of today with the lines of another order and their prices. Delivery days keep their distance from the order date and are never before today. The new order has no `customer_order_number`. Lines with an inactive product, or with a fraction of a counted unit, are left out and named in `warnings`. An inactive customer is refused at `customer_id`.',
    needs: 'customer_orders.write',
    reply: CustomerOrder,
    errors: {
      VALIDATION: 'The customer is inactive.',
      INVALID_TRANSITION: 'No line of the order can be ordered again.',
    },
  }),
  bulkImport: post('/customer-orders/bulk-import', {
    summary: 'Import the orders of a spreadsheet: one per customer order number, each created or refused as a whole',
    description:
      'Creates the orders of a spreadsheet: the rows with one customer order number become one order, which is created or refused as a whole. The answer reports refused orders with their rows. With `dry_run` it answers the same and writes nothing.',
    needs: 'customer_orders.write',
    status: 200,
    body: CustomerOrdersImport,
    bodyLimit: ORDER_BODY_BYTES,
    takesTurns: true,
    reply: ImportResult,
    errors: { TOO_MANY_REQUESTS: 'The user has too many imports waiting.' },
  }),
};
