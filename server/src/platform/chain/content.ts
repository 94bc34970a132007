/** The content that the hash chain covers: per source and format, an explicit list of columns as JSON text. */
import { createHash } from 'node:crypto';

export const SOURCES = ['activities', 'invoices', 'packing_lists', 'document_files'] as const;
export type Source = (typeof SOURCES)[number];

/** Entities whose activities name persons. Their details and changes can be erased, so the chain does not cover them. */
const PERSONS = `('users', 'contacts')`;

/**
 * By format. New links are made by the database, in `seal_chain`, which has the same lists: a column that is added belongs
 * to a new format, here and in a migration that replaces the function.
 */
const CONTENTS: Record<number, Record<Source, string>> = {
  1: {
    activities: `
      select t.id, ${json({
        ...plain('t', 'id user_id action entity_type entity_id undoes token_name'),
        ...Object.fromEntries(
          ['details', 'changes', 'kept'].map((name) => [
            name,
            `case when t.entity_type not in ${PERSONS} then t.${name} end`,
          ]),
        ),
        created_at: instant('t.created_at'),
      })} as content from activities t where t.id = any($1::bigint[])`,
    invoices: `
      select t.id, ${json({
        ...plain(
          't',
          'id type invoice_number due_date_typed packing_list_id packing_list_number order_number customer_order_number customer_id customer company payment currency exchange_rate cig cup declaration_id declaration net_amount vat_amount total_amount notes credited_invoice_id created_by',
        ),
        invoice_date: day('t.invoice_date'),
        due_date: day('t.due_date'),
        created_at: instant('t.created_at'),
        sent_at: instant('t.sent_at'),
        items: `(select json_agg(${json(
          plain(
            'i',
            'id position packing_list_id order_item_id product_id code product_name unit_of_measure quantity unit_price net_amount vat_amount total_price vat_code vat_rate natura vat_description conai_material conai_kg conai_amount credited_item_id',
          ),
        )} order by i.position, i.id) from invoice_items i where i.invoice_id = t.id)`,
      })} as content from invoices t where t.id = any($1::bigint[]) and t.invoice_number is not null`,
    packing_lists: `
      select t.id, ${json({
        ...plain(
          't',
          'id packing_list_number customer_id order_id order_number customer_order_number customer company destination_id destination carrier reason appearance packages gross_weight net_weight notes total_amount created_by',
        ),
        packing_date: day('t.packing_date'),
        transport_date: day('t.transport_date'),
        created_at: instant('t.created_at'),
        items: `(select json_agg(${json({
          ...plain(
            'i',
            'id position order_item_id product_id code product_name unit_of_measure warehouse_id warehouse_name batch_number quantity unit_price total_price movement_id',
          ),
          expiry_date: day('i.expiry_date'),
        })} order by i.position, i.id) from packing_list_items i where i.packing_list_id = t.id)`,
      })} as content from packing_lists t where t.id = any($1::bigint[])`,
    document_files: `
      select t.id, ${json({
        ...plain('t', 'id invoice_id issue format name progressive is_transmitted made_by'),
        sha256: `encode(sha256(t.bytes), 'hex')`,
        made_at: instant('t.made_at'),
      })} as content from document_files t where t.id = any($1::bigint[])`,
  },
};

/**
 * SQL that reads the SHA-256 of the content of the rows $1 (`id`, `content`). A row that does not exist has none.
 * @throws Error for a format of a newer version
 */
export function contentQuery(format: number, source: Source): string {
  const found = CONTENTS[format]?.[source];
  if (!found) throw new Error(`the chain has links of a newer version of Bobina: ${source}, format ${format}`);
  return `select id, sha256(convert_to(content::text, 'UTF8')) as content from (${found}) contents`;
}

/** The hash before the first link. */
export const NO_HASH = Buffer.alloc(32);

/** One row in the chain, at its position. */
export interface Link {
  position: number;
  format: number;
  source: Source;
  row_id: number;
  /** SHA-256 of the content when the row was sealed. */
  content: Buffer;
  hash: Buffer;
}

/** SHA-256 of the hash before, and of the format, the source, the row and the content of this link. */
export function hashOfLink(before: Buffer, link: Omit<Link, 'position' | 'hash'>): Buffer {
  return createHash('sha256')
    .update(before)
    .update(`${link.format} ${link.source} ${link.row_id} `)
    .update(link.content)
    .digest();
}

function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')`;
}
function day(column: string): string {
  return `to_char(${column}, 'YYYY-MM-DD')`;
}
function json(columns: Record<string, string>): string {
  return `json_build_object(${Object.entries(columns)
    .map(([name, value]) => `'${name}', ${value}`)
    .join(', ')})`;
}
/** Columns under their own names. @param table the alias of their table */
function plain(table: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(' ').map((name) => [name, `${table}.${name}`]));
}
