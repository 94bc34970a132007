/** Purchase proposals: product, quantity, supplier and latest order day. Computed on reading, never stored. */
import { z } from 'zod';
import { get, post } from '../core/endpoint.ts';
import { CURRENCIES, day, id, positive, queryId, UNITS } from '../core/fields.ts';

export const PROPOSAL_PROBLEMS = ['no_price', 'no_supplier'] as const;
export const MATERIAL_KINDS = ['paper', 'film'] as const;

export const ProposalNeed = z
  .object({
    /** The day on which the material must be ready; a past day counts as today. */
    day: z.string(),
    /** In the unit of the material product. */
    quantity: z.number(),
    order_id: z.int(),
    order_item_id: z.int(),
    order_number: z.string(),
    customer_name: z.string(),
    /** Width of the chosen material less the width needed, in mm; 0 for the exact width. */
    trim_mm: z.number(),
  })
  .meta({ id: 'ProposalNeed' });

export const Proposal = z
  .object({
    product_id: z.int(),
    product_code: z.string(),
    product_name: z.string(),
    unit_of_measure: z.enum(UNITS),
    /** The product is made: the proposal cannot be ordered. */
    production: z.boolean(),
    /** Null if only the minimum stock requires it. */
    need_day: z.string().nullable(),
    shortage: z.number(),
    quantity: z.number(),
    min_lot: z.number(),
    lot_multiple: z.number().nullable(),
    order_by: z.string(),
    arrival_day: z.string(),
    /** `order_by` is in the past. */
    late: z.boolean(),
    supplier_id: z.int().nullable(),
    supplier_name: z.string().nullable(),
    unit_price: z.number().optional(),
    currency: z.enum(CURRENCIES),
    alternatives: z.array(
      z.object({
        supplier_id: z.int(),
        supplier_name: z.string(),
        unit_price: z.number().optional(),
        currency: z.enum(CURRENCIES),
        lead_days: z.int(),
        arrives_on: z.string(),
        in_time: z.boolean(),
        /** The saving of a cheaper offer that arrives too late, in its currency; null otherwise. */
        saves: z.number().nullable().optional(),
      }),
    ),
    needs: z.array(ProposalNeed),
    supply: z.array(
      z.object({
        kind: z.enum(['stock', 'order']),
        day: z.string(),
        quantity: z.number(),
        order_id: z.int().nullable(),
        order_number: z.string().nullable(),
        /** Its day has passed; it counts as today. */
        is_late: z.boolean(),
      }),
    ),
    /** Up to the day of need: stock + coming − needs = balance; floor − balance = shortage. */
    why: z.object({
      stock: z.number(),
      /** Open orders and the proposals before this one. */
      coming: z.number(),
      needs: z.number(),
      balance: z.number(),
      floor: z.number(),
      /** Added for the needs of the days after it. */
      cover: z.number(),
    }),
    problem: z.enum(PROPOSAL_PROBLEMS).nullable(),
  })
  .meta({ id: 'Proposal' });
export type Proposal = z.infer<typeof Proposal>;

export const PurchaseProposals = z
  .object({
    proposals: z.array(Proposal),
    /** Needs that no product meets. */
    without_product: z.array(
      z.object({
        kind: z.enum(MATERIAL_KINDS),
        /** g/m² */
        gsm: z.number().nullable(),
        /** µm */
        gauge: z.number().nullable(),
        width_mm: z.number(),
        colour: z.string().nullable(),
        kg: z.number(),
        m: z.number(),
        orders: z.array(
          z.object({
            order_id: z.int(),
            order_item_id: z.int(),
            order_number: z.string(),
            customer_name: z.string(),
            day: z.string(),
          }),
        ),
      }),
    ),
    /** Order lines whose material cannot be computed. They are not counted. */
    unclear: z.array(
      z.object({
        order_item_id: z.int(),
        order_id: z.int(),
        order_number: z.string(),
        customer_name: z.string(),
        product_id: z.int(),
        product_code: z.string(),
        /** As in the materials calculation. */
        code: z.string(),
        missing: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: 'PurchaseProposals' });
export type PurchaseProposals = z.infer<typeof PurchaseProposals>;

export const ProposalLine = z
  .object({
    product_id: id(),
    supplier_id: id(),
    /** As read; null if only the minimum stock requires it. */
    need_day: day().nullish(),
    /** As read. */
    shortage: positive(),
    quantity: positive(),
    unit_price: positive(),
    requested_arrival_date: day(),
  })
  .meta({ id: 'ProposalLine' });
export type ProposalLine = z.output<typeof ProposalLine>;

export const ProposalOrder = z.object({ lines: z.array(ProposalLine).min(1).max(1000) }).meta({ id: 'ProposalOrder' });

/** Balance by day, in the product's unit: today, then each day on which something arrives or is needed. */
export const Projection = z
  .object({
    product_id: z.int(),
    unit_of_measure: z.enum(UNITS),
    /** The minimum stock. */
    floor: z.number(),
    days: z.array(z.object({ day: z.string(), receipts: z.number(), needs: z.number(), balance: z.number() })),
  })
  .meta({ id: 'Projection' });
export type Projection = z.infer<typeof Projection>;

export const purchaseProposals = {
  list: get('/purchase-proposals', {
    summary: 'Proposed purchases: product, quantity, supplier and last order day',
    description:
      'Computes the materials that open customer orders need and that stock and open purchase orders do not cover, and proposes a quantity, a supplier and a day for each. `until` keeps what must be ordered up to that day. Nothing is stored. Prices and savings are absent for roles that may not see amounts.',
    needs: 'purchase_orders.read',
    query: z.object({
      until: day().optional(),
      product_id: queryId().optional(),
      supplier_id: queryId().optional(),
    }),
    reply: PurchaseProposals,
  }),
  order: post('/purchase-proposals/order', {
    summary: 'Order proposals',
    description:
      'Creates one purchase order per supplier, currency and arrival day, or per week by the setting `proposal_grouping`; all or none. Each line keeps the computation behind it.',
    needs: 'purchase_orders.write',
    body: ProposalOrder,
    reply: z.object({
      orders: z.array(z.object({ id: z.int(), order_number: z.string(), supplier_id: z.int() })),
    }),
    errors: {
      STALE_VERSION:
        'The shortage of a line no longer exists or is smaller by more than 1 % than the one that was read. `lines` holds the indexes of these lines.',
    },
  }),
  projection: get('/products/{id}/projection', {
    summary: 'The expected stock of a product by day',
    description:
      'Returns the balance of a product today and on each day on which an open purchase order arrives or material is needed.',
    needs: 'stock.read',
    reply: Projection,
  }),
};
