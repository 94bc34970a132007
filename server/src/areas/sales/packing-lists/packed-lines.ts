import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { fractionsOfPackedLines } from '@bobina/contract/sales/packed.rules.ts';
import type { PackingListInput } from '@bobina/contract/sales/packing-lists.ts';
import { batchNumberFaults } from '@bobina/contract/stock/movement.rules.ts';
import type { Act } from '../../../platform/context.ts';
import { FieldChecks, Problem, type FieldRefusal } from '../../../platform/problem.ts';
import type { OrderToDeliver } from '../../orders/index.ts';
import { allocateBatches, holdProducts, holdWarehouses, type WantedLine } from '../../stock/index.ts';

type Sent = PackingListInput['items'];
type Line = OrderToDeliver['lines'] extends Map<number, infer L> ? L : never;

/** The quantity taken from one batch for an order line. */
export interface PackedPart {
  item: Line;
  /** The request path of the line. */
  path: string;
  order_item_id: number;
  warehouse_id: number;
  /** `''` when the product is not managed by batch. */
  batch_number: string;
  expiry_date: Day | null;
  quantity: string;
  unit_price: string;
}

/**
 * Locks the products and the warehouses for share and adds the problems of the lines. @returns the goods that each line
 * takes
 */
export async function checkPackedLines(
  act: Act,
  checks: FieldChecks,
  { sent, order }: { sent: Sent; order: OrderToDeliver },
): Promise<WantedLine[]> {
  const products = await holdProducts(
    act,
    [...order.lines.values()].map((line) => line.product_id),
  );
  const warehouses = await holdWarehouses(
    act,
    sent.map((line) => line.warehouse_id),
  );
  return sent.flatMap(({ order_item_id, product_id, code, quantity, batch_number, warehouse_id }, index) => {
    const path = `items.${index}`;
    const item = order.lines.get(order_item_id);
    const product = item && products.get(item.product_id);
    if (!warehouses.get(warehouse_id)?.is_active) checks.add(`${path}.warehouse_id`, 'unknown');
    if (!item || !product) {
      checks.add(`${path}.order_item_id`, 'notOfOrder');
      return [];
    }
    if (product_id != null && product_id !== item.product_id) checks.add(`${path}.product_id`, 'unknown');
    if (code != null && code.toLowerCase() !== item.code.toLowerCase()) checks.add(`${path}.code`, 'unknown');
    if (batch_number)
      for (const fault of batchNumberFaults(batch_number, product)) checks.add(`${path}.${fault.path}`, fault.code);
    return {
      path: `${path}.quantity`,
      product_id: item.product_id,
      warehouse_id,
      quantity,
      batch_number: product.has_batch ? batch_number || null : '',
    };
  });
}

/**
 * Refuses delivery beyond the order, summed over the lines of the packing list. @throws OVER_DELIVERY on each such line
 */
export function refuseOverDelivery(sent: Sent, order: OrderToDeliver): void {
  const left = new Map([...order.lines].map(([id, line]) => [id, decimalOf(line.open_quantity)]));
  const fields: FieldRefusal[] = [];
  for (const [index, { order_item_id, quantity }] of sent.entries()) {
    const remaining = left.get(order_item_id)!;
    const path = `items.${index}.quantity`;
    if (remaining.lte(0)) fields.push({ path, code: 'nothingRemaining' });
    else if (remaining.lt(quantity)) {
      const unit = order.lines.get(order_item_id)!.unit_of_measure;
      fields.push({ path, code: 'overDelivery', values: { max: toNumber(remaining), unit } });
    }
    const after = remaining.minus(quantity);
    left.set(order_item_id, after.lt(0) ? decimalOf(0) : after);
  }
  if (fields.length > 0) throw new Problem('OVER_DELIVERY', { fields });
}

/**
 * Requires that the total delivered quantity of a line is whole for counted units, or exactly the remaining quantity.
 * @throws 400 on each other line
 */
export function refuseFractions(sent: Sent, order: OrderToDeliver): void {
  const checks = new FieldChecks();
  const lines = sent.map(({ order_item_id, quantity }) => {
    const item = order.lines.get(order_item_id)!;
    return { order_item_id, quantity, unit: item.unit_of_measure, rest: item.open_quantity };
  });
  for (const index of fractionsOfPackedLines(lines)) checks.add(`items.${index}.quantity`, 'whole');
  checks.done();
}

/**
 * Splits each line over its batches, locks their stock keys, and adds a notice for chosen batches that are expired.
 * @throws INSUFFICIENT_STOCK
 */
export async function splitLines(
  act: Act,
  { sent, wanted, order, day }: { sent: Sent; wanted: readonly WantedLine[]; order: OrderToDeliver; day: Day },
): Promise<PackedPart[]> {
  const taken = await allocateBatches(act, { lines: wanted, day });
  return sent.flatMap(({ order_item_id, warehouse_id, unit_price }, index) => {
    const item = order.lines.get(order_item_id)!;
    return taken[index]!.map(({ batch_number, quantity, expiry_date }): PackedPart => {
      if (expiry_date !== null && expiry_date < day)
        act.warn('expired_batch', { batch: batch_number, day: expiry_date }, `items.${index}.batch_number`);
      return {
        item,
        path: `items.${index}`,
        order_item_id,
        warehouse_id,
        batch_number,
        expiry_date,
        quantity,
        unit_price: unit_price == null ? item.unit_price : decimalOf(unit_price).toFixed(),
      };
    });
  });
}
