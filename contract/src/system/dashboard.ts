/** What the home says of today, over all areas: each part is absent for who may not see it. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';

/** How many rows of each part are told, the most urgent first; its count is of all. */
export const DASHBOARD_ROWS = 5;

export const Dashboard = z
  .object({
    /** The company's day. */
    today: z.string(),
    /** Orders of customers with a line that should have been delivered before today. */
    late_orders: z
      .object({
        count: z.int(),
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
        count: z.int(),
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
    /** Batches in stock that expire from today to `until`, and those that are expired already. */
    expiring_batches: z
      .object({
        until: z.string(),
        count: z.int(),
        expired_count: z.int(),
        batches: z.array(
          z.object({
            product_id: z.int(),
            code: z.string(),
            product_name: z.string(),
            batch_number: z.string(),
            expiry_date: z.string(),
            /** In all warehouses. */
            quantity: z.number(),
            unit_of_measure: z.string(),
          }),
        ),
      })
      .optional(),
    /** Sent and not paid, in EUR; and those of them that were due before today. */
    open_invoices: z
      .object({
        count: z.int(),
        total_amount: z.number(),
        overdue_count: z.int(),
        overdue_amount: z.number(),
      })
      .optional(),
    /** What was produced since Monday. */
    week_production: z
      .object({
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
