/** Reports on runs: the yield, and the margin of order lines. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';
import { CURRENCIES, day, oneOf, queryId } from '../core/fields.ts';
import { RunSummary } from './runs.ts';

/** The groupings of the yield report. */
export const YIELD_GROUPS = ['machine', 'product', 'month', 'person'] as const;

export const YieldRow = z
  .object({
    /** The id of the machine, product or person, or the month as `2026-11`. */
    key: z.string(),
    label: z.string(),
    runs: z.int(),
    input_kg: z.number(),
    good_kg: z.number(),
    waste_kg: z.number(),
    trim_kg: z.number(),
    setup_kg: z.number(),
    scrap_kg: z.number(),
    unexplained_kg: z.number(),
    /** good_kg of input_kg, with 2 decimals; null without input. */
    yield_percent: z.number().nullable(),
  })
  .meta({ id: 'YieldRow' });
export type YieldRow = z.infer<typeof YieldRow>;

export const MarginRow = z
  .object({
    order_item_id: z.int(),
    order_id: z.int(),
    order_number: z.string(),
    customer_id: z.int(),
    customer_name: z.string(),
    product_id: z.int(),
    product_code: z.string(),
    quantity: z.number(),
    /** The total of the line, in the currency of the customer. */
    net: z.number(),
    currency: z.enum(CURRENCIES),
    /** The cost of its runs, in EUR; null without a run. */
    cost: z.number().nullable(),
    /** net - cost; null without a cost, or if the customer pays in another currency than EUR. */
    margin: z.number().nullable(),
    /** Of the net, with 2 decimals. */
    margin_percent: z.number().nullable(),
    /** Whether the line is not delivered in full yet. */
    so_far: z.boolean(),
    /** Whether a cost is missing or in another currency, or a part was made without a run. */
    partial: z.boolean(),
  })
  .meta({ id: 'MarginRow' });
export type MarginRow = z.infer<typeof MarginRow>;

/** Runs that the yield report lists as the worst. */
export const WORST_RUNS = 10;

const period = { from: day().optional(), to: day().optional() };

export const runReports = {
  yield: get('/reports/yield', {
    summary: 'The yield of runs by machine, product, month or person',
    description:
      'Sums the mass balance and the waste by kind of the runs that were started from `from` to `to`, by `group` (default `machine`). Runs with an unknown weight are left out. A run without an order line counts for the first product that it made, and for the user who started it.',
    needs: 'runs.read',
    query: z.object({ ...period, group: oneOf(YIELD_GROUPS).optional() }),
    reply: z.array(YieldRow),
  }),
  worstRuns: get('/reports/yield/runs', {
    summary: 'The runs with the lowest yield',
    description:
      'Lists the ten runs with the lowest yield that were started from `from` to `to`, and counts the runs that the report leaves out because a weight is unknown.',
    needs: 'runs.read',
    query: z.object(period),
    reply: z.object({ runs: z.array(RunSummary), not_closed: z.int() }),
  }),
  margins: get('/reports/margins', {
    summary: 'The margin of order lines',
    description:
      'Lists the lines of the orders dated from `from` to `to` with their net amount, the cost of the runs that made them, and the margin. `so_far` is true until the line is delivered in full.',
    needs: 'costs.read',
    query: z.object({ ...period, customer_id: queryId().optional(), order_id: queryId().optional() }),
    reply: z.array(MarginRow),
  }),
};
