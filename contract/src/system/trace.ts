/** The trace of a batch in both directions, and recalls, which store it. They span all areas. */
import { z } from 'zod';
import { get, list, post } from '../core/endpoint.ts';
import { id, queryFlag, text } from '../core/fields.ts';
import { LANGUAGES } from '../core/languages.ts';
import { MOST_REELS } from '../stock/reels.ts';

export const TRACE_DIRECTIONS = ['forward', 'backward', 'both'] as const;
export type TraceDirection = (typeof TRACE_DIRECTIONS)[number];
/** Forward: made from the batch. Backward: the batch was made from it. */
export const NODE_DIRECTIONS = ['self', 'forward', 'backward'] as const;
/** How a batch first came into stock; `unknown` also for opening stock, counts and completions without a run. */
export const ORIGINS = ['receipt', 'run', 'split', 'load', 'unknown'] as const;
export type Origin = (typeof ORIGINS)[number];
export const LINK_SOURCES = ['run', 'load', 'split', 'pallet'] as const;
/** Maximum number of batches that one recall starts from: as many as a receipt line has reels. */
export const MOST_RECALLED = MOST_REELS;

const node = {
  batch_id: z.int(),
  batch_number: z.string(),
  product_id: z.int(),
  product_code: z.string(),
  /** The description when a product has no name. */
  product_name: z.string(),
  unit_of_measure: z.string(),
  direction: z.enum(NODE_DIRECTIONS),
  origin: z.enum(ORIGINS),
  /** Quantities in the unit of the product, from its movements. Loaded by receipts, production, splits and pallets. */
  made: z.number(),
  /** Counts and manual loads, less manual unloads. */
  adjusted: z.number(),
  /** By packing lists that are not cancelled. */
  delivered: z.number(),
  /** Consumed by runs, and taken away by splits and pallets. */
  used_on: z.number(),
  /** The balance of all warehouses. */
  in_stock: z.number(),
  /** The warehouses that hold goods of the batch. */
  warehouses: z.array(z.object({ warehouse_id: z.int(), warehouse_name: z.string(), quantity: z.number() })),
  hold_reason: z.string().nullable(),
};
export const TraceNode = z.object(node).meta({ id: 'TraceNode' });
export type TraceNode = z.infer<typeof TraceNode>;

const TraceEdge = z
  .object({
    input_batch_id: z.int(),
    output_batch_id: z.int(),
    /** Null unless the source is a run. */
    run_id: z.int().nullable(),
    source: z.enum(LINK_SOURCES),
    /**
     * What the run, split or pallet used of the input batch for all that it made, in the unit of its product. Null for
     * loads, and while the batch is mounted.
     */
    consumed: z.number().nullable().optional(),
    /** What the run, split or pallet made of the output batch, in the unit of its product. Null for loads. */
    produced: z.number().nullable().optional(),
  })
  .meta({ id: 'TraceEdge' });
export type TraceEdge = z.infer<typeof TraceEdge>;

const delivery = {
  packing_list_id: z.int(),
  packing_list_number: z.string(),
  /** The day of the packing list. */
  date: z.string(),
  batch_id: z.int(),
  quantity: z.number(),
};
const TracedDelivery = z
  .object({ customer_id: z.int(), customer_name: z.string(), ...delivery })
  .meta({ id: 'TracedDelivery' });
export type TracedDelivery = z.infer<typeof TracedDelivery>;

const RecalledSupply = z
  .object({
    supplier_id: z.int(),
    supplier_name: z.string(),
    batch_id: z.int(),
    batch_number: z.string(),
    product_code: z.string(),
    /** The goods receipt of the batch. */
    document_number: z.string(),
    received_on: z.string(),
    quantity: z.number(),
    unit_of_measure: z.string(),
    supplier_lot: z.string().nullable(),
    mill_number: z.string().nullable(),
    /** The order line of the receipt, whose page shows it. Absent in recalls of earlier releases. */
    order_item_id: z.int().optional(),
  })
  .meta({ id: 'RecalledSupply' });
export type RecalledSupply = z.infer<typeof RecalledSupply>;

export const Trace = z
  .object({
    batch_id: z.int(),
    direction: z.enum(TRACE_DIRECTIONS),
    /** False for goods without a batch number: the trace then contains only the goods themselves. */
    traced: z.boolean(),
    /** The batch itself first, then by product code and batch number. */
    nodes: z.array(TraceNode),
    edges: z.array(TraceEdge),
    /** The deliveries of the batch and of all batches made from it, the newest first. */
    customers: z.array(TracedDelivery),
    /** The receipts of the batch and of all batches that it was made from, the oldest first. */
    suppliers: z.array(RecalledSupply),
  })
  .meta({ id: 'Trace' });
export type Trace = z.infer<typeof Trace>;

const RecalledBatch = z
  .object({
    ...node,
    /** Whether the recall named the batch; the others were made from those. */
    recalled: z.boolean(),
    /** Whether made + adjusted = delivered + used + in stock. */
    foots: z.boolean(),
    to_whom: z.array(
      z.object({
        customer_id: z.int(),
        customer_name: z.string(),
        packing_list_number: z.string(),
        date: z.string(),
        quantity: z.number(),
      }),
    ),
  })
  .meta({ id: 'RecalledBatch' });
export type RecalledBatch = z.infer<typeof RecalledBatch>;

const RecalledCustomer = z
  .object({
    customer_id: z.int(),
    customer_name: z.string(),
    contact_name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    /** The language of the letter, by the customer's country. */
    language: z.enum(LANGUAGES),
    deliveries: z.array(
      z.object({
        ...delivery,
        batch_number: z.string(),
        product_code: z.string(),
        unit_of_measure: z.string(),
        /** The delivery address on one line. */
        destination: z.string(),
      }),
    ),
  })
  .meta({ id: 'RecalledCustomer' });
export type RecalledCustomer = z.infer<typeof RecalledCustomer>;

const RecalledFile = z
  .object({
    id: z.int(),
    batch_id: z.int(),
    batch_number: z.string(),
    name: z.string(),
    media_type: z.string(),
    size: z.int(),
    /** Hexadecimal. */
    sha256: z.string(),
  })
  .meta({ id: 'RecalledFile' });
export type RecalledFile = z.infer<typeof RecalledFile>;

const summary = {
  id: z.int(),
  /** `RIC-2026/00001` */
  number: z.string(),
  reason: z.string(),
  /** An exercise for the audit. */
  drill: z.boolean(),
  /** Whether all batches still in stock were put on hold. */
  held: z.boolean(),
  /** The time that the search took. */
  seconds: z.number(),
  created_at: z.string(),
  created_by_name: z.string(),
};
export const RecallSummary = z
  .object({ ...summary, batch_count: z.int(), customer_count: z.int() })
  .meta({ id: 'RecallSummary' });
export type RecallSummary = z.infer<typeof RecallSummary>;

/** The result of a recall; it never changes. */
export const RecallPack = z
  .object({
    /** The recalled batches and all batches made from them. */
    batches: z.array(RecalledBatch),
    customers: z.array(RecalledCustomer),
    /** The receipts of the recalled batches and of all batches that they were made from. */
    suppliers: z.array(RecalledSupply),
    /** The files at the recalled batches, at those made from them and at those that they were made from. */
    attachments: z.array(RecalledFile),
  })
  .meta({ id: 'RecallPack' });
export type RecallPack = z.infer<typeof RecallPack>;

export const Recall = z
  .object({
    ...summary,
    ...RecallPack.shape,
    /** How many of the batches have an unknown origin: the batches that they were made from are not recorded. */
    unknown_origins: z.int(),
  })
  .meta({ id: 'Recall' });
export type Recall = z.infer<typeof Recall>;

export const RecallInput = z
  .object({
    batch_ids: z.array(id()).min(1).max(MOST_RECALLED),
    reason: text(1000),
    drill: z.boolean().nullish(),
    /** Puts every batch of the recall that is in stock on hold, with the reason; needs `quality.hold` too. */
    hold: z.boolean().nullish(),
  })
  .meta({ id: 'RecallInput' });
export type RecallInput = z.output<typeof RecallInput>;

export const trace = {
  of: get('/trace/{id}', {
    summary: 'The trace of a batch: its origin and its uses',
    description:
      'Follows the links of a batch to all batches that it was made from (`backward`) and that were made from it (`forward`), by default both, at any depth, with their quantities, what each link consumed and produced, the deliveries to customers and the receipts from suppliers.',
    needs: 'trace.read',
    query: z.object({ direction: z.enum(TRACE_DIRECTIONS).optional() }),
    reply: Trace,
  }),
};

export const recalls = {
  list: list('/recalls', {
    summary: 'Recalls and drills, newest first',
    description: 'Lists the recalls and the drills, newest first.',
    needs: 'trace.read',
    row: RecallSummary,
    sort: ['number', 'created_at', 'reason'],
    filters: { drill: queryFlag().optional() },
  }),
  get: get('/recalls/{id}', {
    summary: 'One recall',
    description:
      'Returns a recall as it was found: as JSON, as a PDF with a letter to each customer (`format=pdf`), as a CSV file of the deliveries (`format=csv`), or as a zip file of both with the certificates and other files at the batches (`format=zip`).',
    needs: 'trace.read',
    query: z.object({
      format: z.enum(['json', 'pdf', 'csv', 'zip']).optional(),
      /** The language of the pack; the letters are in the customers' languages. */
      lang: z.enum(LANGUAGES).optional(),
    }),
    reply: Recall,
    files: ['application/pdf', 'text/csv', 'application/zip'],
    errors: { TOO_MANY_REQUESTS: 'The user has too many documents waiting to be printed.' },
  }),
  create: post('/recalls', {
    summary: 'Recall batches, or practise it',
    description:
      'Finds all batches made from the given ones, where they are and who received them, and keeps the answer under a number. `hold` puts the goods that are still in stock on hold in the same act; a batch on hold keeps its reason. A drill does the same and is marked.',
    needs: 'recalls.write',
    body: RecallInput,
    reply: Recall,
  }),
};
