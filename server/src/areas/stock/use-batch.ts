import { sql } from 'kysely';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { Act } from '../../platform/context.ts';
import { invalid } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { holdGoods } from './hold-goods.ts';
import { postMovements } from './post-movements.ts';

/** A batch and the quantity that a run uses of it. */
interface Used {
  batch: { id: number; product_id: number; batch_number: string };
  quantity: number;
  /** Required if several warehouses hold it. */
  warehouse_id: number | null;
  document: { id: number; number: string };
}

/**
 * Books what a run uses of a batch that is not a reel, today, with source USE. Locks product and warehouse for share, then the
 * stock keys.
 * @returns the movement
 * @throws 400 on the warehouse, INSUFFICIENT_STOCK, ON_HOLD
 */
export async function consumeBatch(act: Act, { batch, quantity, warehouse_id, document }: Used): Promise<number> {
  const warehouse = warehouse_id ?? (await onlyWarehouse(act, batch.id));
  const { warehouses } = await holdGoods(act, { productIds: [batch.product_id], warehouseIds: [warehouse] });
  if (!warehouses.has(warehouse)) throw invalid('warehouse_id', 'unknown');
  const [movement] = await postMovements(act, {
    lines: [
      {
        movement_type: 'S',
        source_type: 'USE',
        movement_date: await companyToday(act.tx),
        product_id: batch.product_id,
        warehouse_id: warehouse,
        batch_number: batch.batch_number,
        quantity: decimalOf(quantity).toFixed(),
        document_id: document.id,
        document_number: document.number,
        paths: { quantity: 'quantity', batch_number: 'batch_id' },
      },
    ],
  });
  return movement!;
}

/** The warehouse that holds a batch, or held it last when its stock is 0. @throws 400 if several hold it */
async function onlyWarehouse(act: Act, batch: number): Promise<number> {
  const { rows } = await sql<{ warehouse_id: number; has_stock: boolean }>`
    select warehouse_id, quantity > 0 as has_stock from stock_balances where batch_id = ${batch}
    order by quantity > 0 desc, warehouse_id`.execute(act.tx);
  const [first, second] = rows;
  if (!first || second?.has_stock) throw invalid('warehouse_id', 'required');
  return first.warehouse_id;
}
