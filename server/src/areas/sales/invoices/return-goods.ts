import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { takeReturned, type ReturnablePart } from '@bobina/contract/sales/credit.rules.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { Problem } from '../../../platform/problem.ts';
import { holdProducts, holdWarehouses, postMovements } from '../../stock/index.ts';

/** A part of a packing list that a line of the credit note credits. */
interface Part extends ReturnablePart {
  /** The credited quantity of the line of the credit note. */
  credited: string;
  product_id: number;
  warehouse_id: number;
  batch_number: string | null;
}

/**
 * Loads the quantities of a credit note into the warehouses and batches that they left, the last part of each packing
 * list line first. Locks the products and the warehouses for share, then the stock keys.
 * @returns the movement numbers, to be named by the number of the credit note
 * @throws INVALID_TRANSITION when a product or a warehouse was deleted, or its batch tracking changed
 */
export async function returnGoods(act: Act, { note, day }: { note: number; day: Day }): Promise<number[]> {
  const found = await readParts(act, note);
  const parts = takeReturned(found, new Map(found.map(({ line, credited }) => [line, decimalOf(credited)])));
  if (parts.length === 0) return [];
  await requirePlaces(act, parts);
  const movements = await postMovements(act, {
    lines: parts.map(({ product_id, warehouse_id, batch_number, quantity }) => ({
      movement_type: 'C',
      source_type: 'SO',
      movement_date: day,
      product_id,
      warehouse_id,
      batch_number,
      keep_dates: true,
      quantity: quantity.toFixed(),
      document_id: note,
    })),
  });
  const rows = parts.map((part, index) => ({
    credit_note_item_id: part.line,
    packing_list_item_id: part.packing_list_item_id,
    quantity: part.quantity.toFixed(),
    movement_id: movements[index]!,
  }));
  await act.tx.insertInto('returned_goods').values(rows).execute();
  return movements;
}

/** The delivered quantity of a part `p` of a packing list that was not returned. */
const leftOfPart = sql`(p.quantity
  - coalesce((select sum(r.quantity) from returned_goods r where r.packing_list_item_id = p.id), 0))`;
/** Joins the parts `p` of the packing list that a line `c` of an invoice or a credit note charges. */
const partsOfLine = sql`join packing_list_items p
  on p.packing_list_id = c.packing_list_id and p.order_item_id = c.order_item_id and p.unit_price = c.unit_price`;

/** Reads what can come back of an invoice, in the order in which a credit takes it. */
export async function readReturnable(db: Db, invoice: number): Promise<NonNullable<Invoice['returnable']>> {
  const { rows } = await sql<NonNullable<Invoice['returnable']>[number]>`
    select c.id as line, p.id as packing_list_item_id, p.batch_number, w.name as warehouse_name, ${leftOfPart}::float8 as left
    from invoice_items c ${partsOfLine} join warehouses w on w.id = p.warehouse_id
    where c.invoice_id = ${invoice} and ${leftOfPart} > 0
    order by c.position, p.position desc`.execute(db);
  return rows;
}

/** Reads the parts of each credited line, the last one of the packing list first. */
async function readParts(act: Act, note: number): Promise<Part[]> {
  const { rows } = await sql<Part>`
    select c.id as line, c.quantity as credited, p.id as packing_list_item_id, p.product_id, p.warehouse_id, p.batch_number,
      ${leftOfPart} as left
    from invoice_items c ${partsOfLine}
    where c.invoice_id = ${note} and c.quantity is not null
    order by c.position, p.position desc`.execute(act.tx);
  return rows;
}

/** Goods return only to a product and warehouse that still exist, with unchanged batch tracking. */
async function requirePlaces(act: Act, parts: readonly Part[]): Promise<void> {
  const products = await holdProducts(
    act,
    parts.map((part) => part.product_id),
  );
  const warehouses = await holdWarehouses(
    act,
    parts.map((part) => part.warehouse_id),
  );
  const fits = (part: Part) =>
    products.get(part.product_id)?.has_batch === (part.batch_number !== null) && warehouses.has(part.warehouse_id);
  if (!parts.every(fits)) throw new Problem('INVALID_TRANSITION', { text: 'GOODS_GONE' });
}
