/** The figures of the home screen, over all areas; each part is absent without the right to see it. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';
import { CURRENCIES } from '../core/fields.ts';

/** Maximum number of rows of each part, the most urgent first; its count covers all rows. */
export const DASHBOARD_ROWS = 5;

/** A figure: `path` is the API list with its filters whose X-Total-Count is `count`, `screen` the screen that shows it. */
const figure = { count: z.int(), path: z.string(), screen: z.string() };
const Figure = z.object(figure).meta({ id: 'Figure' });
export type Figure = z.infer<typeof Figure>;

/** Produced quantities by unit. */
const quantities = z.array(z.object({ unit_of_measure: z.string(), quantity: z.number() }));

export const FIRST_STEPS = [
  'company',
  'vat_codes',
  'default_vat_code',
  'warehouses',
  'products',
  'customers',
  'orders',
] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

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
        /** The overdue ones by the number of days since they were due, the youngest first. */
        ages: z.array(
          z.object({ ...figure, from_days: z.int(), until_days: z.int().nullable(), total_amount: z.number() }),
        ),
      })
      .optional(),
    /** Open purchase orders by their expected arrival: the confirmed day, otherwise the requested one. */
    late_arrivals: Figure.optional(),
    arrivals_today: Figure.optional(),
    /** All purchase orders that await goods. */
    to_receive: Figure.optional(),
    /** Customer orders that can be shipped: with an undelivered line that is due by today and in stock. */
    to_ship: Figure.optional(),
    open_counts: Figure.optional(),
    /** Customer orders entered since yesterday. */
    new_orders: Figure.optional(),
    /** Customer orders with an undelivered line that is due from Monday to Sunday of this week. */
    promised_this_week: Figure.optional(),
    /** Issued packing lists without an invoice. */
    to_invoice: Figure.optional(),
    draft_invoices: Figure.optional(),
    /** Issued documents whose newest file was not handed over. */
    not_handed_over: Figure.optional(),
    /** Documents whose newest file was rejected. */
    rejected_documents: Figure.optional(),
    /** Rows of the outbox that were given up after three days, of those that the caller may see. */
    dead_messages: Figure.optional(),
    /** Imports of the last 30 days with refused rows, into registers that the caller may write. */
    failed_imports: Figure.optional(),
    /** The first steps that the caller may take, in a company without orders. */
    first_steps: z.array(z.object({ step: z.enum(FIRST_STEPS), is_done: z.boolean() })).optional(),
    /** The state of the installation. */
    health: z
      .object({
        backup: z.object({
          /** The last backup by `npm run backup`; null if there is none. */
          last_at: z.string().nullable(),
          /** The last trial restore by `npm run backup:prove`; null if there is none. */
          proof: z.object({ file: z.string(), proven_at: z.string(), ok: z.boolean() }).nullable(),
        }),
        database: z.object({ version: z.string() }),
        /** Free space of the server's disk; null if the system does not report it. */
        disk: z.object({ free_bytes: z.number().nullable() }),
      })
      .optional(),
    /** The production since Monday; the figures count the items. */
    week_production: z
      .object({
        ...figure,
        from: z.string(),
        to: z.string(),
        operations: z.int(),
        quantities,
        /** The days with production, the newest first. */
        days: z.array(z.object({ ...figure, day: z.string(), quantities })),
      })
      .optional(),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = z.infer<typeof Dashboard>;

/** Months in the order of the calendar, the current one last. */
export const SalesTrend = z
  .object({
    months: z.array(
      z.object({
        /** `YYYY-MM` */
        month: z.string(),
        /** Orders by their order date, and in the same month of the year before. */
        orders: z.int(),
        orders_before: z.int(),
        /** Net amount of the invoices less the credit notes, by their dates, in EUR. */
        turnover: z.number(),
        turnover_before: z.number(),
      }),
    ),
  })
  .meta({ id: 'SalesTrend' });
export type SalesTrend = z.infer<typeof SalesTrend>;

/** The value of the stock at the end of each month and today, by currency, at the prices valid on that day. */
export const StockValueTrend = z
  .object({
    points: z.array(
      z.object({ day: z.string(), values: z.array(z.object({ currency: z.enum(CURRENCIES), value: z.number() })) }),
    ),
  })
  .meta({ id: 'StockValueTrend' });
export type StockValueTrend = z.infer<typeof StockValueTrend>;

/** The margins of the order lines that runs made, by the month of the order, in EUR. */
export const MarginTrend = z
  .object({
    months: z.array(
      z.object({
        /** `YYYY-MM` */
        month: z.string(),
        /** Order lines with a margin; the amounts are their sums. */
        lines: z.int(),
        net: z.number(),
        cost: z.number(),
        margin: z.number(),
        /** Of the net, with 2 decimals; null without a net. */
        margin_percent: z.number().nullable(),
        /** Whether the cost of a line is known in part only. */
        partial: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'MarginTrend' });
export type MarginTrend = z.infer<typeof MarginTrend>;

/** Scheduled work of four weeks, by machine. */
export const MachineLoad = z
  .object({
    weeks: z.array(
      z.object({
        from: z.string(),
        until: z.string(),
        /** Working minutes of one machine, in the current week from today. */
        capacity_minutes: z.int(),
      }),
    ),
    machines: z.array(
      z.object({
        machine_id: z.int(),
        machine_code: z.string(),
        machine_description: z.string(),
        /** Scheduled minutes of each of the weeks. */
        minutes: z.array(z.int()),
      }),
    ),
  })
  .meta({ id: 'MachineLoad' });
export type MachineLoad = z.infer<typeof MachineLoad>;

/** Sent and unpaid invoices by the week in which they are due, in EUR. */
export const ExpectedCash = z
  .object({
    overdue: z.object({ ...figure, total_amount: z.number() }),
    weeks: z.array(z.object({ ...figure, from: z.string(), until: z.string(), total_amount: z.number() })),
    /** Due after the last week. */
    later: z.object({ ...figure, total_amount: z.number() }),
  })
  .meta({ id: 'ExpectedCash' });
export type ExpectedCash = z.infer<typeof ExpectedCash>;

export const dashboard = {
  get: get('/dashboard', {
    summary: 'Figures of the home screen',
    description:
      'Returns the figures of the home that the caller may see. Each has `count`, `path`, the list whose total it is, and `screen`, the screen that shows this list. `health` needs `settings.manage`.',
    needs: 'signed-in',
    reply: Dashboard,
  }),
  sales: get('/dashboard/sales', {
    summary: 'Orders and turnover of the last twelve months, against the year before',
    description:
      'Returns the number of customer orders and the turnover of twelve months, the current one last, each beside the same month of the year before. Turnover is the net amount of invoices less credit notes.',
    needs: 'invoices.read',
    reply: SalesTrend,
  }),
  stockValue: get('/dashboard/stock-value', {
    summary: 'Value of the stock at the end of the last twelve months, and today',
    description:
      'Values the stock as `GET /stock/valuation` does, at the end of each of the last twelve months and today. Values are summed per currency and never converted.',
    needs: 'valuation.read',
    reply: StockValueTrend,
  }),
  margins: get('/dashboard/margins', {
    summary: 'Margins of the order lines of the last twelve months',
    description:
      'Sums net amount, cost and margin of the lines of `GET /reports/margins` that have a margin, by the month of their order: twelve months, the current one last.',
    needs: 'costs.read',
    reply: MarginTrend,
  }),
  machineLoad: get('/dashboard/machine-load', {
    summary: 'Scheduled work of each machine for four weeks',
    description:
      'Returns the scheduled minutes of each machine in the current week and the three after it, by the calendar of the board, and the working minutes of these weeks.',
    needs: 'production.plan',
    reply: MachineLoad,
  }),
  cash: get('/dashboard/cash', {
    summary: 'Amounts of unpaid invoices by the week in which they are due',
    description:
      'Returns the total amounts of sent and unpaid invoices: overdue, due in each of eight weeks from today, and due later.',
    needs: 'invoices.read',
    reply: ExpectedCash,
  }),
};
