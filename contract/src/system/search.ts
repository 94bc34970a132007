/** The search over all kinds of records. */
import { z } from 'zod';
import { get } from '../core/endpoint.ts';
import { queryFlag, queryText, queryWhole } from '../core/fields.ts';
import type { Capability } from '../core/permissions.ts';

/** The kinds of records, in the order of equally good results. */
export const SEARCH_KINDS = [
  'product',
  'customer_order',
  'customer',
  'supplier',
  'purchase_order',
  'goods_receipt',
  'purchase_invoice',
  'packing_list',
  'invoice',
  'batch',
  'reel',
  'machine',
  'warehouse',
  'stock_count',
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The capability that reading a kind requires: the one of its list. */
export const SEARCH_NEEDS = {
  product: 'registry.read',
  customer_order: 'customer_orders.read',
  customer: 'registry.read',
  supplier: 'registry.read',
  purchase_order: 'purchase_orders.read',
  goods_receipt: 'purchase_orders.read',
  purchase_invoice: 'purchase_invoices.read',
  packing_list: 'packing_lists.read',
  invoice: 'invoices.read',
  batch: 'stock.read',
  reel: 'stock.read',
  machine: 'registry.read',
  warehouse: 'registry.read',
  stock_count: 'stock.read',
} as const satisfies Record<SearchKind, Capability>;

/** Number of results without `limit`, and at most. */
export const SEARCH_RESULTS = 20;
export const MOST_SEARCH_RESULTS = 50;
/** Number of results with `similar`, at most. */
export const MOST_SIMILAR = 5;

export const SearchResult = z
  .object({
    kind: z.enum(SEARCH_KINDS),
    id: z.int(),
    /** The code or number; null if the record has none, like a draft invoice. */
    code: z.string().nullable(),
    /** The name of the record, or of its customer, supplier, product or warehouse. */
    label: z.string(),
    detail: z.string().nullable(),
    /** The day of a document. */
    day: z.string().nullable(),
    /** The address of a screen that shows the record and that the caller may open; null if there is none. */
    path: z.string().nullable(),
    /** Whether a code, number, barcode or name of the record equals the searched text. */
    is_exact: z.boolean(),
  })
  .meta({ id: 'SearchResult' });
export type SearchResult = z.infer<typeof SearchResult>;

export const search = {
  find: get('/search', {
    summary: 'Find records of all kinds',
    description:
      'Finds products, customers, suppliers, machines, warehouses, orders, receipts, packing lists, invoices, batches, reels and stock counts: exact codes and numbers first, then those that begin with `q`, then records that contain all words of `q`, ignoring case and accents. Only kinds that the caller may read. Words that occur in many records return the newest of them. The end of a number, such as 147, finds the documents of this year and the two before with this number; with its series or year, such as oc147 or 2026/147, it finds those of the series or year, without leading zeros and separators. Customers and suppliers are found by their VAT number with and without the country. The code of a batch label finds the batch. A reel is also found by its SSCC, the number of the mill and the lot of the supplier. With `similar`, instead, at most 5 products, customers, suppliers, machines and warehouses whose code or name has all words of `q` with typing mistakes: one in a word of four to six letters, two in a longer one.',
    needs: 'signed-in',
    query: z.object({
      q: queryText().optional(),
      limit: queryWhole(1, MOST_SEARCH_RESULTS).optional(),
      similar: queryFlag().optional(),
    }),
    reply: z.array(SearchResult),
  }),
};
