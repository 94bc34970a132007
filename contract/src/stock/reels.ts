/** Reels: batches of one, each with its number, width, weight and remaining length. */
import { z } from 'zod';
import { get, list, post, put } from '../core/endpoint.ts';
import {
  day,
  decimal,
  id,
  optionalText,
  positive,
  queryDecimal,
  queryId,
  queryText,
  text,
  UNITS,
} from '../core/fields.ts';
import { BatchMovement } from './movements.ts';

/** The states of a reel, computed: the first that applies. */
export const REEL_STATES = ['finished', 'on_hold', 'on_machine', 'reserved', 'in_stock'] as const;
export type ReelState = (typeof REEL_STATES)[number];
/** The winding direction of GS1: 0 outside, 1 inside, 9 unknown. */
export const WINDINGS = [0, 1, 9] as const;
export const READING_KINDS = ['receipt', 'mount', 'return', 'count'] as const;
export const LABEL_FORMATS = ['label', 'a4'] as const;
/** Maximum number of reels of a receipt line, of a split, and of one file of labels. */
export const MOST_REELS = 500;

/** Decimals of a width in mm. */
export const WIDTH_PLACES = 1;
/** Decimals of a weight in kg and of a length in m, as reels are booked. Calls round to them; forms refuse more. */
export const MEASURE_PLACES = 3;

function width() {
  const scale = 10 ** WIDTH_PLACES;
  return positive()
    .max(999_999.9)
    .refine((value) => Math.round(value * scale) / scale === value, {
      params: { code: 'decimals', values: { max: WIDTH_PLACES } },
    });
}
function winding() {
  return z.union([z.literal(0), z.literal(1), z.literal(9)]);
}
function splices() {
  return z.int().min(0).max(999);
}

/** One reel of a receipt or a split; at least one of `kg`, `gross_kg`, `m` and `od_mm` states its quantity. */
export const ReelInput = z
  .object({
    /** mm; required unless the product prescribes a width. */
    width_mm: width().nullish(),
    kg: positive().nullish(),
    gross_kg: positive().nullish(),
    m: positive().nullish(),
    od_mm: positive().nullish(),
    /** Outer and inner diameter of the core, in mm. */
    core_mm: positive().nullish(),
    core_inner_mm: positive().nullish(),
    caliper_um: positive().nullish(),
    /** g/m², by the certificate of the mill; takes precedence over that of the product. */
    gsm: positive().nullish(),
    tare_kg: decimal().nullish(),
    splices: splices().nullish(),
    winding: winding().nullish(),
    supplier_lot: optionalText(),
    mill_number: optionalText(),
    location: optionalText(),
    production_date: day().nullish(),
    expiry_date: day().nullish(),
  })
  .meta({ id: 'ReelInput' });
export type ReelInput = z.output<typeof ReelInput>;

const reelFields = {
  batch_id: z.int(),
  code: z.string(),
  product_id: z.int(),
  product_code: z.string(),
  /** The description when a product has no name. */
  product_name: z.string(),
  unit_of_measure: z.enum(UNITS),
  width_mm: z.number(),
  /** The grammage in force: that of the reel, else of the product. */
  gsm: z.number().nullable(),
  /** The balance of all warehouses in the unit of the ledger. */
  quantity: z.number(),
  initial_quantity: z.number(),
  reserved: z.number(),
  kg: z.number().nullable(),
  m: z.number().nullable(),
  m2: z.number().nullable(),
  state: z.enum(REEL_STATES),
  caliper_um: z.number().nullable(),
  caliper_source: z.enum(['reel', 'product', 'measured']).nullable(),
  core_mm: z.number().nullable(),
  core_inner_mm: z.number().nullable(),
  /** As last measured. */
  od_mm: z.number().nullable(),
  /** Computed from the quantity on the reel. */
  od_now_mm: z.number().nullable(),
  tare_kg: z.number().nullable(),
  splices: z.int().nullable(),
  winding: z.int().nullable(),
  /** The warehouse with most of it; null for a finished reel. */
  warehouse_id: z.int().nullable(),
  warehouse_name: z.string().nullable(),
  warehouses: z.array(z.object({ warehouse_id: z.int(), warehouse_name: z.string(), quantity: z.number() })),
  location: z.string().nullable(),
  supplier_lot: z.string().nullable(),
  mill_number: z.string().nullable(),
  sscc: z.string().nullable(),
  /** The content of AI 8001; only if the product's barcode is a GTIN-14 that begins with 9. */
  ai8001: z.string().nullable(),
  production_date: z.string().nullable(),
  expiry_date: z.string().nullable(),
  hold_reason: z.string().nullable(),
  machine_id: z.int().nullable(),
  machine_code: z.string().nullable(),
  mounted_at: z.string().nullable(),
  version: z.int(),
};
export const Reel = z.object(reelFields).meta({ id: 'Reel' });
export type Reel = z.infer<typeof Reel>;

/** A measurement of a reel, with the quantity before and after. */
export const ReelReading = z
  .object({
    id: z.int(),
    at: z.string(),
    by: z.int().nullable(),
    by_name: z.string().nullable(),
    kind: z.enum(READING_KINDS),
    gross_kg: z.number().nullable(),
    od_mm: z.number().nullable(),
    counter_m: z.number().nullable(),
    quantity_before: z.number(),
    quantity_after: z.number(),
    /** Whether its return was undone: later diameters are not compared with it. */
    is_undone: z.boolean(),
    /** The reading that this one undoes. */
    undoes: z.int().nullable(),
    /** The activity of the newest weighing, for `POST /undo/{activity_id}`; null for other readings. */
    activity_id: z.int().nullable(),
  })
  .meta({ id: 'ReelReading' });
export type ReelReading = z.infer<typeof ReelReading>;

const LinkedBatch = z
  .object({ batch_id: z.int(), batch_number: z.string(), product_id: z.int(), product_code: z.string() })
  .meta({ id: 'LinkedBatch' });

export const ReelDetails = z
  .object({
    ...reelFields,
    /** Oldest first. */
    readings: z.array(ReelReading),
    /** Newest first, at most 1,000. */
    movements: z.array(BatchMovement),
    /** The batches that it was made of, and those that were made of it. */
    parents: z.array(LinkedBatch),
    children: z.array(LinkedBatch),
  })
  .meta({ id: 'ReelDetails' });
export type ReelDetails = z.infer<typeof ReelDetails>;

export const ScannedBatch = z
  .object({
    kind: z.literal('batch'),
    batch_id: z.int(),
    batch_number: z.string(),
    product_id: z.int(),
    product_code: z.string(),
    product_name: z.string(),
    unit_of_measure: z.enum(UNITS),
    quantity: z.number(),
    hold_reason: z.string().nullable(),
  })
  .meta({ id: 'ScannedBatch' });
export const Scanned = z
  .discriminatedUnion('kind', [z.object({ kind: z.literal('reel'), ...reelFields }), ScannedBatch])
  .meta({ id: 'Scanned' });
export type Scanned = z.infer<typeof Scanned>;

export const ReelTotals = z.object({ reels: z.int(), kg: z.number(), m2: z.number() }).meta({ id: 'ReelTotals' });
export type ReelTotals = z.infer<typeof ReelTotals>;

/** The remaining quantity of a reel: exactly one of `gross_kg`, `kg`, `od_mm`, `counter_m`, `m` and `empty`. */
export const remnantFields = {
  gross_kg: decimal().nullish(),
  /** With `gross_kg`; else that of the reel. */
  tare_kg: decimal().nullish(),
  kg: decimal().nullish(),
  od_mm: positive().nullish(),
  /** Metres used since the reel was put on or last read. */
  counter_m: decimal().nullish(),
  m: decimal().nullish(),
  empty: z.boolean().nullish(),
};

export const WeighInput = z
  .object({
    ...remnantFields,
    /** Splices made since the last reading; they are added. */
    splices: splices().nullish(),
    /** Answers without writing. */
    dry_run: z.boolean().nullish(),
  })
  .meta({ id: 'WeighInput' });
export type WeighInput = z.output<typeof WeighInput>;

export const Weighed = z
  .object({
    quantity_before: z.number(),
    quantity: z.number(),
    /** After minus before. */
    difference: z.number(),
    kg: z.number(),
    m: z.number(),
    /** The share of the last reading with a diameter; null unless it was used. */
    ratio: z.number().nullable(),
    reel: Reel,
  })
  .meta({ id: 'Weighed' });
export type Weighed = z.infer<typeof Weighed>;

export const ReelChange = z
  .object({
    width_mm: width(),
    gsm: positive().nullable(),
    tare_kg: decimal().nullable(),
    splices: splices().nullable(),
    winding: winding().nullable(),
    supplier_lot: optionalText(),
    mill_number: optionalText(),
    location: optionalText(),
  })
  .partial()
  .meta({ id: 'ReelChange' });
export type ReelChange = z.output<typeof ReelChange>;

export const SplitInput = z
  .object({
    batch_id: id(),
    warehouse_id: id(),
    /** Taken from the batch; equal to the sum of the reels. */
    quantity: positive(),
    reels: z.array(ReelInput).min(1).max(MOST_REELS),
  })
  .meta({ id: 'SplitInput' });
export type SplitInput = z.output<typeof SplitInput>;

/** Comma-separated ids of reels, 1 to 500. */
function reelIds() {
  return queryText(6000)
    .regex(/^\d{1,10}(,\d{1,10})*$/)
    .transform((value) => [...new Set(value.split(',').map(Number))])
    .pipe(z.array(id()).max(MOST_REELS));
}

const reelFilters = {
  product_id: queryId().optional(),
  warehouse_id: queryId().optional(),
  width_from: queryDecimal().optional(),
  width_to: queryDecimal().optional(),
  min_m: queryDecimal().optional(),
  /** Without it all reels except the finished ones. */
  state: z.enum(REEL_STATES).optional(),
  /** A reel: the reels of its product with its lot of the supplier, in any case, itself and the finished ones included. */
  same_lot_as: queryId().optional(),
};

/** Why an act that takes SSCC numbers answers NOT_CONFIGURED. */
export const SSCC_USED_UP = 'All serial numbers of the GS1 prefix of the company are used.';

const reelRefusals = {
  ON_HOLD: 'The batch is on hold.',
  REEL_MOUNTED: 'The reel is mounted on a machine.',
} as const;

export const reels = {
  list: list('/reels', {
    summary: 'Reels',
    description:
      'Lists reels with their width, weight, length and area. Without `state` it leaves out the finished ones. With `same_lot_as`, the id of a reel, it lists all reels of its product with its lot of the supplier, also the finished ones. `q` searches the code, the product, the lot of the supplier, the number of the mill, the location and the SSCC.',
    needs: 'stock.read',
    row: Reel,
    sort: [
      'code',
      'product_code',
      'product_name',
      'width_mm',
      'gsm',
      'quantity',
      'kg',
      'm',
      'm2',
      'state',
      'location',
      'supplier_lot',
      'mill_number',
      'splices',
      'production_date',
      'expiry_date',
    ],
    filters: reelFilters,
  }),
  totals: get('/reels/totals', {
    summary: 'Number, weight and area of reels',
    description: 'Returns the number of reels, their weight in kg and their area in m², with the filters of the list.',
    needs: 'stock.read',
    query: z.object({ q: queryText().optional(), ...reelFilters }),
    reply: ReelTotals,
  }),
  locations: get('/reels/locations', {
    summary: 'Locations of reels that are in use',
    description: 'Returns the locations of reels in stock, in alphabetical order, as suggestions for forms.',
    needs: 'stock.read',
    reply: z.array(z.string()),
  }),
  scan: get('/reels/scan', {
    summary: 'The reels and batches of a scanned code',
    description:
      'Returns the reels and batches that a scanned code names: the code of a reel, an SSCC (`00`), a GTIN with AI 8001, the number of the mill, or the label of a batch; if none of these fits, the batches with this number. Brackets and separators are ignored. Several results are possible.',
    needs: 'stock.read',
    query: z.object({ code: text() }),
    reply: z.array(Scanned),
    errors: { NOT_FOUND: 'Nothing has this code.' },
  }),
  labels: get('/reels/labels', {
    summary: 'Labels of reels, as a PDF',
    description:
      'Returns the labels of the reels `ids`, separated by commas: pages of 100 × 150 mm, or A4 with two labels (`format=a4`). A reel from which something was taken is marked as a remnant.',
    needs: 'stock.read',
    query: z.object({ ids: reelIds(), format: z.enum(LABEL_FORMATS).optional() }),
    files: ['application/pdf'],
    errors: { NOT_FOUND: 'One of the reels does not exist.' },
  }),
  get: get('/reels/{id}', {
    summary: 'One reel with its readings, movements and links',
    description:
      'Returns one reel with its readings, its newest 1,000 movements, and the batches that it was made of or split into.',
    needs: 'stock.read',
    reply: ReelDetails,
  }),
  update: put('/reels/{id}', {
    summary: 'Change the data of a reel',
    description: 'Changes the given data of a reel. The width can change only before the first use.',
    needs: 'stock.write',
    body: ReelChange,
    reply: Reel,
    errors: {
      INVALID_TRANSITION: 'The width cannot change: something was taken from the reel, or it is mounted.',
      STALE_VERSION: 'Another user changed the reel since the version in `If-Match` was read.',
    },
  }),
  weigh: post('/reels/{id}/weigh', {
    summary: 'Book the remaining quantity of a reel',
    description:
      'Books the difference to the remaining quantity of a reel, which is stated in exactly one way: weight, diameter, counter, length or empty. `dry_run` answers without writing.',
    needs: 'stock.write',
    status: 200,
    body: WeighInput,
    reply: Weighed,
    errors: {
      REEL_MOUNTED: reelRefusals.REEL_MOUNTED,
      STALE_VERSION: 'Another user changed the reel since the version in `If-Match` was read.',
      INSUFFICIENT_STOCK: 'A later movement of the reel would make the stock of a day negative.',
    },
  }),
  split: post('/reels/split', {
    summary: 'Split a batch into reels',
    description:
      'Turns a batch of a reel product, or a part of it, into reels. They keep the dates and the cost of the batch.',
    needs: 'stock.write',
    body: SplitInput,
    reply: z.object({ reels: z.array(Reel) }),
    errors: {
      INSUFFICIENT_STOCK: 'The warehouse does not hold the quantity of the batch.',
      NOT_CONFIGURED: SSCC_USED_UP,
      ...reelRefusals,
    },
  }),
};
