/** The paper and film that selected items need. */
import { z } from 'zod';
import { list, post } from '../core/endpoint.ts';
import { queryFlag, UNITS } from '../core/fields.ts';
import { itemIds } from './items.ts';
import { MATERIAL_ISSUES } from './materials.rules.ts';

const item = {
  item_id: z.int(),
  order_id: z.int(),
  order_number: z.string(),
  customer_order_number: z.string().nullable(),
  product_id: z.int(),
  code: z.string(),
  product_name: z.string(),
  quantity: z.number(),
  unit_of_measure: z.enum(UNITS),
};
/** Not completed, and with something left to schedule. */
export const MaterialsItem = z
  .object({
    ...item,
    total_produced: z.number(),
    remaining_to_schedule: z.number(),
    delivery_date: z.string(),
    is_late: z.boolean(),
  })
  .meta({ id: 'MaterialsItem' });
export type MaterialsItem = z.infer<typeof MaterialsItem>;

function amount() {
  return z.number().nullable();
}
/**
 * The stock that covers a need: reels with the same data (paper: grammage and width; film: gauge, width and colour)
 * that are raw material: no length, tracks, pieces per box or minutes, and no data of the other material. Includes all
 * warehouses, excludes expired batches, ignores other needs. Absent without the right to read stock.
 */
export const MaterialStock = z
  .object({
    kg: z.number(),
    /** The part that the stock does not cover, never below 0. */
    missing_kg: z.number(),
    products: z.array(
      z.object({
        product_id: z.int(),
        code: z.string(),
        product_name: z.string(),
        quantity: z.number(),
        unit_of_measure: z.enum(UNITS),
        /** Metres computed from the reel's own weight; null, and not counted, if its unit is not a weight. */
        kg: amount(),
      }),
    ),
  })
  .meta({ id: 'MaterialStock' });
export type MaterialStock = z.infer<typeof MaterialStock>;

const group = {
  metri_lineari: z.number(),
  kg_necessari: z.number(),
  /** Ids of the items. */
  items: z.array(z.int()),
  stock: MaterialStock.optional(),
};
export const MaterialsResult = z
  .object({
    summary: z.object({ total_carta_kg: z.number(), total_film_kg: z.number(), total_items: z.int() }),
    carta: z.array(z.object({ peso_carta: z.number(), larghezza_bobina: z.number(), ...group })),
    film: z.array(
      z.object({ spessore_film: z.number(), larghezza_film: z.number(), colore_film: z.string().nullable(), ...group }),
    ),
    items: z.array(
      z.object({
        ...item,
        total_produced: z.number(),
        /** The quantity still to be produced: the base of all values below. */
        remaining_quantity: z.number(),
        pezzi_per_scatola: z.number().nullable(),
        numero_piste: z.number().nullable(),
        lunghezza_cm: z.number().nullable(),
        colore_film: z.string().nullable(),
        pieces: amount(),
        metri_lineari_carta: amount(),
        kg_carta: amount(),
        metri_lineari_film: amount(),
        kg_film: amount(),
        /** Density of the film as used; null without film. */
        densita_film: amount(),
      }),
    ),
    warnings: z.array(
      z.object({
        item_id: z.int(),
        severity: z.enum(['error', 'warning']),
        code: z.enum(MATERIAL_ISSUES),
        missing: z.array(z.string()),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'MaterialsResult' });
export type MaterialsResult = z.infer<typeof MaterialsResult>;

export const materials = {
  items: list('/customer-orders/materials-calculation-items', {
    summary: 'Items for the materials calculation: not completed and not fully scheduled',
    description: 'Lists the order lines that are not completed and not fully scheduled, for the materials calculation.',
    needs: 'production.plan',
    row: MaterialsItem,
    sort: [
      'order_number',
      'customer_order_number',
      'code',
      'product_name',
      'quantity',
      'unit_of_measure',
      'delivery_date',
    ],
    filters: { late: queryFlag().optional() },
  }),
  calculate: post('/customer-orders/calculate-materials', {
    summary: 'Paper and film needed for items',
    description:
      'Calculates the paper and film that order lines need, in metres and kg, grouped by grammage and width.',
    needs: 'production.plan',
    status: 200,
    body: z.object({ itemIds: itemIds('none_selected') }).meta({ id: 'CalculateMaterialsInput' }),
    reply: MaterialsResult,
  }),
};
