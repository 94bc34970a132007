/** Where the search finds each kind of record, as SQL on a table `t`. The indexes are those of the lists and of 0013. */
import type { SearchKind } from '@bobina/contract/system/search.ts';

export interface Source {
  kind: SearchKind;
  table: string;
  /** The column with the id of the results; by default `t.id`. */
  id?: string;
  /** Rows that exist; must match the condition of the partial indexes. */
  live: string;
  /**
   * Rows that another kind shows. They are left out of the results, not of the candidates: the newest million rows may
   * all be such rows, and each would be read to find one that is not.
   */
  shownElsewhere?: string;
  /** Codes, numbers and names: an equal one is an exact match. Each has a B-tree on `lower(…) collate "C"`. */
  codes: readonly Code[];
  /** The series of the first code, in lower case: the end of a number, such as 147, finds the newest ones with this end. */
  series?: readonly string[];
  /** Lower case text without accents, the expression of the trigram index. */
  text: string;
  /** Rows whose `text` is indexed, besides `live`. */
  hasText?: string;
  /** Selects the ids of further rows, for example those of the customers found; `@limit` is the maximum number. */
  also?: string;
  /** A further condition of an exact match. */
  exact?: string;
  shown: { code: string; label: string; detail: string; day?: string; line?: string };
  joins?: string;
}
interface Code {
  column: string;
  /** The condition of its partial index, besides `live`. */
  where?: string;
  /** Further forms of the text that it is compared with: the other lengths of a GTIN, or a VAT number with or without its country. */
  forms?: 'barcodes' | 'vats';
}

/** The expression of the index of the list of reels. */
const REEL_TEXT = `lower(strip_accents(t.code || E'\\n' || coalesce(t.supplier_lot, '') || E'\\n' || coalesce(t.mill_number, '') || E'\\n' || coalesce(t.location, '')))`;
export const PARTNER_ADDRESS = `concat_ws(', ', t.address, t.city)`;

export const SOURCES: readonly Source[] = [
  {
    kind: 'product',
    table: 'products',
    live: 't.deleted_at is null',
    codes: [{ column: 't.code' }, { column: 't.barcode', where: 't.barcode is not null', forms: 'barcodes' }],
    text: 'strip_accents(t.search_text)',
    also: 'select id from labelled_products',
    shown: { code: 't.code', label: 'coalesce(t.name, t.description)', detail: 't.category' },
  },
  {
    kind: 'customer_order',
    table: 'customer_orders',
    live: 't.deleted_at is null',
    series: ['oc'],
    codes: [
      { column: 't.order_number' },
      { column: 't.customer_order_number', where: 't.customer_order_number is not null' },
    ],
    text: `lower(strip_accents(t.order_number || E'\\n' || coalesce(t.customer_order_number, '') || E'\\n' || coalesce(t.notes, '')))`,
    also: newestOf('customer_orders', 'customer_id', 'customer_found', 'order_date desc'),
    joins: 'join customers partner on partner.id = t.customer_id',
    shown: {
      code: 't.order_number',
      label: 'partner.business_name',
      detail: 't.customer_order_number',
      day: 't.order_date',
    },
  },
  {
    kind: 'customer',
    table: 'customers',
    live: 't.deleted_at is null',
    codes: [{ column: 't.business_name' }, { column: 't.vat_number', forms: 'vats' }],
    text: 't.search_text',
    also: 'select customer_id from destination_found',
    shown: {
      code: 't.vat_number',
      label: 't.business_name',
      // The destination that was found, if the customer's own texts were not.
      detail: `coalesce(
        (select concat_ws(', ', d.indirizzo, d.citta) from destinazioni_merce d
         where d.customer_id = t.id and d.id in (select id from destination_found)
           and not t.search_text ~~ all ((select words from terms)::text[]) order by d.id limit 1),
        ${PARTNER_ADDRESS})`,
    },
  },
  {
    kind: 'supplier',
    table: 'suppliers',
    live: 't.deleted_at is null',
    codes: [{ column: 't.business_name' }, { column: 't.vat_number', forms: 'vats' }],
    text: 't.search_text',
    shown: { code: 't.vat_number', label: 't.business_name', detail: PARTNER_ADDRESS },
  },
  {
    kind: 'purchase_order',
    table: 'purchase_orders',
    live: 't.deleted_at is null',
    series: ['of'],
    codes: [{ column: 't.order_number' }],
    text: 'lower(strip_accents(t.order_number))',
    also: newestOf('purchase_orders', 'supplier_id', 'supplier_found', 'order_date desc'),
    joins: 'join suppliers partner on partner.id = t.supplier_id',
    shown: { code: 't.order_number', label: 'partner.business_name', detail: 'null', day: 't.order_date' },
  },
  {
    kind: 'goods_receipt',
    table: 'goods_receipts',
    live: 'true',
    codes: [{ column: 't.document_number' }],
    text: 'lower(strip_accents(t.document_number))',
    // A deleted order has cancelled receipts alone, which no screen shows.
    joins: `join purchase_orders origin on origin.id = t.order_id and origin.deleted_at is null
      join suppliers partner on partner.id = origin.supplier_id`,
    shown: {
      code: 't.document_number',
      label: 'partner.business_name',
      detail: 'origin.order_number',
      day: 't.receipt_date',
      line: '(select min(i.order_item_id) from goods_receipt_items i where i.receipt_id = t.id)',
    },
  },
  {
    kind: 'purchase_invoice',
    table: 'purchase_invoices',
    live: 't.deleted_at is null',
    codes: [{ column: 't.number' }],
    text: 't.search_text',
    shown: { code: 't.number', label: 't.supplier_name', detail: 'null', day: 't.document_date' },
  },
  {
    kind: 'packing_list',
    table: 'packing_lists',
    live: 'true',
    series: ['ddt'],
    codes: [{ column: 't.packing_list_number' }],
    text: 'strip_accents(t.search_text)',
    shown: { code: 't.packing_list_number', label: 't.customer_name', detail: 't.order_number', day: 't.packing_date' },
  },
  {
    kind: 'invoice',
    table: 'invoices',
    live: 't.deleted_at is null',
    series: ['ft', 'nc'],
    codes: [{ column: 't.invoice_number' }],
    text: 'strip_accents(t.search_text)',
    shown: {
      code: 't.invoice_number',
      label: 't.customer_name',
      detail: 't.packing_list_number',
      day: 't.invoice_date',
    },
  },
  {
    kind: 'batch',
    table: 'batches',
    live: `t.batch_number <> ''`,
    shownElsewhere: 'exists (select from reels where batch_id = t.id)',
    codes: [{ column: 't.batch_number' }],
    text: 'lower(strip_accents(t.batch_number))',
    also: `select id from labelled union (select id from shipped where not is_reel)`,
    exact: 't.id in (select id from labelled union select id from shipped)',
    joins: 'join products product on product.id = t.product_id',
    shown: {
      code: 't.batch_number',
      label: 'coalesce(product.name, product.description)',
      detail: 'product.code',
      day: 't.production_date',
    },
  },
  {
    kind: 'reel',
    table: 'reels',
    id: 't.batch_id',
    live: 'true',
    codes: [
      { column: 't.code' },
      { column: 't.mill_number', where: 't.mill_number is not null' },
      { column: 't.supplier_lot', where: 't.supplier_lot is not null' },
    ],
    text: REEL_TEXT,
    also: 'select id from shipped where is_reel',
    exact: 't.batch_id in (select id from shipped)',
    joins: 'join products product on product.id = t.product_id join batches of_reel on of_reel.id = t.batch_id',
    shown: {
      code: 't.code',
      label: 'coalesce(product.name, product.description)',
      detail: `concat_ws(' · ', product.code, t.width_mm::float8 || ' mm', t.mill_number, t.supplier_lot)`,
      day: 'of_reel.production_date',
    },
  },
  {
    kind: 'machine',
    table: 'machines',
    live: 't.deleted_at is null',
    codes: [{ column: 't.code' }],
    text: 't.search_text',
    shown: { code: 't.code', label: 't.description', detail: 't.area' },
  },
  {
    kind: 'warehouse',
    table: 'warehouses',
    live: 't.deleted_at is null',
    codes: [{ column: 't.name' }],
    text: 't.search_text',
    shown: { code: 'null', label: 't.name', detail: 't.description' },
  },
  {
    kind: 'stock_count',
    table: 'stock_counts',
    live: 't.deleted_at is null',
    codes: [],
    text: 'lower(strip_accents(t.notes))',
    hasText: 't.notes is not null',
    also: newestOf('stock_counts', 'warehouse_id', 'warehouse_found', 'id desc'),
    joins: 'join warehouses place on place.id = t.warehouse_id',
    shown: {
      code: 'null',
      label: 'place.name',
      detail: 't.notes',
      day: `(t.created_at at time zone (select time_zone from settings))::date`,
    },
  },
];

/** The goods destinations, which lead to their customers. */
export const DESTINATIONS: Pick<Source, 'table' | 'live' | 'codes' | 'text'> = {
  table: 'destinazioni_merce',
  live: 't.deleted_at is null',
  codes: [],
  text: 't.search_text',
};

/** The newest documents of the customers, suppliers or warehouses that were found. Reads few rows of each. */
function newestOf(table: string, owner: string, found: string, order: string): string {
  return `select d.id from (select id from ${found} limit @limit) o
    cross join lateral (select t.id from ${table} t where t.${owner} = o.id and t.deleted_at is null
      order by t.${order}${order === 'id desc' ? '' : ', t.id desc'} limit @limit) d limit @limit`;
}
