import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { quantitiesMatch } from '@bobina/contract/stock/movement.rules.ts';
import type { Reel, SplitInput } from '@bobina/contract/stock/reels.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks, invalid } from '../../platform/problem.ts';
import { companyToday, readSettings } from '../registry/index.ts';
import { holdGoods } from './hold-goods.ts';
import { postMovements } from './post-movements.ts';
import { createReels, takeReelNumbers } from './create-reels.ts';
import { linkBatches } from './link-batches.ts';
import { measureReels, readMeasuringProducts } from './measure-reels.ts';

/**
 * Splits a batch of a reel product into reels, which keep its dates and its cost: one unload and a load for each reel, in
 * one posting. Locks product and warehouse for share, takes the numbers, then locks the stock keys.
 * @throws 400 `reels` quantityMismatch, INSUFFICIENT_STOCK, ON_HOLD, REEL_MOUNTED
 */
export async function splitBatch(
  act: Act,
  { batch_id, warehouse_id, quantity, reels }: SplitInput,
): Promise<{ reels: Reel[] }> {
  const batch = await act.tx
    .selectFrom('batches')
    .select(['id', 'product_id', 'batch_number', 'production_date', 'expiry_date'])
    .where('id', '=', batch_id)
    .where('batch_number', '<>', '')
    .executeTakeFirst();
  if (!batch) throw invalid('batch_id', 'unknown');
  const { products, warehouses } = await holdGoods(act, {
    productIds: [batch.product_id],
    warehouseIds: [warehouse_id],
  });
  const checks = new FieldChecks();
  if (!warehouses.has(warehouse_id)) checks.add('warehouse_id', 'unknown');
  if (!products.get(batch.product_id)?.is_reel) checks.add('batch_id', 'notReel');
  checks.done();
  const product = (await readMeasuringProducts(act, [batch.product_id])).get(batch.product_id)!;
  const { reel_check_percent } = await readSettings(act.tx);
  const measured = measureReels(act, { product, reels, path: 'reels', checkPercent: reel_check_percent, checks });
  checks.done();
  if (
    !quantitiesMatch(
      quantity,
      measured.map((reel) => decimalOf(reel.quantity)),
    )
  )
    throw invalid('reels', 'quantityMismatch');

  const today = await companyToday(act.tx);
  const numbers = await takeReelNumbers(act, measured.length, today);
  const line = { source_type: 'SPL', movement_date: today, product_id: batch.product_id, warehouse_id } as const;
  const { production_date, expiry_date, batch_number } = batch;
  const [taken, ...made] = await postMovements(act, {
    lines: [
      {
        ...line,
        movement_type: 'S',
        batch_number,
        quantity,
        paths: { quantity: 'quantity', batch_number: 'batch_id' },
      },
      ...measured.map((reel, at) => ({
        ...line,
        movement_type: 'C' as const,
        batch_number: numbers[at]!.code,
        quantity: reel.quantity,
        production_date,
        expiry_date,
        keep_dates: true,
      })),
    ],
  });
  const created = await createReels(
    act,
    measured.map((reel, at) => ({ ...reel, ...numbers[at]!, movement_id: made[at]! })),
  );
  await linkBatches(act, {
    source: 'split',
    links: created.map((reel) => ({ input: batch_id, output: reel.batch_id, movement_id: taken! })),
  });
  const first = created[0]!.code;
  const codes = created.length === 1 ? first : `${first} – ${created.at(-1)!.code}`;
  act.record('split', 'batches', batch_id, `${batch_number} · ${quantity} ${product.unit_of_measure} → ${codes}`);
  return { reels: created };
}
