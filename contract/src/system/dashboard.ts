/** The figures of the home screen, over all areas; each part is absent without the right to see it. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';

/** Maximum number of rows of each part, the most urgent first; its count covers all rows. */
export const DASHBOARD_ROWS = 5;

/** A figure: `path` is the API list with its filters whose X-Total-Count is `count`, `screen` the screen that shows it. */
const figure = { count: z.int(), path: z.string(), screen: z.string() };

export const Dashboard = z
  .object({
    /** The company's day. */
    today: z.string(),
    /** Customer orders with a line that will not be delivered by its day. */
    late_orders: z
      .object({
        ...figure,
        orders: z.array(
          z.object({
            id: z.int(),
            order_number: z.string(),
            customer_name: z.string(),
            /** The earliest delivery day of its late lines. */
            delivery_date: z.string(),
          }),
        ),
      })
      .optional(),
    /** Active products whose stock is below their `scorta_minima`. */
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
    /** Batches in stock that expire from today to `until`, and those already expired, counted per warehouse. */
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
    /** Sent and unpaid invoices, in EUR; and those of them that were due before today. */
    open_invoices: z
      .object({
        ...figure,
        total_amount: z.number(),
        overdue_count: z.int(),
        overdue_amount: z.number(),
        overdue: z.object(figure),
      })
      .optional(),
    /** The production since Monday; the figure counts the items. */
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
    summary: 'Figures of the home screen',
    description:
      'Returns the figures of the home: late orders, goods to receive, low stock, expiring batches, documents to invoice.',
    needs: 'signed-in',
    reply: Dashboard,
  }),
};
