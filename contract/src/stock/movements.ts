/** Stock movements: loads, unloads and transfers from all sources. Users can edit only the manual ones. */
import { z } from 'zod';
import { del, get, GROWING_ROWS, list, post, put } from '../core/endpoint.ts';
import { audit, day, id, notes, oneOf, optionalText, positive, queryId, queryText } from '../core/fields.ts';

/** C load, S unload, T transfer. */
export const MOVEMENT_TYPES = ['C', 'S', 'T'] as const;
export type MovementType = (typeof MOVEMENT_TYPES)[number];

/** The source of a movement, and the suffix of its wire id: `12-receipt`. */
export const MOVEMENT_SOURCES = {
  PO: 'receipt',
  SO: 'sale',
  MAN: 'manual',
  PRD: 'production',
  INV: 'count',
  USE: 'use',
  SPL: 'split',
} as const;
export type MovementSource = keyof typeof MOVEMENT_SOURCES;
const SOURCES = Object.keys(MOVEMENT_SOURCES) as [MovementSource, ...MovementSource[]];

/** `S-MAN` selects all unloads except sales. */
export const MOVEMENT_FILTERS = ['all', 'C', 'S-MAN', 'T', 'S-SO'] as const;

function dashed(value: string) {
  return value.replace(
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/,
    (_, d: string, m: string, y: string) => `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`,
  );
}
/** `2026-03-15` or `15/03/2026`. */
function movementDay() {
  return z.string().transform(dashed).pipe(day());
}

/** A destination by its id, under either name. The name of a warehouse, as in an answer, is ignored. */
const destination = {
  destination_warehouse_id: id().nullish(),
  destination_warehouse: z.union([id(), z.string().transform(() => null)]).nullish(),
};

export const MovementInput = z
  .object({
    movement_type: oneOf(MOVEMENT_TYPES),
    movement_date: movementDay(),
    product_id: id(),
    warehouse_id: id(),
    ...destination,
    quantity: positive(),
    batch_number: optionalText(),
    /** The dates of a load's batch; unloads and transfers keep the dates of the batch. */
    production_date: day().nullish(),
    expiry_date: day().nullish(),
    notes: notes(),
  })
  .meta({ id: 'MovementInput' });
export type MovementInput = z.output<typeof MovementInput>;

export const SourceDocument = z
  .object({
    type: z.enum(SOURCES),
    /** The document; the movement itself if it is manual, null for a weighed reel, a split or a pallet. */
    id: z.int().nullable(),
    number: z.string().nullable(),
  })
  .meta({ id: 'SourceDocument' });

export const Movement = z
  .object({
    /** `<n>-manual`, `-receipt`, `-sale`, `-production`, `-count`, `-use` or `-split`. */
    id: z.string(),
    movement_type: z.enum(MOVEMENT_TYPES),
    source_type: z.enum(SOURCES),
    movement_date: z.string(),
    product_id: z.int(),
    product_code: z.string(),
    product_description: z.string(),
    unit_of_measure: z.string(),
    warehouse_id: z.int(),
    warehouse_name: z.string(),
    destination_warehouse_id: z.int().nullable(),
    /** Name of the warehouse. */
    destination_warehouse: z.string().nullable(),
    /** Always above zero. */
    quantity: z.number(),
    batch_id: z.int().nullable(),
    batch_number: z.string().nullable(),
    production_date: z.string().nullable(),
    expiry_date: z.string().nullable(),
    notes: z.string().nullable(),
    source_document: SourceDocument,
    ...audit,
  })
  .meta({ id: 'Movement' });
export type Movement = z.infer<typeof Movement>;

export const BatchMovement = Movement.extend({
  /** The supplier who delivered the goods, or the customer who received or returned them; null for other movements. */
  party: z.object({ kind: z.enum(['customer', 'supplier']), id: z.int(), name: z.string() }).nullable(),
}).meta({ id: 'BatchMovement' });
export type BatchMovement = z.infer<typeof BatchMovement>;

export const TransferInput = z
  .object({
    movement_date: movementDay(),
    from_warehouse_id: id(),
    to_warehouse_id: id(),
    notes: notes(),
    items: z
      .array(
        z.object({
          product_id: id(),
          batch_number: optionalText(),
          quantity: positive(),
          /** The place of a reel in its new warehouse. Without it, a reel that leaves its warehouse loses its place. */
          location: optionalText(),
        }),
      )
      .min(1)
      .max(500),
  })
  .meta({ id: 'TransferInput' });
export type TransferInput = z.output<typeof TransferInput>;

export const stockMovements = {
  list: list('/stock-movements', {
    summary: 'Stock movements, newest first',
    description:
      'Lists stock movements of all sources, newest first: manual ones, receipts, sales, production loads, counts, consumption and splits.',
    needs: 'stock.read',
    row: Movement,
    most: GROWING_ROWS,
    sort: [
      'movement_date',
      'movement_type',
      'source_type',
      'product_code',
      'product_description',
      'warehouse_name',
      'destination_warehouse',
      'batch_number',
      'quantity',
      'notes',
      'created_at',
      'modified_at',
    ],
    filters: {
      type: z.enum(MOVEMENT_FILTERS).optional(),
      product_code: queryText().optional(),
      /** Part of the code of the product or of the number of the batch. */
      code: queryText().optional(),
      product_id: queryId().optional(),
      warehouse_id: queryId().optional(),
      from: day().optional(),
      to: day().optional(),
    },
  }),
  get: get('/stock-movements/{id:text}', {
    summary: 'One stock movement',
    description: 'Returns one stock movement. An id that is a plain number is a manual movement.',
    needs: 'stock.read',
    reply: Movement,
  }),
  create: post('/stock-movements', {
    summary: 'Create a manual load, unload or transfer',
    description: 'Books a load (`C`), an unload (`S`) or a transfer (`T`) by hand. The date cannot be in the future.',
    needs: 'stock.write',
    body: MovementInput,
    reply: Movement,
    errors: {
      INSUFFICIENT_STOCK:
        'The warehouse does not hold the quantity, today or at the end of a later day. `available` gives the quantity in stock.',
      BATCH_DATES: 'The batch exists with another production or expiry date.',
      PERIOD_CLOSED: 'The day of the movement is in a closed accounting period.',
      ON_HOLD: 'An unload takes from a batch that is on hold.',
      REEL_MOUNTED: 'An unload or a transfer takes a reel that is mounted on a machine.',
    },
  }),
  transfer: post('/stock-movements/transfers', {
    summary: 'Transfer several products to another warehouse, all or nothing',
    description:
      'Moves several products from one warehouse to another in one transaction: all lines are booked or none.',
    needs: 'stock.write',
    body: TransferInput,
    reply: z.object({ movements: z.array(Movement) }),
    errors: {
      PERIOD_CLOSED: 'The day of the transfer is in a closed accounting period.',
      INSUFFICIENT_STOCK: 'The source warehouse does not hold the quantity of a line.',
      REEL_MOUNTED: 'A line moves a reel that is mounted on a machine.',
    },
  }),
  update: put('/stock-movements/{id:text}', {
    summary: 'Change a manual movement',
    description: 'Changes a manual movement. The ledger books a reversal and a new entry.',
    needs: 'stock.write',
    body: MovementInput.partial(),
    reply: Movement,
    errors: {
      PERIOD_CLOSED: 'The day of the movement, before or after the change, is in a closed accounting period.',
      INSUFFICIENT_STOCK: 'The change would make the stock of a day negative.',
      BATCH_DATES: 'The batch exists with another production or expiry date.',
      ON_HOLD: 'The changed movement takes from a batch that is on hold.',
      REEL_MOUNTED: 'The change takes a reel that is mounted on a machine.',
      INVALID_TRANSITION: 'The product or the warehouse was deleted or changed, so the goods cannot be booked back.',
      NOT_MANUAL: 'The movement belongs to a receipt, a sale, a production load or a count.',
      STALE_VERSION: 'Another user changed the movement since the version in `If-Match` was read.',
    },
  }),
  remove: del('/stock-movements/{id:text}', {
    summary: 'Delete a manual movement',
    description: 'Deletes a manual movement by booking its reversal.',
    needs: 'stock.write',
    errors: {
      PERIOD_CLOSED: 'The day of the movement is in a closed accounting period.',
      INSUFFICIENT_STOCK: 'The stock that the movement loaded is used already.',
      REEL_MOUNTED: 'The movement loaded a reel that is mounted on a machine.',
      INVALID_TRANSITION: 'The product or the warehouse was deleted or changed, so the goods cannot be booked back.',
      NOT_MANUAL: 'The movement belongs to a receipt, a sale, a production load or a count.',
    },
  }),
};
