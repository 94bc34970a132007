/** How a product is supplied, and the materials that were chosen for it by hand. */
import { z } from 'zod';
import { get, put } from '../core/endpoint.ts';
import { decimal, id, positive, whole } from '../core/fields.ts';

/** The most days of a lead time or of a period to cover. */
export const MOST_DAYS = 3650;

export const ProductSupplyInput = z
  .object({
    /** Working days from the order to the arrival; empty for 0. */
    lead_days: whole().max(MOST_DAYS).nullish(),
    /** The smallest quantity that can be ordered; empty for none. */
    min_lot: decimal().nullish(),
    /** Ordered quantities are multiples of it; empty for any quantity. */
    lot_multiple: positive().nullish(),
    /** Calendar days of needs that an order covers, the day of need first; empty for the company's setting. */
    cover_days: whole(1).max(MOST_DAYS).nullish(),
    /** Made, not bought. */
    production: z.boolean().nullish(),
  })
  .meta({ id: 'ProductSupplyInput' });
export type ProductSupplyInput = z.output<typeof ProductSupplyInput>;

export const ProductSupply = z
  .object({
    product_id: z.int(),
    lead_days: z.int(),
    min_lot: z.number(),
    lot_multiple: z.number().nullable(),
    cover_days: z.int().nullable(),
    production: z.boolean(),
  })
  .meta({ id: 'ProductSupply' });
export type ProductSupply = z.infer<typeof ProductSupply>;

export const ProductMaterialsInput = z
  .object({
    materials: z
      .array(
        z.object({
          material_product_id: id(),
          /** The part of the need that this material covers, above 0 up to 1; empty for 1. */
          share: positive().max(1).nullish(),
        }),
      )
      .max(20),
  })
  .meta({ id: 'ProductMaterialsInput' });
export type ProductMaterialsInput = z.output<typeof ProductMaterialsInput>;

/** In the order in which they are used. */
export const ProductMaterials = z
  .object({
    materials: z.array(
      z.object({
        material_product_id: z.int(),
        share: z.number(),
        product_code: z.string(),
        product_name: z.string(),
      }),
    ),
  })
  .meta({ id: 'ProductMaterials' });
export type ProductMaterials = z.infer<typeof ProductMaterials>;

export const productSupply = {
  get: get('/products/{id}/supply', {
    summary: 'The supply data of a product',
    description:
      'Returns lead time, lots and cover of a product. A product without them answers 0, 0, `null`, `null` and `false`.',
    needs: 'registry.read',
    reply: ProductSupply,
  }),
  update: put('/products/{id}/supply', {
    summary: 'Change how a product is supplied',
    description: 'Stores lead time, lots and cover of a product. Absent fields keep their value; `null` empties one.',
    needs: 'products.write',
    body: ProductSupplyInput,
    reply: ProductSupply,
  }),
  materials: get('/products/{id}/materials', {
    summary: 'The materials that were chosen for a product',
    description: 'Returns the material products of a product in order. Empty if they are chosen automatically.',
    needs: 'registry.read',
    reply: ProductMaterials,
  }),
  setMaterials: put('/products/{id}/materials', {
    summary: 'Choose the materials of a product',
    description:
      'Replaces the material products of a product, in the order sent. A material is an active product in kg or m with the data of paper or of film, without length, tracks and pieces per box.',
    needs: 'products.write',
    body: ProductMaterialsInput,
    reply: ProductMaterials,
  }),
};
