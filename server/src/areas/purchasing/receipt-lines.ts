import { bookedQuantity, receivedItemFaults } from '@bobina/contract/purchasing/receipt.rules.ts';
import { decimalOf, sum, type Decimal } from '@bobina/contract/core/decimal.ts';
import { quantitiesMatch } from '@bobina/contract/stock/movement.rules.ts';
import type { ReceiptInput, ReceivedItemInput } from '@bobina/contract/purchasing/receipts.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { readSettings } from '../registry/index.ts';
import {
  holdProducts,
  holdWarehouses,
  measureReels,
  readMeasuringProducts,
  type MeasuredReel,
} from '../stock/index.ts';
import type { LockedItem, LockedOrder } from './lock-order.ts';

/** A receipt line with a quantity. */
export interface ReceiptLine {
  /** The request path of the line. */
  path: string;
  item: LockedItem;
  unit_of_measure: string;
  warehouse_id: number;
  /** The exact quantity to post. */
  quantity: Decimal;
  /** The parts to load into stock: one per batch, or a single one without a batch. */
  parts: {
    batch_number: string | null;
    quantity: number | string;
    production_date?: string | null | undefined;
    expiry_date?: string | null | undefined;
    /** A new reel, whose batch number is taken just before it is posted. */
    reel?: MeasuredReel;
  }[];
}

/** Locks the products and warehouses of a receipt for share and reports all line problems at once. */
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
  const reelProducts = [...products.values()].filter((product) => product.is_reel).map(({ id }) => id);
  const measuring = reelProducts.length > 0 ? await readMeasuringProducts(act, reelProducts) : new Map<number, never>();
  const checkPercent = reelProducts.length > 0 ? (await readSettings(act.tx)).reel_check_percent : 0;
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
    // The product was deleted after the order was closed.
    if (!product) {
      checks.add(`${path}.order_item_id`, 'unknown');
      continue;
    }
    const traced = {
      is_reel: product.is_reel,
      has_batches: product.has_batch,
      has_expiry: product.has_expiry_date,
      has_production_date: product.has_production_date,
    };
    for (const fault of receivedItemFaults(sent, traced)) checks.add(`${path}.${fault.path}`, fault.code);
    if (sent.quantity === 0) continue;
    const parts = product.is_reel
      ? reelParts(act, { sent, path, product: measuring.get(item.product_id)!, checkPercent, checks })
      : partsOf(sent, bookedQuantity(sent, traced), product.has_batch);
    const quantity = sum(parts.map((part) => decimalOf(part.quantity)));
    const { unit_of_measure } = product;
    lines.push({ path, item, unit_of_measure, warehouse_id: sent.warehouse_id!, quantity, parts });
  }
  checks.done();
  return lines;
}

/** Measures the reels of a line; their sum is the quantity of the line if it is given. */
function reelParts(
  act: Act,
  {
    sent,
    path,
    ...measuring
  }: { sent: ReceivedItemInput; path: string } & Omit<Parameters<typeof measureReels>[1], 'reels' | 'path'>,
): ReceiptLine['parts'] {
  const reels = sent.reels ?? [];
  const measured = measureReels(act, { ...measuring, reels, path: `${path}.reels` });
  const quantities = measured.map(({ quantity }) => decimalOf(quantity));
  if (
    sent.quantity != null &&
    measured.length === reels.length &&
    reels.length > 0 &&
    !quantitiesMatch(sent.quantity, quantities)
  )
    measuring.checks.add(`${path}.reels`, 'quantityMismatch');
  return measured.map((reel) => ({
    batch_number: null,
    quantity: reel.quantity,
    production_date: reel.input.production_date,
    expiry_date: reel.input.expiry_date,
    reel,
  }));
}

function partsOf(sent: ReceivedItemInput, quantity: Decimal, hasBatch: boolean): ReceiptLine['parts'] {
  return hasBatch ? (sent.batches ?? []) : [{ batch_number: null, quantity: quantity.toFixed() }];
}
