/**
 * Packing lists: goods that leave for a customer, each with lines of one order. Amounts are absent without the right to
 * see them.
 */
import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post } from '../core/endpoint.ts';
import {
  audit,
  bestFirst,
  day,
  decimal,
  id,
  notes,
  optionalText,
  positive,
  queryFlag,
  queryId,
  UNITS,
  whole,
} from '../core/fields.ts';
import { requiredAs } from '../core/required-as.ts';
import { INVOICE_STATUSES, PACKING_LIST_STATUSES } from './statuses.ts';

export const PackedItemInput = z
  .object({
    order_item_id: id(),
    /** If sent, it must be the product of the order line. */
    product_id: id().nullish(),
    code: optionalText(),
    quantity: positive(),
    /** Without it, a batch-managed product is taken from its batches, earliest expiry first. */
    batch_number: optionalText(),
    warehouse_id: requiredAs('warehouseRequired', id()),
    /** Empty: the price of the order line. */
    unit_price: decimal().nullish(),
  })
  .meta({ id: 'PackedItemInput' });
export type PackedItemInput = z.output<typeof PackedItemInput>;

export const PackingListInput = z
  .object({
    customer_id: requiredAs('selectCustomer', id()),
    order_id: id(),
    notes: notes(),
    /** The delivery address; empty for the customer's address. */
    destination_id: id().nullish(),
    carrier: optionalText(),
    /** The reason for the transport: a sale, work on account … */
    reason: optionalText(),
    /** The appearance of the goods: pallets, boxes … */
    appearance: optionalText(),
    packages: whole().nullish(),
    /** Weights in kg. */
    gross_weight: decimal().nullish(),
    net_weight: decimal().nullish(),
    transport_date: day().nullish(),
    items: z
      .array(PackedItemInput)
      .max(500)
      .refine((items) => items.length > 0, { params: { code: 'noPackedItems' } })
      .prefault([]),
  })
  .meta({ id: 'PackingListInput' });
export type PackingListInput = z.output<typeof PackingListInput>;

/** Snapshot of a party when the document was created. */
export const documentCustomer = {
  customer_id: z.int(),
  customer_name: z.string(),
  customer_vat: z.string(),
  customer_address: z.string(),
  customer_city: z.string(),
  customer_province: z.string(),
};

/** Snapshot of a line's product. */
export const documentItem = {
  id: z.int(),
  order_item_id: z.int(),
  product_id: z.int(),
  code: z.string(),
  product_name: z.string(),
  quantity: z.number(),
  unit_of_measure: z.enum(UNITS),
};

const packingListRow = {
  id: z.int(),
  packing_list_number: z.string(),
  packing_date: z.string(),
  status: z.enum(PACKING_LIST_STATUSES),
  ...documentCustomer,
  order_id: z.int(),
  order_number: z.string(),
  customer_order_number: z.string().nullable(),
  /** The sum of its items, without VAT. */
  total_amount: z.number().optional(),
  /** Its invoice that is not cancelled; absent without the right to read invoices. */
  invoice_id: z.int().nullable().optional(),
  invoice_number: z.string().nullable().optional(),
  invoice_status: z.enum(INVOICE_STATUSES).nullable().optional(),
  ...audit,
};
export const PackingListRow = z.object(packingListRow).meta({ id: 'PackingListRow' });
export type PackingListRow = z.infer<typeof PackingListRow>;

/** The quantity taken from one batch in one warehouse: an order line may have several of them. */
export const PackedItem = z
  .object({
    ...documentItem,
    batch_id: z.int().nullable(),
    batch_number: z.string().nullable(),
    /** The remaining quantity of the reel; null if the batch is not a reel. */
    reel_left: z.number().nullable(),
    expiry_date: z.string().nullable(),
    warehouse_id: z.int(),
    warehouse_name: z.string(),
    unit_price: z.number().optional(),
    /** Without VAT; the parts of one line add up to its quantity × price, to 2 decimals. */
    total_price: z.number().optional(),
  })
  .meta({ id: 'PackedItem' });
export type PackedItem = z.infer<typeof PackedItem>;

/** The delivery address. */
export const PackingDestination = z
  .object({
    indirizzo: z.string(),
    cap: z.string().nullable(),
    citta: z.string().nullable(),
    nazione: z.string().nullable(),
    telefono: z.string().nullable(),
    orari_consegna: z.string().nullable(),
    note: z.string().nullable(),
  })
  .meta({ id: 'PackingDestination' });

export const PackingList = z
  .object({
    ...packingListRow,
    notes: z.string().nullable(),
    destination_id: z.int().nullable(),
    /** Snapshot of the delivery address; null for the customer's address. */
    destination: PackingDestination.nullable(),
    carrier: z.string().nullable(),
    reason: z.string().nullable(),
    appearance: z.string().nullable(),
    packages: z.int().nullable(),
    gross_weight: z.number().nullable(),
    net_weight: z.number().nullable(),
    transport_date: z.string().nullable(),
    cancelled_at: z.string().nullable(),
    cancelled_by_name: z.string().nullable(),
    items: z.array(PackedItem),
  })
  .meta({ id: 'PackingList' });
export type PackingList = z.infer<typeof PackingList>;

export const OrderToPack = z
  .object({
    id: z.int(),
    order_number: z.string(),
    customer_order_number: z.string().nullable(),
    customer_name: z.string(),
    order_date: z.string(),
    requested_delivery_date: z.string(),
  })
  .meta({ id: 'OrderToPack' });
export type OrderToPack = z.infer<typeof OrderToPack>;

/** A line of an order with something left to deliver. */
export const ItemToPack = z
  .object({
    order_item_id: z.int(),
    product_id: z.int(),
    code: z.string(),
    product_name: z.string(),
    ordered_quantity: z.number(),
    delivered_quantity: z.number(),
    remaining_quantity: z.number(),
    /** In all active warehouses, without expired batches. */
    stock_quantity: z.number(),
    unit_of_measure: z.enum(UNITS),
    price_per_pack: z.number(),
    has_batch: z.boolean(),
    delivery_date: z.string(),
  })
  .meta({ id: 'ItemToPack' });
export type ItemToPack = z.infer<typeof ItemToPack>;

export const StockToPack = z
  .object({
    warehouse_id: z.int(),
    warehouse_name: z.string(),
    quantity: z.number(),
    batch_number: z.string().nullable(),
    production_date: z.string().nullable(),
    expiry_date: z.string().nullable(),
    /** Used only when it is selected explicitly. */
    is_expired: z.boolean(),
  })
  .meta({ id: 'StockToPack' });
export type StockToPack = z.infer<typeof StockToPack>;

export const packingLists = {
  ordersToPack: list('/packing-lists/customer-orders/{customerId}', {
    summary: 'Orders of a customer with something left to deliver, the most urgent first',
    description: 'Lists the orders of a customer that have something left to deliver, most urgent first.',
    needs: 'packing_lists.write',
    row: OrderToPack,
    sort: ['requested_delivery_date', 'order_date', 'order_number', 'customer_order_number'],
  }),
  itemsToPack: list('/packing-lists/order-items/{orderId}', {
    summary: 'Lines of an order with something left to deliver',
    description: 'Lists the lines of an order that have something left to deliver, with the stock that is available.',
    needs: 'packing_lists.write',
    row: ItemToPack,
    sort: ['position', 'code', 'product_name', 'delivery_date'],
  }),
  stockToPack: list('/packing-lists/stock-availability/{productId}', {
    summary: 'Available stock of a product, earliest expiry first',
    description: 'Lists the batches from which a product can be taken, earliest expiry first.',
    needs: 'packing_lists.write',
    row: StockToPack,
    sort: ['expiry_date', 'production_date', 'warehouse_name', 'batch_number', 'quantity'],
  }),
  list: list('/packing-lists', {
    summary: 'Packing lists, newest first',
    description:
      'Lists packing lists, newest first, cancelled ones included. `q` searches the numbers of packing list and orders, and the customer.',
    needs: 'packing_lists.read',
    row: PackingListRow,
    hidden: {
      total_amount: 'packing_lists.amounts',
      invoice_id: 'invoices.read',
      invoice_number: 'invoices.read',
      invoice_status: 'invoices.read',
    },
    most: GROWING_ROWS,
    sort: [
      'packing_date',
      'packing_list_number',
      'customer_name',
      'order_number',
      'customer_order_number',
      'status',
      'total_amount',
      'created_at',
      'modified_at',
    ],
    filters: {
      status: z.enum(PACKING_LIST_STATUSES).optional(),
      customer_id: queryId().optional(),
      /** Packing lists with a line of this product. */
      product_id: queryId().optional(),
      order_id: queryId().optional(),
      /** Whether it has an invoice that is not cancelled. Cancelled packing lists await none. */
      invoiced: queryFlag().optional(),
      ...bestFirst(),
      from: day().optional(),
      to: day().optional(),
    },
  }),
  get: get('/packing-lists/{id}', {
    summary: 'One packing list',
    description: 'Returns one packing list with a row for each batch.',
    needs: 'packing_lists.read',
    reply: PackingList,
  }),
  create: post('/packing-lists', {
    summary: 'Deliver lines of an order: takes the goods out of stock, all or nothing',
    description:
      'Issues a packing list: it gets its number, takes the goods out of stock and counts them as delivered, all in one transaction. Without `batch_number`, batches are chosen by earliest expiry. A warning names the reels that were sold in part: each needs a new label.',
    needs: 'packing_lists.write',
    body: PackingListInput,
    reply: PackingList,
    errors: {
      OVER_DELIVERY: 'A line exceeds the remaining quantity of the order line.',
      INSUFFICIENT_STOCK: 'The warehouse does not hold the quantity of a line.',
      ON_HOLD: 'A line names a batch that is on hold.',
      REEL_MOUNTED: 'A line names a reel that is mounted on a machine.',
    },
  }),
  cancel: del('/packing-lists/{id}', {
    summary: 'Cancel a packing list: returns the goods to stock, keeps the number',
    description:
      'Cancels a packing list. The goods return to stock; the list keeps its number and stays listed as cancelled.',
    needs: 'packing_lists.write',
    errors: {
      ALREADY_INVOICED: 'The packing list has an invoice or a draft.',
      INVALID_TRANSITION:
        'The packing list is cancelled already, or the goods cannot return to stock because the product or the warehouse was deleted or changed.',
    },
  }),
};
