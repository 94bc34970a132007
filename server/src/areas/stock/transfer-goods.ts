import { batchNumberFaults, destinationFaults } from '@bobina/contract/stock/movement.rules.ts';
import type { Movement, TransferInput } from '@bobina/contract/stock/movements.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { describeMovement } from './describe-movement.ts';
import { holdGoods, type HeldProduct } from './hold-goods.ts';
import { readMovements } from './movement-rows.ts';
import { lockMovedReels, placeMovedReels, recordPlaces } from './place-reels.ts';
import { postMovements } from './post-movements.ts';
import type { KeptTransfer } from './reversals.ts';

/**
 * Transfers several goods between two warehouses, one movement each, all or nothing, and changes the places of reels.
 * Locks the products and the warehouses for share, then the reels, then the stock keys.
 * @throws INSUFFICIENT_STOCK on the line that is not covered
 */
export async function transferGoods(act: Act, body: TransferInput): Promise<{ movements: Movement[] }> {
  const products = await check(act, body);
  const { movement_date, from_warehouse_id, to_warehouse_id, notes } = body;
  const reels = body.items
    .filter(({ product_id }) => products.get(product_id)!.is_reel)
    .map(({ product_id, batch_number, location }) => ({ product_id, batch_number: batch_number!, location }));
  const lines = body.items.map(({ product_id, batch_number, quantity }, index) => ({
    product_id,
    batch_number,
    quantity,
    movement_type: 'T' as const,
    source_type: 'MAN' as const,
    movement_date,
    warehouse_id: from_warehouse_id,
    destination_warehouse_id: to_warehouse_id,
    notes,
    paths: { quantity: `items.${index}.quantity`, batch_number: `items.${index}.batch_number` },
  }));
  await lockMovedReels(act, reels);
  const numbers = await postMovements(act, { lines });
  const places = await placeMovedReels(act, reels, from_warehouse_id);
  const movements = await readMovements(act.tx, numbers);
  for (const [index, movement] of movements.entries()) {
    const changes = diffRecords(null, movement);
    act.record('create', 'stock-movements', numbers[index]!, describeMovement(movement), movement.version, changes);
    if (index === 0) act.keep({ movements: numbers, places } satisfies KeptTransfer);
  }
  recordPlaces(act, places);
  return { movements };
}

/** Locks the rows named by the transfer for share, reports all problems at once, and returns the products by id. */
async function check(
  act: Act,
  { movement_date, from_warehouse_id, to_warehouse_id, items }: TransferInput,
): Promise<Map<number, HeldProduct>> {
  const { products, warehouses } = await holdGoods(act, {
    productIds: items.map((item) => item.product_id),
    warehouseIds: [from_warehouse_id, to_warehouse_id],
  });
  const checks = new FieldChecks();
  if (movement_date > (await companyToday(act.tx))) checks.add('movement_date', 'future');
  if (!warehouses.get(from_warehouse_id)?.is_active) checks.add('from_warehouse_id', 'unknown');
  if (!warehouses.get(to_warehouse_id)?.is_active) checks.add('to_warehouse_id', 'unknown');
  for (const { path, code } of destinationFaults(from_warehouse_id, to_warehouse_id, 'to_warehouse_id'))
    checks.add(path, code);
  for (const [index, { product_id, batch_number, location }] of items.entries()) {
    const product = products.get(product_id);
    // The reels of an inactive product stay usable.
    if (!product?.is_active && !product?.is_reel) checks.add(`items.${index}.product_id`, 'unknown');
    else {
      for (const { path, code } of batchNumberFaults(batch_number, product)) checks.add(`items.${index}.${path}`, code);
      if (location && !product.is_reel) checks.add(`items.${index}.location`, 'notReel');
    }
  }
  checks.done();
  return products;
}
