/** What the home says of today, over all areas: each part is absent for who may not see it. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';

/** How many rows of each part are told, the most urgent first; its count is of all. */
export const DASHBOARD_ROWS = 5;

/** A figure: `path` is the API list with its filters whose X-Total-Count is `count`, `screen` the screen that shows it. */
const figure = { count: z.int(), path: z.string(), screen: z.string() };

export const Dashboard = z
  .object({
    /** The company's day. */
    today: z.string(),
    /** Orders of customers with a line that will not be delivered by its day. */
    late_orders: z
      .object({
        ...figure,
        orders: z.array(
          z.object({
            id: z.int(),
            order_number: z.string(),
            customer_name: z.string(),
            /** The earliest day of its late lines. */
            delivery_date: z.string(),
          }),
        ),
      })
      .optional(),
    /** Active products of which less is in stock than their `scorta_minima`. */
    low_stock: z
      .object({
        ...figure,
        products: z.array(
          z.object({
            product_id: z.int(),
            code: z.string(),
            product_name: z.string(),
            quantity: z.number(),
            scorta_minima: z.number(),
            unit_of_measure: z.string(),
          }),
        ),
      })
      .optional(),
    /** Batches in stock that expire from today to `until`, and those that are expired already, each in each warehouse. */
    expiring_batches: z
      .object({
        until: z.string(),
        ...figure,
        expired_count: z.int(),
        expired: z.object(figure),
        batches: z.array(
          z.object({
            product_id: z.int(),
            code: z.string(),
            product_name: z.string(),
            batch_number: z.string(),
            expiry_date: z.string(),
            warehouse_name: z.string(),
            quantity: z.number(),
            unit_of_measure: z.string(),
          }),
        ),
      })
      .optional(),
    /** Sent and not paid, in EUR; and those of them that were due before today. */
    open_invoices: z
      .object({
        ...figure,
        total_amount: z.number(),
        overdue_count: z.int(),
        overdue_amount: z.number(),
        overdue: z.object(figure),
      })
      .optional(),
    /** What was produced since Monday; the figure counts the items. */
    week_production: z
      .object({
        ...figure,
        from: z.string(),
        to: z.string(),
        operations: z.int(),
        quantities: z.array(z.object({ unit_of_measure: z.string(), quantity: z.number() })),
      })
      .optional(),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;

export const dashboard = {
  get: get('/dashboard', {
    summary: 'What awaits somebody today',
    description:
      'Returns the figures of the home: late orders, goods to receive, low stock, expiring batches, documents to invoice.',
    needs: 'signed-in',
    reply: Dashboard,
  }),
};
