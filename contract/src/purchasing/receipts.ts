/** Goods receipts against purchase orders. */
import { z } from 'zod';
import { get, post, put } from '../core/endpoint.ts';
import { OLDER_SERVER_RUNS } from '../core/errors.ts';
import { day, decimal, id, longText, positive, text } from '../core/fields.ts';
import { MOST_REELS, Reel, ReelInput, SSCC_USED_UP } from '../stock/reels.ts';
import { PURCHASE_ITEM_STATUSES, PURCHASE_ORDER_STATUSES } from './orders.ts';
import { requiredAs } from '../core/required-as.ts';

function isDay(value: string) {
  return day().safeParse(value).success;
}
function batchDay() {
  return z
    .string()
    .refine(isDay, { params: { code: 'not_day' } })
    .nullish();
}

export const ReceivedBatchInput = z
  .object({ batch_number: text(), quantity: positive(), production_date: batchDay(), expiry_date: batchDay() })
  .meta({ id: 'ReceivedBatchInput' });
export type ReceivedBatchInput = z.output<typeof ReceivedBatchInput>;

export const ReceivedItemInput = z
  .object({
    order_item_id: id(),
    product_id: id().nullish(),
    /** Lines of 0 are skipped. Absent only with `reels`: their sum. */
    quantity: decimal().nullish(),
    warehouse_id: id().nullish(),
    batches: z.array(ReceivedBatchInput).max(500).nullish(),
    /** The reels of a reel product, in place of batches. */
    reels: z.array(ReelInput).max(MOST_REELS).nullish(),
  })
  .refine((item) => item.quantity != null || item.reels != null, {
    path: ['quantity'],
    params: { code: 'required' },
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine((item) => item.quantity != null || item.reels?.length !== 0, {
    path: ['reels'],
    params: { code: 'required' },
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .refine((item) => item.quantity === 0 || item.warehouse_id != null, {
    path: ['warehouse_id'],
    params: { code: 'warehouseRequired' },
    when: ({ value }) => typeof value === 'object' && value !== null, // reported together with the line's other errors
  })
  .meta({ id: 'ReceivedItemInput' });
export type ReceivedItemInput = z.output<typeof ReceivedItemInput>;

export const ReceiptInput = z
  .object({
    document_number: requiredAs('requiredFields', text()),
    document_date: requiredAs('requiredFields', day()),
    order_id: id(),
    items: z
      .array(ReceivedItemInput)
      .max(500)
      .refine((items) => items.some(({ quantity, reels }) => quantity !== 0 && (quantity != null || reels != null)), {
        params: { code: 'noItemsToSave' },
      })
      .prefault([]),
    /** Accepts more than the tolerance; requires a separate capability. */
    force: z.boolean().nullish(),
  })
  .meta({ id: 'ReceiptInput' });
export type ReceiptInput = z.output<typeof ReceiptInput>;

/** The ordered, received and outstanding quantities. */
export const OrderToReceive = z
  .object({
    id: z.int(),
    order_number: z.string(),
    order_date: z.string(),
    requested_arrival_date: z.string(),
    supplier_id: z.int(),
    supplier_name: z.string(),
    status: z.enum(PURCHASE_ORDER_STATUSES),
    version: z.int(),
    items: z.array(
      z
        .object({
          id: z.int(),
          product_id: z.int(),
          code: z.string(),
          description: z.string(),
          unit_of_measure: z.string(),
          ordered_quantity: z.number(),
          received_quantity: z.number(),
          /** Never below 0. */
          remaining_quantity: z.number(),
          status: z.enum(PURCHASE_ITEM_STATUSES),
          /** The warehouse of the product's latest receipt. */
          current_warehouse_id: z.int().nullable(),
          has_batches: z.boolean(),
          /** The line is received with `reels` in place of `batches`. */
          is_reel: z.boolean(),
          has_expiry: z.boolean(),
          has_production_date: z.boolean(),
          /** Received so far. */
          batches: z.array(
            z.object({
              batch_number: z.string(),
              quantity: z.number(),
              production_date: z.string().nullable(),
              expiry_date: z.string().nullable(),
            }),
          ),
        })
        .meta({ id: 'ItemToReceive' }),
    ),
  })
  .meta({ id: 'OrderToReceive' });
export type OrderToReceive = z.infer<typeof OrderToReceive>;
export type ItemToReceive = OrderToReceive['items'][number];

/** When, by whom and why a receipt was cancelled; null while it is not. */
const cancellation = {
  cancelled_at: z.string().nullable(),
  cancelled_by_name: z.string().nullable(),
  cancel_reason: z.string().nullable(),
};

/** One receipt with the goods of its delivery note, also after its cancellation. */
export const GoodsReceipt = z
  .object({
    id: z.int(),
    order_id: z.int(),
    order_number: z.string(),
    supplier_id: z.int(),
    supplier_name: z.string(),
    document_number: z.string(),
    document_date: z.string(),
    receipt_date: z.string(),
    created_at: z.string(),
    created_by_name: z.string(),
    ...cancellation,
    items: z.array(
      z
        .object({
          id: z.int(),
          order_item_id: z.int(),
          product_id: z.int(),
          product_code: z.string(),
          unit_of_measure: z.string(),
          quantity: z.number(),
          warehouse_id: z.int(),
          warehouse_name: z.string(),
          /** Batches and reels; empty for a product without batches. */
          batches: z.array(z.object({ batch_id: z.int(), batch_number: z.string(), quantity: z.number() })),
        })
        .meta({ id: 'GoodsReceiptItem' }),
    ),
  })
  .meta({ id: 'GoodsReceipt' });
export type GoodsReceipt = z.infer<typeof GoodsReceipt>;

/** Cancelled receipts are listed, and counted in no total. */
export const ReceiptHistory = z
  .object({
    product_id: z.int(),
    product_code: z.string(),
    product_description: z.string(),
    unit_of_measure: z.string(),
    total_ordered: z.number(),
    total_received: z.number(),
    last_receipt_date: z.string().nullable(),
    receipt_count: z.int(),
    receipts: z.array(
      z.object({
        receipt_id: z.int(),
        ddt_number: z.string(),
        ddt_date: z.string(),
        received_quantity: z.number(),
        /** The outstanding quantity when it was received, never below 0. */
        remaining_quantity: z.number(),
        warehouse_id: z.int(),
        warehouse_name: z.string(),
        ...cancellation,
        batches: z.array(
          z.object({
            batchId: z.int(),
            batchNumber: z.string(),
            quantity: z.number(),
            productionDate: z.string().nullable(),
            expiryDate: z.string().nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'ReceiptHistory' });
export type ReceiptHistory = z.infer<typeof ReceiptHistory>;

export const goodsReceipts = {
  orderDetails: get('/goods-receipts/order-details/{orderId}', {
    summary: 'Lines of an order to receive',
    description: 'Returns the outstanding quantity of each line of an order, with the tracking flags of each product.',
    needs: 'purchase_orders.read',
    reply: OrderToReceive,
  }),
  receive: post('/goods-receipts/receive', {
    summary: 'Receive goods of an order, all or nothing',
    description:
      'Books goods of one delivery note against an order in one transaction: all lines or none. A line of a reel product takes `reels`, each of which gets its number. Admin and direction can send `force` to exceed the tolerance.',
    needs: 'goods_receipts.write',
    body: ReceiptInput,
    /** `reels`: the new reels, in the order sent. */
    reply: z.object({ receipt_id: z.int(), order: OrderToReceive, reels: z.array(Reel) }),
    errors: {
      OVER_RECEIPT: 'A line exceeds the ordered quantity by more than the tolerance in the settings.',
      DUPLICATE_DOCUMENT: 'The same delivery note with the same content was booked on this order already.',
      BATCH_DATES: 'A batch exists with another production or expiry date.',
      ITEM_COMPLETED: 'A line is marked as completed.',
      NOT_CONFIGURED: SSCC_USED_UP,
    },
  }),
  get: get('/goods-receipts/{id}', {
    summary: 'One receipt',
    description: 'Returns one receipt with its lines and batches, also a cancelled one.',
    needs: 'purchase_orders.read',
    reply: GoodsReceipt,
  }),
  cancel: post('/goods-receipts/{id}/cancel', {
    summary: 'Cancel a receipt whose goods are untouched',
    description:
      'Cancels a receipt: its goods leave the stock with the date of the receipt, the order lines and the status of the order are as without it, and its delivery note can be received again. Its reels end and their numbers are not used again. Lines that were marked as completed stay completed.',
    needs: 'goods_receipts.write',
    status: 200,
    body: z.object({ reason: longText() }),
    reply: GoodsReceipt,
    errors: {
      IN_USE:
        'Goods of the receipt were sold, used, moved, counted, weighed, recalled or invoiced since. `used_by` names the documents, batches and reels.',
      INVALID_TRANSITION:
        'The receipt is cancelled already, or its order would be open although the supplier was deleted.',
      INSUFFICIENT_STOCK: 'The stock of a day would be negative without the goods.',
      PERIOD_CLOSED: 'The accounting period of the receipt is closed.',
      NOT_CONFIGURED: OLDER_SERVER_RUNS,
    },
  }),
  setCompleted: put('/goods-receipts/items/{id}/completed', {
    summary: 'Mark an order line as completed, or undo the mark',
    description: 'Marks an order line as completed, or removes the mark.',
    needs: 'goods_receipts.write',
    body: z.object({ completed: z.boolean() }),
    reply: OrderToReceive,
    errors: { INVALID_TRANSITION: 'The mark cannot be removed from a line that was received in full.' },
  }),
  itemHistory: get('/goods-receipts/item-history/{itemId}', {
    summary: 'The receipts of an order line',
    description: 'Returns all receipts of an order line with their batches, cancelled ones included.',
    needs: 'purchase_orders.read',
    reply: ReceiptHistory,
  }),
};
