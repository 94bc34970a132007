/** Production items: the lines of customer orders, with their scheduling. */
import { z } from 'zod';
import { get, list, post, put } from '../core/endpoint.ts';
import { day, id, oneOf, queryFlag, queryId, UNITS } from '../core/fields.ts';
import { CustomerOrder, MOST_LINES } from '../orders/orders.ts';
import { PRIORITIES, PRODUCTION_STATUSES, SCHEDULING_STATUSES } from '../orders/statuses.ts';
import { assignment } from './scheduling.ts';

/** A job, as part of its item. */
export const ItemScheduling = z
  .object({
    id: z.int(),
    version: z.int(),
    ...assignment,
  })
  .meta({ id: 'ItemScheduling' });

export type ItemScheduling = z.infer<typeof ItemScheduling>;

export const ProductionItem = z
  .object({
    item_id: z.int(),
    order_id: z.int(),
    order_number: z.string(),
    customer_order_number: z.string().nullable(),
    customer_id: z.int(),
    customer_name: z.string(),
    customer_city: z.string(),
    product_id: z.int(),
    code: z.string(),
    /** The description when a product has no name. */
    product_name: z.string(),
    quantity: z.number(),
    unit_of_measure: z.enum(UNITS),
    total_produced: z.number(),
    delivered_quantity: z.number(),
    /** Will not be delivered by its day: the day is past, or the last of its jobs ends after it. */
    is_late: z.boolean(),
    production_status: z.enum(PRODUCTION_STATUSES),
    item_priority: z.enum(PRIORITIES),
    order_date: z.string(),
    delivery_date: z.string(),
    is_completed: z.boolean(),
    completed_at: z.string().nullable(),
    operations_count: z.int(),
    /** The notes of the order. */
    notes: z.string().nullable(),
    scheduling_status: z.enum(SCHEDULING_STATUSES),
    total_scheduled: z.number(),
    /** Never below 0. */
    remaining_to_schedule: z.number(),
    minuti_x_confezione: z.number().nullable(),
    /** From here to scheduling_notes: its latest scheduling, if any. */
    scheduling_id: z.int().nullable(),
    machine_id: z.int().nullable(),
    machine_code: z.string().nullable(),
    machine_description: z.string().nullable(),
    quantity_to_produce: z.number().nullable(),
    production_time: z.string().nullable(),
    production_minutes: z.int().nullable(),
    scheduling_notes: z.string().nullable(),
    schedulings: z.array(ItemScheduling),
    /** Days of its first and its last operation. */
    batch_number: z.string().nullable(),
    last_batch_number: z.string().nullable(),
    has_batch: z.boolean(),
    loaded_to_warehouse: z.boolean(),
    loaded_quantity: z.number(),
    warehouse_movement_created: z.boolean(),
  })
  .meta({ id: 'ProductionItem' });
export type ProductionItem = z.infer<typeof ProductionItem>;

const SORT = [
  'item_priority',
  'order_number',
  'customer_order_number',
  'customer_name',
  'customer_city',
  'code',
  'product_name',
  'quantity',
  'total_produced',
  'production_status',
  'scheduling_status',
  'order_date',
  'delivery_date',
  'completed_at',
] as const;
const filters = {
  item_priority: z.enum(PRIORITIES).optional(),
  production_status: z.enum(PRODUCTION_STATUSES).optional(),
  scheduling_status: z.enum(SCHEDULING_STATUSES).optional(),
  /** Something is left to schedule. */
  unscheduled: queryFlag().optional(),
  machine_id: queryId().optional(),
  customer_id: queryId().optional(),
  product_id: queryId().optional(),
  /** Range of the order's date. */
  from: day().optional(),
  to: day().optional(),
  late: queryFlag().optional(),
  /** Range of days in which something of the item was produced. */
  produced_from: day().optional(),
  produced_until: day().optional(),
};
export const ItemPriorityChange = z
  .object({
    priority: oneOf(PRIORITIES),
    /** The priority that the user saw; with another one the change is refused. */
    expected: oneOf(PRIORITIES).nullish(),
  })
  .meta({ id: 'ItemPriorityChange' });

export const PriorityChange = z.object({ priority: oneOf(PRIORITIES) }).meta({ id: 'PriorityChange' });

/** A non-empty list of item ids; an empty one fails with the field code `none`. */
export function itemIds(none: 'none_to_print' | 'none_selected') {
  return z
    .array(id())
    .max(MOST_LINES)
    .refine((ids) => ids.length > 0, { params: { code: none } })
    .prefault([]);
}

export const productionItems = {
  priorities: list('/customer-orders/production-priorities', {
    summary: 'Open items: the most urgent first, then by order number',
    description: 'Lists the open order lines by priority, then by order number.',
    needs: 'production.plan',
    row: ProductionItem,
    sort: SORT,
    filters,
  }),
  status: list('/production/status', {
    summary: 'All items, the newest orders first; without `open`, at most 1,000',
    description:
      'Lists order lines with their production status, newest orders first. Without `open=true` at most 1,000 rows are returned.',
    needs: 'production.plan',
    row: ProductionItem,
    sort: SORT,
    filters: { ...filters, open: queryFlag().optional(), loaded_to_warehouse: queryFlag().optional() },
  }),
  get: get('/production/status/{itemId}', {
    summary: 'One item',
    description: 'Returns one order line with its production data.',
    needs: 'production.plan',
    reply: ProductionItem,
  }),
  setPriority: put('/customer-orders/items/{itemId}/priority', {
    summary: 'Set the priority of an item',
    description: 'Sets the priority of one order line. `expected` refuses the change if the line has another priority.',
    needs: 'production.plan',
    body: ItemPriorityChange,
    reply: ProductionItem,
    errors: { STALE_VERSION: 'The line does not have the priority `expected`. `current` is the line as it is now.' },
  }),
  setOrderPriority: put('/customer-orders/{id}/priority', {
    summary: 'Set the priority of all items of an order',
    description: 'Sets the priority of all lines of an order.',
    needs: 'production.plan',
    body: PriorityChange,
    reply: CustomerOrder,
  }),
  printReport: post('/production/print-report', {
    summary: 'The items of a printed report, in the order of their ids',
    description: 'Returns the order lines of a printed production report, in the order of their ids.',
    needs: 'production.plan',
    status: 200,
    body: z.object({ itemIds: itemIds('none_to_print') }).meta({ id: 'PrintReportInput' }),
    reply: z.object({ data: z.array(ProductionItem) }),
  }),
};
