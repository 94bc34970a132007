import { z } from 'zod';
import { bulkIds, bulkResults } from '../core/bulk.ts';
import { del, get, list, post, postActs, put } from '../core/endpoint.ts';
import {
  audit,
  bestFirst,
  CURRENCIES,
  decimal,
  id,
  oneOf,
  optionalText,
  queryId,
  queryText,
  text,
  UNITS,
  unlessEmpty,
  whole,
} from '../core/fields.ts';
import { PRODUCT_STATUSES } from './product-statuses.ts';

/** Technical numbers with at most two decimals on the form. */
export const TECHNICAL_DECIMALS = [
  'larghezza_cm',
  'lunghezza_cm',
  'larghezza_bobina',
  'peso_carta',
  'larghezza_film',
  'spessore_film',
  'densita_film',
  'peso_netto',
  'peso_lordo',
  'peso_adesivo',
  'spessore_carta',
] as const;
/** Technical numbers that must be whole. */
export const TECHNICAL_WHOLES = ['minuti_x_confezione', 'numero_piste', 'pezzi_per_scatola'] as const;

function optionalDecimal() {
  return decimal().nullish();
}
function optionalWhole() {
  return whole().nullish();
}

export const ProductInput = z
  .object({
    code: text(),
    name: optionalText(),
    description: text(),
    category: text(),
    supplier_id: id().nullish(),
    unit_of_measure: unlessEmpty(oneOf(UNITS)),
    barcode: optionalText(),
    hs_code: optionalText(),
    currency: oneOf(CURRENCIES),
    has_bom: unlessEmpty(z.boolean()),
    is_semi_finished: unlessEmpty(z.boolean()),
    has_batch: unlessEmpty(z.boolean()),
    /** Each batch is one reel: requires `has_batch`, unit kg or m, and a grammage. */
    is_reel: unlessEmpty(z.boolean()),
    has_expiry_date: unlessEmpty(z.boolean()),
    has_production_date: unlessEmpty(z.boolean()),
    status: unlessEmpty(oneOf(PRODUCT_STATUSES)),
    larghezza_cm: optionalDecimal(),
    lunghezza_cm: optionalDecimal(),
    larghezza_bobina: optionalDecimal(),
    peso_carta: optionalDecimal(),
    minuti_x_confezione: optionalWhole(),
    colore_film: optionalText(),
    larghezza_film: optionalDecimal(),
    spessore_film: optionalDecimal(),
    densita_film: optionalDecimal(),
    numero_piste: optionalWhole(),
    pezzi_per_scatola: optionalWhole(),
    peso_netto: optionalDecimal(),
    peso_lordo: optionalDecimal(),
    /** Glue of a laminate, in g/m². */
    peso_adesivo: optionalDecimal(),
    /** Caliper of the paper, in µm. */
    spessore_carta: optionalDecimal(),
    scorta_minima: optionalDecimal(),
    acquisti_categoria: optionalText(),
    acquisti_conto_codice: optionalText(),
    acquisti_conto_descrizione: optionalText(),
    vendite_categoria: optionalText(),
    vendite_conto_codice: optionalText(),
    vendite_conto_descrizione: optionalText(),
    categoria_vat_codice: optionalText(),
    categoria_vat_valore: decimal().max(100).nullish(),
    /** The packaging material for CONAI, such as `carta` or `plastica`. */
    conai_material: optionalText(),
    /** kg of this material in one unit of the product. */
    conai_kg: optionalDecimal(),
  })
  .meta({ id: 'ProductInput' });
export type ProductInput = z.input<typeof ProductInput>;

function stored<T extends z.ZodType>(schema: T) {
  return schema.nullable();
}

export const Product = z
  .object({
    id: z.int(),
    code: z.string(),
    name: stored(z.string()),
    description: z.string(),
    category: z.string(),
    supplier_id: stored(z.int()),
    supplier_name: stored(z.string()),
    unit_of_measure: z.enum(UNITS),
    barcode: stored(z.string()),
    hs_code: stored(z.string()),
    currency: z.enum(CURRENCIES),
    has_bom: z.boolean(),
    is_semi_finished: z.boolean(),
    has_batch: z.boolean(),
    is_reel: z.boolean(),
    /** The same as has_batch, under the name that receipts use. */
    has_batches: z.boolean(),
    has_expiry_date: z.boolean(),
    has_expiry: z.boolean(),
    has_production_date: z.boolean(),
    status: z.enum(PRODUCT_STATUSES),
    larghezza_cm: stored(z.number()),
    lunghezza_cm: stored(z.number()),
    larghezza_bobina: stored(z.number()),
    peso_carta: stored(z.number()),
    minuti_x_confezione: stored(z.number()),
    colore_film: stored(z.string()),
    larghezza_film: stored(z.number()),
    spessore_film: stored(z.number()),
    densita_film: stored(z.number()),
    numero_piste: stored(z.number()),
    pezzi_per_scatola: stored(z.number()),
    peso_netto: stored(z.number()),
    peso_lordo: stored(z.number()),
    peso_adesivo: stored(z.number()),
    spessore_carta: stored(z.number()),
    /** Grammage in g/m², computed from paper, film and glue; null without paper and film. */
    gsm: stored(z.number()),
    scorta_minima: stored(z.number()),
    acquisti_categoria: stored(z.string()),
    acquisti_conto_codice: stored(z.string()),
    acquisti_conto_descrizione: stored(z.string()),
    vendite_categoria: stored(z.string()),
    vendite_conto_codice: stored(z.string()),
    vendite_conto_descrizione: stored(z.string()),
    categoria_vat_codice: stored(z.string()),
    categoria_vat_valore: stored(z.number()),
    conai_material: stored(z.string()),
    conai_kg: stored(z.number()),
    deleted_at: z.null(),
    deleted_by: z.null(),
    ...audit,
  })
  .meta({ id: 'Product' });
export type Product = z.infer<typeof Product>;

export const ProductStatusChange = z.object({ status: oneOf(PRODUCT_STATUSES) }).meta({ id: 'ProductStatusChange' });

export const ProductsStatusChange = z
  .object({ ids: bulkIds(), status: oneOf(PRODUCT_STATUSES) })
  .meta({ id: 'ProductsStatusChange' });

export const products = {
  list: list('/products', {
    shownAs: 'product',
    summary: 'Products',
    description:
      'Lists products. `q` searches all text fields; filters narrow the list by status, supplier or category.',
    needs: 'registry.read',
    row: Product,
    sort: [
      'code',
      'name',
      'description',
      'category',
      'supplier_name',
      'unit_of_measure',
      'currency',
      'barcode',
      'hs_code',
      'status',
      'created_at',
      'modified_at',
    ],
    filters: {
      status: z.enum(PRODUCT_STATUSES).optional(),
      supplier_id: queryId().optional(),
      category: queryText().optional(),
      ...bestFirst(),
    },
  }),
  get: get('/products/{id}', {
    summary: 'One product',
    description: 'Returns one product with all of its technical data.',
    needs: 'registry.read',
    reply: Product,
  }),
  create: post('/products', {
    summary: 'Create a product',
    description:
      'Creates a product. Widths and lengths are in cm, grammage in g/m², film gauge in µm, density in g/cm³.',
    needs: 'products.write',
    body: ProductInput,
    reply: Product,
    errors: { CODE_EXISTS: 'Another product has this code. Case is ignored.' },
  }),
  update: put('/products/{id}', {
    summary: 'Change a product',
    description: 'Changes a product. Absent fields keep their value; `null` empties an optional one.',
    needs: 'products.write',
    body: ProductInput.partial(),
    reply: Product,
    errors: {
      CODE_EXISTS: 'Another product has this code.',
      IN_USE:
        'The product has stock: its unit of measure and its batch and date tracking cannot change, and it stays managed by reel.',
      STALE_VERSION: 'Another user changed the product since the version in `If-Match` was read.',
    },
  }),
  setStatus: put('/products/{id}/status', {
    summary: 'Archive or activate a product',
    description: 'Activates a product or makes it inactive. An inactive product cannot be used in new documents.',
    needs: 'products.write',
    body: ProductStatusChange,
    reply: Product,
    errors: { STALE_VERSION: 'Another user changed the product since the version in `If-Match` was read.' },
  }),
  setStatuses: postActs('/products/bulk/status', {
    summary: 'Archive or activate several products',
    description: 'Activates products or makes them inactive, each as a separate act.',
    needs: 'products.write',
    body: ProductsStatusChange,
    reply: bulkResults({ id: z.int() }),
  }),
  remove: del('/products/{id}', {
    summary: 'Delete a product',
    description:
      'Deletes a product from the register. Documents that name it keep printing it, and its code can be used again.',
    needs: 'products.write',
    errors: { IN_USE: 'The product has stock or is part of an open document.' },
  }),
};
