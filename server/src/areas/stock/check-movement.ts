import { movementFaults } from '@bobina/contract/stock/movement.rules.ts';
import type { MovementInput } from '@bobina/contract/stock/movements.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { holdGoods } from './hold-goods.ts';
import type { PostingLine } from './posting-line.ts';

/** A movement by hand, with its destination under one name, and none unless it is a transfer. */
export type ManualMovement = Omit<MovementInput, 'destination_warehouse'>;

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
 * Holds what a manual movement names, and tells all that is wrong with it at once.
 * @param before the movement that it replaces: what it names already may have become inactive since
 * @returns the line to be booked
 */
export async function checkMovement(act: Act, movement: ManualMovement, before?: ManualMovement): Promise<PostingLine> {
  const { product_id } = movement;
  const placesOf = (one: ManualMovement) => [one.warehouse_id, one.destination_warehouse_id ?? one.warehouse_id];
  // What the one before names is held too, in the one order, for its goods come back there.
  const { products, warehouses } = await holdGoods(
    act,
    before ? [product_id, before.product_id] : [product_id],
    before ? [...placesOf(movement), ...placesOf(before)] : placesOf(movement),
  );
  const checks = new FieldChecks();
  const known = (
    path: 'product_id' | 'warehouse_id' | 'destination_warehouse_id',
    held: Map<number, { is_active: boolean }>,
  ) => {
    const id = movement[path];
    if (id && !(before?.[path] === id ? held.has(id) : held.get(id)?.is_active)) checks.add(path, 'unknown');
  };
  known('product_id', products);
  known('warehouse_id', warehouses);
  known('destination_warehouse_id', warehouses);
  for (const { path, code } of movementFaults(movement, products.get(product_id), await companyToday(act.tx)))
    checks.add(path, code);
  checks.done();
  // Only a load gives its batch dates; a batch that is not managed has none.
  const dated = movement.movement_type === 'C' && products.get(product_id)!.has_batch;
  const dates = dated ? {} : { production_date: null, expiry_date: null };
  return { ...movement, ...dates, source_type: 'MAN', paths: ownPaths };
}
