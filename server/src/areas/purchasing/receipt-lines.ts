import { bookedQuantity, receivedItemFaults } from '@bobina/contract/purchasing/receipt.rules.ts';
import type { Decimal } from '@bobina/contract/core/decimal.ts';
import type { ReceiptInput, ReceivedItemInput } from '@bobina/contract/purchasing/receipts.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { holdProducts, holdWarehouses } from '../stock/index.ts';
import type { LockedItem, LockedOrder } from './lock-order.ts';

/** A line of a receipt that brings something. */
export interface ReceiptLine {
  /** Of the line in what was sent. */
  path: string;
  item: LockedItem;
  warehouse_id: number;
  /** Exactly what is booked. */
  quantity: Decimal;
  /** What goes into stock: a part per batch, or one without. */
  parts: {
    batch_number: string | null;
    quantity: number | string;
    production_date?: string | null | undefined;
    expiry_date?: string | null | undefined;
  }[];
}

/** Holds the products and warehouses of a receipt, and tells all that is wrong with its lines at once. */
export async function checkReceiptLines(act: Act, { items }: ReceiptInput, order: LockedOrder): Promise<ReceiptLine[]> {
  const byId = new Map(order.items.map((item) => [item.id, item]));
  const products = await holdProducts(
    act,
    order.items.map((item) => item.product_id),
  );
  const warehouses = await holdWarehouses(
    act,
    items.flatMap(({ warehouse_id }) => warehouse_id ?? []),
  );
  const checks = new FieldChecks();
  const lines: ReceiptLine[] = [];
  for (const [index, sent] of items.entries()) {
    const path = `items.${index}`;
    const item = byId.get(sent.order_item_id);
    if (!item) {
      checks.add(`${path}.order_item_id`, 'unknown');
      continue;
    }
    if (sent.product_id != null && sent.product_id !== item.product_id) checks.add(`${path}.product_id`, 'unknown');
    if (sent.warehouse_id != null && !warehouses.get(sent.warehouse_id)?.is_active)
      checks.add(`${path}.warehouse_id`, 'unknown');
    const product = products.get(item.product_id);
    // Deleted once the order was closed.
    if (!product) {
      checks.add(`${path}.order_item_id`, 'unknown');
      continue;
    }
    const traced = {
      has_batches: product.has_batch,
      has_expiry: product.has_expiry_date,
      has_production_date: product.has_production_date,
    };
    for (const fault of receivedItemFaults(sent, traced)) checks.add(`${path}.${fault.path}`, fault.code);
    if (sent.quantity === 0) continue;
    const quantity = bookedQuantity(sent, traced);
    lines.push({
      path,
      item,
      warehouse_id: sent.warehouse_id!,
      quantity,
      parts: partsOf(sent, quantity, product.has_batch),
    });
  }
  checks.done();
  return lines;
}

function partsOf(sent: ReceivedItemInput, quantity: Decimal, hasBatch: boolean): ReceiptLine['parts'] {
  return hasBatch ? sent.batches! : [{ batch_number: null, quantity: quantity.toFixed() }];
}
