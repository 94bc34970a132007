/** Runs: the inputs mounted on a machine, its outputs and its waste. */
import { z } from 'zod';
import { del, get, list, post, put } from '../core/endpoint.ts';
import { audit, day, decimal, id, notes, optionalText, positive, queryFlag, queryId } from '../core/fields.ts';
import { MOST_REELS, Reel, ReelInput, remnantFields, SSCC_USED_UP } from '../stock/reels.ts';

export const WASTE_KINDS = ['trim', 'setup', 'scrap'] as const;
export type WasteKind = (typeof WASTE_KINDS)[number];
/** Where the cost of an input is from: its goods receipt, the run that made it, the price list, or nowhere. */
export const COST_SOURCES = ['receipt', 'run', 'list', 'none'] as const;

/** A batch that was mounted. */
export const RunInput = z
  .object({
    id: z.int(),
    run_id: z.int(),
    batch_id: z.int(),
    batch_number: z.string(),
    product_id: z.int(),
    product_code: z.string(),
    /** The description when a product has no name. */
    product_name: z.string(),
    unit_of_measure: z.string(),
    is_reel: z.boolean(),
    mounted_at: z.string(),
    dismounted_at: z.string().nullable(),
    /** The used quantity, in the unit of the product and in kg; null while it is mounted. */
    quantity: z.number().nullable(),
    kg: z.number().nullable(),
    /** The quantity on a mounted reel, in the unit of the product and in metres; null for other batches. */
    quantity_left: z.number().nullable(),
    m_left: z.number().nullable(),
    /** Absent without `costs.read`; in the currency of the purchase. */
    unit_cost: z.number().nullable().optional(),
    cost_source: z.enum(COST_SOURCES).nullable().optional(),
    version: z.int(),
  })
  .meta({ id: 'RunInput' });
export type RunInput = z.infer<typeof RunInput>;

/** A batch that was made. */
export const RunOutput = z
  .object({
    id: z.int(),
    run_id: z.int(),
    /** Null for a product that is not managed by batch. */
    batch_id: z.int().nullable(),
    batch_number: z.string().nullable(),
    product_id: z.int(),
    product_code: z.string(),
    product_name: z.string(),
    unit_of_measure: z.string(),
    order_item_id: z.int().nullable(),
    quantity: z.number(),
    /** Null if the weight is not known. */
    kg: z.number().nullable(),
    from_at: z.string(),
    to_at: z.string(),
    version: z.int(),
  })
  .meta({ id: 'RunOutput' });
export type RunOutput = z.infer<typeof RunOutput>;

export const RunWaste = z
  .object({
    id: z.int(),
    run_id: z.int(),
    kind: z.enum(WASTE_KINDS),
    kg: z.number(),
    reason: z.string().nullable(),
    /** The reel whose remnant it is, and its input; null for waste that was entered by hand. */
    input_id: z.int().nullable(),
    batch_number: z.string().nullable(),
    at: z.string(),
    by_name: z.string().nullable(),
  })
  .meta({ id: 'RunWaste' });
export type RunWaste = z.infer<typeof RunWaste>;

/** Input and output, in kg. The computed figures are null while a weight is unknown. */
export const RunBalance = z
  .object({
    input_kg: z.number().nullable(),
    good_kg: z.number().nullable(),
    waste_kg: z.number(),
    /** input_kg - good_kg - waste_kg */
    unexplained_kg: z.number().nullable(),
    /** Of the input, with 3 decimals. */
    unexplained_percent: z.number().nullable(),
    /** good_kg of input_kg, with 2 decimals. */
    yield_percent: z.number().nullable(),
    /** Whether all weights are known. */
    closed: z.boolean(),
    /** Whether the unexplained part is above `mass_balance_percent` of the settings. */
    warning: z.boolean(),
  })
  .meta({ id: 'RunBalance' });
export type RunBalance = z.infer<typeof RunBalance>;

/** The cost of a run. Each input and each of the two times is rounded to the cent, then summed. */
export const RunCost = z
  .object({
    material: z.number(),
    machine: z.number(),
    waste_sold: z.number(),
    total: z.number(),
    /** With 5 decimals; null without a known weight. */
    per_kg: z.number().nullable(),
    currency: z.literal('EUR'),
    /** Whether an input has no cost, or one in another currency. */
    partial: z.boolean(),
    /** Costs in other currencies, not converted. */
    other: z.array(z.object({ currency: z.string(), amount: z.number() })),
    outputs: z.array(
      z.object({
        output_id: z.int(),
        batch_id: z.int().nullable(),
        batch_number: z.string().nullable(),
        cost: z.number(),
      }),
    ),
  })
  .meta({ id: 'RunCost' });
export type RunCost = z.infer<typeof RunCost>;

const runFields = {
  id: z.int(),
  machine_id: z.int(),
  machine_code: z.string(),
  machine_description: z.string(),
  /** The job of the board; null without one, or when it was deleted. */
  scheduling_id: z.int().nullable(),
  /** The order line that the run serves, with its order and product. */
  order_item_id: z.int().nullable(),
  order_id: z.int().nullable(),
  order_number: z.string().nullable(),
  customer_id: z.int().nullable(),
  customer_name: z.string().nullable(),
  product_id: z.int().nullable(),
  product_code: z.string().nullable(),
  product_name: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  setup_minutes: z.number().nullable(),
  /** As typed; null: from start to end less the setup. */
  run_minutes: z.number().nullable(),
  notes: z.string().nullable(),
  balance: RunBalance,
};

export const RunSummary = z.object({ ...runFields, ...audit }).meta({ id: 'RunSummary' });
export type RunSummary = z.infer<typeof RunSummary>;

/** A reel in stock that fits a job. */
const FittingReel = z
  .object({
    batch_id: z.int(),
    code: z.string(),
    product_id: z.int(),
    product_code: z.string(),
    width_mm: z.number(),
    /** Of all warehouses, in the unit of the product. */
    quantity: z.number(),
    unit_of_measure: z.string(),
    /** The warehouse with most of it. */
    warehouse_name: z.string(),
    location: z.string().nullable(),
  })
  .meta({ id: 'FittingReel' });
export type FittingReel = z.infer<typeof FittingReel>;

/** A paper or a film that the job of a run needs, by the rule of the warnings of a mount. */
export const RunNeed = z
  .object({
    /** g/m² of a paper; null for a film. */
    gsm: z.number().nullable(),
    /** µm of a film; null for a paper. */
    film_um: z.number().nullable(),
    /** Null if any width fits. */
    width_mm: z.number().nullable(),
    /** Whether wider reels fit too: the job cuts reels from them. */
    is_least_width: z.boolean(),
    /** Of a film; null if any colour fits. */
    colour: z.string().nullable(),
    /**
     * At most 3 reels that fit, in the order of FEFO: in stock, neither on hold nor expired nor mounted. Absent without
     * `stock.read`.
     */
    reels: z.array(FittingReel).optional(),
  })
  .meta({ id: 'RunNeed' });
export type RunNeed = z.infer<typeof RunNeed>;

export const Run = z
  .object({
    ...runFields,
    /** In the order in which they were mounted, made and entered. */
    inputs: z.array(RunInput),
    outputs: z.array(RunOutput),
    wastes: z.array(RunWaste),
    /** The materials that the job needs. Only in the answer of `GET /runs/{id}`, while the run is open. */
    needs: z.array(RunNeed).optional(),
    /** Absent without `costs.read`. */
    cost: RunCost.optional(),
    ...audit,
  })
  .meta({ id: 'Run' });
export type Run = z.infer<typeof Run>;

const minutes = {
  setup_minutes: decimal().nullish(),
  /** Empty: from start to end less `setup_minutes`. */
  run_minutes: decimal().nullish(),
};

export const RunStart = z
  .object({ machine_id: id(), scheduling_id: id().nullish(), ...minutes, notes: notes() })
  .meta({ id: 'RunStart' });
export type RunStart = z.output<typeof RunStart>;

/** A batch to mount, by its id or by a scanned code. */
export const MountInput = z
  .object({
    batch_id: id().nullish(),
    code: optionalText(),
    /** Required for a batch that is not a reel: it is booked at once. */
    quantity: positive().nullish(),
    /** Required for such a batch if several warehouses hold it. */
    warehouse_id: id().nullish(),
  })
  .meta({ id: 'MountInput' });
export type MountInput = z.output<typeof MountInput>;

/** The remaining quantity of a reel, as in a weighing. */
export const ReturnInput = z
  .object({
    ...remnantFields,
    /** The reel is used up: its remainder is booked as waste of the run. */
    finish: z.boolean().nullish(),
    /** Splices made on the machine; they are added. */
    splices: z.int().min(0).max(999).nullish(),
  })
  .meta({ id: 'ReturnInput' });
export type ReturnInput = z.output<typeof ReturnInput>;

export const OutputInput = z
  .object({
    /** Required without an order line. */
    product_id: id().nullish(),
    /** Default: that of the run. */
    order_item_id: id().nullish(),
    batch_number: optionalText(),
    quantity: positive().nullish(),
    /** Default: computed from the quantity and the product. */
    kg: decimal().nullish(),
    /** Of a new batch whose product has expiry dates; a batch that exists keeps its own. */
    expiry_date: day().nullish(),
    /** For goods that are loaded at once; default: the production warehouse of the settings. */
    warehouse_id: id().nullish(),
    /** For a reel product instead of `batch_number` and `quantity`. */
    reels: z.array(ReelInput).max(MOST_REELS).nullish(),
  })
  .meta({ id: 'RunOutputInput' });
export type OutputInput = z.output<typeof OutputInput>;

export const WasteInput = z
  .object({ kind: z.enum(WASTE_KINDS), kg: positive(), reason: optionalText() })
  .meta({ id: 'RunWasteInput' });
export type WasteInput = z.output<typeof WasteInput>;

const ENDED = 'The run is ended.';

export const runs = {
  list: list('/runs', {
    summary: 'Runs of the machines, newest first',
    description:
      'Lists the runs, newest first. `open=true` lists the open ones, `batch_id` lists those that made a batch; `from` and `to` are days of the start.',
    needs: 'runs.read',
    row: RunSummary,
    sort: ['started_at', 'ended_at', 'machine_code', 'order_number', 'product_code'],
    filters: {
      machine_id: queryId().optional(),
      order_item_id: queryId().optional(),
      /** The runs that made this batch. */
      batch_id: queryId().optional(),
      open: queryFlag().optional(),
      from: day().optional(),
      to: day().optional(),
    },
  }),
  get: get('/runs/{id}', {
    summary: 'One run with its inputs, outputs and wastes',
    description:
      'Returns one run with its inputs, outputs, wastes and mass balance, and with its cost for `costs.read`.',
    needs: 'runs.read',
    reply: Run,
  }),
  start: post('/runs', {
    summary: 'Start a run',
    description: 'Starts a run of a machine, for a job of the board or without one.',
    needs: 'runs.write',
    body: RunStart,
    reply: Run,
    errors: {
      RUN_OPEN: 'The machine has an open run, which `run_id` names.',
      ITEM_COMPLETED: 'The order line of the job is completed.',
    },
  }),
  mount: post('/runs/{id}/inputs', {
    summary: 'Mount a batch',
    description:
      'Mounts a reel, or books the quantity of another batch. Another grammage, width or colour than the job needs, an expired batch and an older remnant that should be used first are warnings.',
    needs: 'runs.write',
    body: MountInput,
    reply: RunInput,
    errors: {
      ON_HOLD: 'The batch is on hold.',
      REEL_MOUNTED: 'The reel is mounted on a machine already, perhaps on this one.',
      INSUFFICIENT_STOCK: 'The reel is finished, or the warehouse does not hold the quantity of the batch.',
      INVALID_TRANSITION: ENDED,
    },
  }),
  returnInput: put('/runs/{id}/inputs/{inputId}', {
    summary: 'Return or finish a reel',
    description:
      'Books what a mounted reel used: its quantity before less what is left on it. With `finish` all of it is booked, and what is left becomes scrap of the run.',
    needs: 'runs.write',
    body: ReturnInput,
    reply: RunInput,
    errors: {
      STALE_VERSION: 'Another user returned the reel since the version in `If-Match` was read.',
      INVALID_TRANSITION: 'The reel was returned already, or the run is ended.',
      INSUFFICIENT_STOCK: 'A later movement of the reel would make the stock of a day negative.',
    },
  }),
  removeInput: del('/runs/{id}/inputs/{inputId}', {
    summary: 'Undo a mount, and its return',
    description: 'Undoes the mount of a batch, and its return, by a reversal in the ledger.',
    needs: 'runs.write',
    errors: { IN_USE: 'The batch was mounted or used since.', INVALID_TRANSITION: ENDED },
  }),
  removeReturn: del('/runs/{id}/inputs/{inputId}/return', {
    summary: 'Undo the return of a reel',
    description: 'Undoes the return of a reel by a reversal in the ledger; the reel is mounted again.',
    needs: 'runs.write',
    errors: {
      IN_USE: 'The reel was mounted or used since.',
      INVALID_TRANSITION: 'The reel is still mounted, or the run is ended.',
    },
  }),
  addOutput: post('/runs/{id}/outputs', {
    summary: 'Record an output of the run',
    description:
      'Records an output of the run. Goods without an order line are loaded into stock at once; goods of an order line become an operation of it. A reel product takes `reels`, any other `batch_number` and `quantity`.',
    needs: 'runs.write',
    body: OutputInput,
    reply: z.object({ outputs: z.array(RunOutput), reels: z.array(Reel) }),
    errors: {
      ITEM_COMPLETED: 'The order line is completed.',
      NOT_CONFIGURED: SSCC_USED_UP,
      INVALID_TRANSITION: ENDED,
    },
  }),
  removeOutput: del('/runs/{id}/outputs/{outputId}', {
    summary: 'Take an output back',
    description: 'Takes an output back while its goods are there and nothing was made of them.',
    needs: 'runs.write',
    errors: {
      IN_USE: 'The goods were used, sold or loaded since.',
      INVALID_TRANSITION: ENDED,
    },
  }),
  addWaste: post('/runs/{id}/wastes', {
    summary: 'Record waste',
    description: 'Records waste of a run in kg, by kind.',
    needs: 'runs.write',
    body: WasteInput,
    reply: RunWaste,
    errors: { INVALID_TRANSITION: ENDED },
  }),
  removeWaste: del('/runs/{id}/wastes/{wasteId}', {
    summary: 'Take a waste back',
    description: 'Deletes a record of waste from an open run. The entry stays in the activity log.',
    needs: 'runs.write',
    errors: { INVALID_TRANSITION: ENDED },
  }),
  end: post('/runs/{id}/end', {
    summary: 'End a run',
    description: 'Ends a run whose reels are all returned or finished.',
    needs: 'runs.write',
    status: 200,
    body: z.object(minutes).meta({ id: 'RunEnd' }),
    reply: Run,
    errors: {
      REEL_STILL_MOUNTED: 'Reels are still mounted; `inputs` names them.',
      INVALID_TRANSITION: 'The run is ended already.',
    },
  }),
  reopen: post('/runs/{id}/reopen', {
    summary: 'Reopen a run on its day',
    description: 'Reopens a run on the day on which it ended. Needs `production.load` too.',
    needs: 'runs.write',
    status: 200,
    body: z.object({}).meta({ id: 'RunReopen' }),
    reply: Run,
    errors: {
      RUN_OPEN: 'The machine has another open run.',
      INVALID_TRANSITION: 'The run is open, or it ended on another day.',
    },
  }),
};
