import { decimalOf, round, sum } from '@bobina/contract/core/decimal.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import type { OutputInput, RunOutput } from '@bobina/contract/production/runs.ts';
import { gsmOf, kgIn, type ReelUnit } from '@bobina/contract/stock/reel.rules.ts';
import type { Reel, ReelInput } from '@bobina/contract/stock/reels.ts';
import type { Act } from '../../../platform/context.ts';
import { FieldChecks, invalid, notFound } from '../../../platform/problem.ts';
import type { OrderLine } from '../../orders/index.ts';
import { companyToday, readSettings } from '../../registry/index.ts';
import {
  createReels,
  holdProducts,
  holdWarehouses,
  measureReels,
  nameBatches,
  postMovements,
  readMeasuringProducts,
  refuseReelCodes,
  takeReelNumbers,
  type MeasuredReel,
} from '../../stock/index.ts';
import { insertOperation, logOperation } from '../items/enter-operation.ts';
import { lockNamedItem, refuseCompleted } from '../items/named-item.ts';
import { pickWarehouse } from '../items/pick-warehouse.ts';
import { recordRun } from './record-run.ts';
import { kgOfGoods, type Weight } from './kg-of-goods.ts';
import { linkRun } from './link-run.ts';
import { documentOfRun, lockOpenRun, type LockedRun } from './lock-run.ts';
import { readOutputs } from './run-rows.ts';
import { writeOutputs } from './write-outputs.ts';

/** A batch to make: its number, quantity and weight. A reel gets its number later. */
interface Part extends Weight {
  batch_number: string | null;
  quantity: string;
  production_date?: string | null | undefined;
  expiry_date?: string | null | undefined;
  reel?: MeasuredReel;
}
type Product = NonNullable<Awaited<ReturnType<typeof holdProducts>> extends Map<number, infer Held> ? Held : never>;

/**
 * Records what a run made: an operation of its order line, or goods that are loaded into stock at once. Locks the line, the
 * run, product and warehouse for share, takes the numbers of reels, then locks the stock keys.
 * @throws ITEM_COMPLETED, INVALID_TRANSITION when the run is ended, 400 on the content
 */
export async function recordOutput(
  act: Act,
  { id, body }: { id: number; body: OutputInput },
): Promise<{ outputs: RunOutput[]; reels: Reel[] }> {
  const item = await lockLine(act, id, body);
  const run = await lockOpenRun(act, id);
  const product_id = item?.product_id ?? body.product_id;
  if (!product_id) throw invalid('product_id', 'required');
  if (item && body.product_id && body.product_id !== item.product_id) throw invalid('product_id', 'unknown');
  if (item) refuseCompleted(item);
  const product = (await holdProducts(act, [product_id])).get(product_id);
  if (!product) throw invalid('product_id', 'unknown');
  const today = await companyToday(act.tx);
  const parts = await partsOf(act, { product, body, item, today });
  const { outputs, reels } = item
    ? await enterOperations(act, { run, item, product, parts, today })
    : await loadAtOnce(act, { run, product, parts, today, warehouse_id: body.warehouse_id ?? null });
  await linkRun(act, id);
  const made = await readOutputs(act.tx, { run: id, ids: outputs });
  const numbers = made.map(({ batch_number }) => batch_number).filter((number) => number !== null);
  const codes = numbers.length > 1 ? `${numbers[0]} – ${numbers.at(-1)}` : (numbers[0] ?? '');
  const quantity = sum(parts.map((part) => decimalOf(part.quantity))).toFixed();
  const details = [product.code, codes, `${quantity} ${made[0]!.unit_of_measure}`].filter(Boolean).join(' · ');
  recordRun(act, 'output', run, details);
  return { outputs: made, reels };
}

/** Reads the line of the run without a lock, and locks the one that the output belongs to. */
async function lockLine(act: Act, id: number, { order_item_id }: OutputInput): Promise<OrderLine | undefined> {
  const run = await act.tx
    .selectFrom('production_runs')
    .select('order_item_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!run) throw notFound();
  const line = order_item_id ?? run.order_item_id;
  return line ? lockNamedItem(act, { id: line, path: 'order_item_id' }) : undefined;
}

async function partsOf(
  act: Act,
  { product, body, item, today }: { product: Product; body: OutputInput; item: OrderLine | undefined; today: string },
): Promise<Part[]> {
  const production_date = product.has_production_date ? today : null;
  if (product.is_reel) return reelParts(act, { product, reels: body.reels ?? [], production_date });
  const checks = new FieldChecks();
  if (body.reels && body.reels.length > 0) checks.add('reels', 'notReel');
  if (!body.quantity) checks.add('quantity', 'required');
  else if (item && isRefusedFraction(item.unit_of_measure, body.quantity, [restOf(item)]))
    checks.add('quantity', 'whole');
  if (product.has_batch && !body.batch_number) checks.add('batch_number', 'required');
  checks.done();
  if (product.has_batch) await refuseReelCodes(act, { numbers: [body.batch_number!] });
  const quantity = decimalOf(body.quantity!).toFixed();
  const weight =
    body.kg == null
      ? await kgOfGoods(act, { product_id: product.id, quantity })
      : { kg: decimalOf(body.kg).toFixed(), kg_per_unit: null };
  const batch_number = product.has_batch ? body.batch_number! : null;
  const expiry_date = product.has_expiry_date ? body.expiry_date : null;
  return [{ batch_number, quantity, ...weight, production_date, expiry_date }];
}

function restOf(item: OrderLine): string {
  return decimalOf(item.quantity).minus(item.produced_quantity).toFixed();
}

async function reelParts(
  act: Act,
  {
    product,
    reels,
    production_date,
  }: { product: Product; reels: readonly ReelInput[]; production_date: string | null },
): Promise<Part[]> {
  if (reels.length === 0) throw invalid('reels', 'required');
  const measuring = (await readMeasuringProducts(act, [product.id])).get(product.id)!;
  const { reel_check_percent } = await readSettings(act.tx);
  const checks = new FieldChecks();
  const measured = measureReels(act, {
    product: measuring,
    reels,
    path: 'reels',
    checkPercent: reel_check_percent,
    checks,
  });
  checks.done();
  return measured.map((reel) => {
    const web = { width_mm: reel.width_mm, gsm: reel.input.gsm ?? gsmOf(measuring)! };
    const kgPer = (quantity: string | number) => kgIn(measuring.unit_of_measure as ReelUnit, quantity, web);
    return {
      batch_number: null,
      quantity: reel.quantity,
      kg: round(kgPer(reel.quantity), 3).toFixed(),
      kg_per_unit: kgPer(1).toFixed(),
      production_date: reel.input.production_date ?? production_date,
      expiry_date: reel.input.expiry_date,
      reel,
    };
  });
}

interface Making {
  run: LockedRun;
  product: Product;
  parts: readonly Part[];
  today: string;
}

/** The goods get stock by the load of the line; their batches exist from now on, so that links have an end. */
async function enterOperations(
  act: Act,
  { run, item, product, parts, today }: Making & { item: OrderLine },
): Promise<{ outputs: number[]; reels: Reel[] }> {
  const numbers = product.is_reel ? await takeReelNumbers(act, parts.length, today) : [];
  const named = parts.map((part, at) => ({ ...part, batch_number: numbers[at]?.code ?? part.batch_number }));
  const batches = product.has_batch
    ? await nameBatches(act, {
        product_id: product.id,
        batches: named.map(({ batch_number, production_date, expiry_date }) => ({
          batch_number: batch_number!,
          production_date,
          expiry_date,
        })),
      })
    : [];
  const reels = await createReels(
    act,
    named.flatMap(({ reel }, at) => (reel ? [{ ...reel, ...numbers[at]!, batch_id: batches[at]! }] : [])),
  );
  const operations: number[] = [];
  for (const { batch_number, quantity } of named)
    operations.push(
      await insertOperation(act, {
        order_item_id: item.id,
        batch_number: batch_number ?? `${item.order_number}-${item.line}`,
        quantity_produced: quantity,
        production_date: today,
      }),
    );
  const outputs = await writeOutputs(act, run, {
    outputs: named.map(({ quantity, kg, kg_per_unit }, at) => ({
      product_id: product.id,
      order_item_id: item.id,
      operation_id: operations[at]!,
      batch_id: batches[at] ?? null,
      quantity,
      kg,
      kg_per_unit,
    })),
  });
  for (const [at, operation] of operations.entries())
    await logOperation(act, {
      id: operation,
      action: 'produce',
      item,
      details: `${named[at]!.batch_number ?? ''} · ${named[at]!.quantity}`,
      isQuiet: at < operations.length - 1,
    });
  return { outputs, reels };
}

async function loadAtOnce(
  act: Act,
  { run, product, parts, today, warehouse_id }: Making & { warehouse_id: number | null },
): Promise<{ outputs: number[]; reels: Reel[] }> {
  const warehouse = warehouse_id ?? (await pickWarehouse(act.tx))?.id;
  if (!warehouse) throw invalid('warehouse_id', 'warehouseRequired');
  if (!(await holdWarehouses(act, [warehouse])).get(warehouse)?.is_active) throw invalid('warehouse_id', 'unknown');
  const numbers = product.is_reel ? await takeReelNumbers(act, parts.length, today) : [];
  const document = documentOfRun(run);
  const movements = await postMovements(act, {
    lines: parts.map(({ batch_number, quantity, production_date, expiry_date }, at) => ({
      movement_type: 'C',
      source_type: 'PRD',
      movement_date: today,
      product_id: product.id,
      warehouse_id: warehouse,
      batch_number: numbers[at]?.code ?? batch_number,
      quantity,
      production_date,
      expiry_date,
      keep_dates: true,
      document_id: document.id,
      document_number: document.number,
      paths: { quantity: 'quantity', batch_number: 'batch_number' },
    })),
  });
  const reels = await createReels(
    act,
    parts.flatMap(({ reel }, at) => (reel ? [{ ...reel, ...numbers[at]!, movement_id: movements[at]! }] : [])),
  );
  const batches = await act.tx
    .selectFrom('stock_movements')
    .select(['id', 'batch_id'])
    .where('id', 'in', movements)
    .execute();
  const batchOf = new Map(batches.map(({ id, batch_id }) => [id, batch_id]));
  const outputs = await writeOutputs(act, run, {
    outputs: parts.map(({ quantity, kg, kg_per_unit }, at) => ({
      product_id: product.id,
      order_item_id: null,
      operation_id: null,
      batch_id: product.has_batch ? batchOf.get(movements[at]!)! : null,
      quantity,
      kg,
      kg_per_unit,
      movement_id: movements[at]!,
    })),
  });
  return { outputs, reels };
}
