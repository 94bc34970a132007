/** Shippable order lines: due and in stock. Without amounts; nothing is reserved. */
import { z } from 'zod';
import { list, put } from '../core/endpoint.ts';
import { day, id, queryId, UNITS } from '../core/fields.ts';

/** A quantity to take from one batch, by earliest expiry, or as picked. */
export const ProposedBatch = z
  .object({
    batch_id: z.int(),
    batch_number: z.string().nullable(),
    warehouse_id: z.int(),
    warehouse_name: z.string(),
    expiry_date: z.string().nullable(),
    quantity: z.number(),
    /** When and by whom the goods were picked; null until then. */
    picked_at: z.string().nullable(),
    picked_by: z.int().nullable(),
    picked_by_name: z.string().nullable(),
  })
  .meta({ id: 'ProposedBatch' });
export type ProposedBatch = z.infer<typeof ProposedBatch>;

export const ItemToShip = z
  .object({
    order_item_id: z.int(),
    product_id: z.int(),
    code: z.string(),
    product_name: z.string(),
    unit_of_measure: z.enum(UNITS),
    delivery_date: z.string(),
    /** Ordered and not delivered. */
    remaining_quantity: z.number(),
    /** In all active warehouses, without batches that are expired on the day or on hold, and without mounted reels. */
    available_quantity: z.number(),
    /** Empty if the earlier lines of the order take all of the stock. */
    batches: z.array(ProposedBatch),
  })
  .meta({ id: 'ItemToShip' });
export type ItemToShip = z.infer<typeof ItemToShip>;

export const ReadyShipment = z
  .object({
    customer_id: z.int(),
    customer_name: z.string(),
    /** The only delivery address of the customer; null if there is none or more than one. */
    destination_id: z.int().nullable(),
    destination: z.string().nullable(),
    order_id: z.int(),
    order_number: z.string(),
    customer_order_number: z.string().nullable(),
    requested_delivery_date: z.string(),
    items: z.array(ItemToShip),
  })
  .meta({ id: 'ReadyShipment' });
export type ReadyShipment = z.infer<typeof ReadyShipment>;

export const PickInput = z
  .object({
    order_item_id: id(),
    warehouse_id: id(),
    batch_id: id(),
    /** False takes the pick back. */
    is_picked: z.boolean(),
  })
  .meta({ id: 'PickInput' });
export type PickInput = z.output<typeof PickInput>;

export const Pick = ProposedBatch.pick({ picked_at: true, picked_by: true, picked_by_name: true }).meta({ id: 'Pick' });
export type Pick = z.infer<typeof Pick>;

export const shipments = {
  ready: list('/shipments/ready', {
    summary: 'Orders with lines that are due and in stock, with proposed batches',
    description:
      'Lists the orders that have lines due by `day` with stock that is not expired, and proposes batches by earliest expiry for what remains to be delivered, without those on hold and mounted reels. Goods of another batch that are picked for a line take the place of what is not picked. Nothing is reserved: the same goods can be proposed for several orders.',
    needs: 'stock.read',
    row: ReadyShipment,
    sort: ['customer_name', 'requested_delivery_date', 'order_number', 'customer_order_number'],
    filters: {
      /** Today if absent; an earlier day lists the lines due by then with the stock of today. */
      day: day().optional(),
      customer_id: queryId().optional(),
    },
  }),
  pick: put('/shipments/picks', {
    summary: 'Mark goods as picked for an order line, or take the mark back',
    description:
      'Marks the goods of a batch in a warehouse as picked for a line that remains to be delivered; all users see it in the list. The batch need not be proposed, but it must be one that can be shipped. It reserves nothing. The first user who picks keeps the mark: the answer names the user and the time. A packing list of the line ends its marks, and so do seven days.',
    needs: 'stock.read',
    body: PickInput,
    reply: Pick,
    errors: { INVALID_TRANSITION: 'The line is delivered in full.' },
  }),
};
