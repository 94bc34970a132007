import { movementFaults } from '@bobina/contract/stock/movement.rules.ts';
import type { MovementInput } from '@bobina/contract/stock/movements.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { holdGoods, type HeldProduct } from './hold-goods.ts';
import type { PostingLine } from './posting-line.ts';

/** A manual movement with its destination under one name; null unless it is a transfer. */
export type ManualMovement = Omit<MovementInput, 'destination_warehouse'>;

/** Normalizes the two request names of the destination to one; only a transfer has a destination. */
export function manualMovement({
  destination_warehouse,
  destination_warehouse_id,
  ...movement
}: MovementInput): ManualMovement {
  return {
    ...movement,
    destination_warehouse_id:
      movement.movement_type === 'T' ? (destination_warehouse_id ?? destination_warehouse) : null,
  };
}

const ownPaths = { quantity: 'quantity', batch_number: 'batch_number' };

/**
 * Locks the rows named by a manual movement for share and reports all problems at once.
 * @param before the movement that it replaces; rows that it already names may be inactive
 * @returns the line to post, and its product
 */
export async function checkMovement(
  act: Act,
  { movement, before }: { movement: ManualMovement; before?: ManualMovement | undefined },
): Promise<{ line: PostingLine; product: HeldProduct | undefined }> {
  const { product_id } = movement;
  const placesOf = (one: ManualMovement) => [one.warehouse_id, one.destination_warehouse_id ?? one.warehouse_id];
  // Locks the rows of the replaced movement in the same step, because its goods return there and all locks follow one
  // order.
  const { products, warehouses } = await holdGoods(act, {
    productIds: before ? [product_id, before.product_id] : [product_id],
    warehouseIds: before ? [...placesOf(movement), ...placesOf(before)] : placesOf(movement),
  });
  const checks = new FieldChecks();
  const known = (
    path: 'product_id' | 'warehouse_id' | 'destination_warehouse_id',
    held: Map<number, { is_active: boolean }>,
  ) => {
    const id = movement[path];
    if (id && !(before?.[path] === id ? held.has(id) : held.get(id)?.is_active)) checks.add(path, 'unknown');
  };
  // The reels of an inactive product stay usable; nothing is loaded of it.
  const product = products.get(product_id);
  const isOfReels = movement.movement_type !== 'C' && product?.is_reel;
  if (!isOfReels) known('product_id', products);
  known('warehouse_id', warehouses);
  known('destination_warehouse_id', warehouses);
  for (const { path, code } of movementFaults(movement, product, await companyToday(act.tx))) checks.add(path, code);
  checks.done();
  // Only a load sets batch dates, and only for a product managed by batch.
  const dated = movement.movement_type === 'C' && product!.has_batch;
  const dates = dated ? {} : { production_date: null, expiry_date: null };
  return { line: { ...movement, ...dates, source_type: 'MAN', paths: ownPaths }, product };
}
