import { toNumber } from '@bobina/contract/core/decimal.ts';
import type { LoadedGoods, LoadPreview, LoadPreviewInput } from '@bobina/contract/production/loading.ts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../platform/database/db.ts';
import { FieldChecks, notFound } from '../../platform/problem.ts';
import type { OrderLine } from '../orders/index.ts';
import { batchesToLoad, mostToLoad } from './load-item.ts';
import { operationsOfAll } from './operations-of.ts';

/**
 * Returns the batches that loading each item in the given quantity would post. Locks nothing, because the load checks
 * again.
 * @throws 400 on an unknown item, and on each quantity above the maximum of a load
 */
export async function previewLoad(
  db: Db,
  { items }: Pick<z.output<typeof LoadPreviewInput>, 'items'>,
): Promise<LoadPreview> {
  const lines = await linesOf(
    db,
    items.map(({ itemId }) => itemId),
  );
  const checks = new FieldChecks();
  for (const [index, { itemId, quantity }] of items.entries()) {
    const line = lines.get(itemId);
    if (!line) {
      checks.add(`items.${index}.itemId`, 'unknown');
      continue;
    }
    const max = mostToLoad(line);
    if (quantity > max) checks.add(`items.${index}.quantity`, 'over_remaining', { max, unit: line.unit_of_measure });
  }
  checks.done();
  const operations = await operationsOfAll(db, [...lines.keys()]);
  return {
    items: items.map(({ itemId, quantity }) => {
      const line = lines.get(itemId)!;
      const batches = line.has_batch
        ? batchesToLoad(line, operations.get(itemId) ?? [], quantity)
        : [{ batch_number: null, quantity: String(quantity) }];
      return {
        item_id: itemId,
        batches: batches.map((part) => ({ batch_number: part.batch_number, quantity: toNumber(part.quantity) })),
      };
    }),
  };
}

/** Reads the posted load of an item, in posting order. @throws NOT_FOUND when nothing is loaded */
export async function readLoaded(db: Db, id: number): Promise<LoadedGoods> {
  const { rows } = await sql<LoadedGoods['batches'][number]>`
    select nullif(b.batch_number, '') as batch_number, m.quantity::float8 as quantity, w.name as warehouse_name
    from production_loads l
      join production_load_movements lm on lm.load_id = l.id
      join stock_movements m on m.id = lm.movement_id
      join batches b on b.id = m.batch_id
      join warehouses w on w.id = m.warehouse_id
    where l.order_item_id = ${id} and l.undone_at is null
    order by m.id`.execute(db);
  if (rows.length === 0) throw notFound();
  return { batches: rows };
}

type Line = Pick<
  OrderLine,
  'id' | 'order_number' | 'line' | 'quantity' | 'produced_quantity' | 'is_closed' | 'unit_of_measure'
> & { has_batch: boolean };

async function linesOf(db: Db, ids: readonly number[]): Promise<Map<number, Line>> {
  const { rows } = await sql<Line>`
    select t.id, o.order_number, t.position + 1 as line, t.quantity, t.produced_quantity, t.closed_at is not null as is_closed, p.unit_of_measure, p.has_batch
    from customer_order_items t
      join customer_orders o on o.id = t.order_id and o.deleted_at is null
      join products p on p.id = t.product_id
    where t.id = any(${ids})`.execute(db);
  return new Map(rows.map((line) => [line.id, line]));
}
