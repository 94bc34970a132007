import { round, toNumber } from '@bobina/contract/core/decimal.ts';
import { kgIn, metresIn, squareMetresIn, type ReelUnit } from '@bobina/contract/stock/reel.rules.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import type { Db } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { readReels } from '../../stock/index.ts';
import type { ReelLabels } from './print/reel-labels.ts';

/** Reads the reels of labels in the order of their ids. @throws NOT_FOUND when one of them does not exist */
export async function readReelLabels(
  db: Db,
  { ids, ...look }: Pick<ReelLabels, 'format' | 'language'> & { ids: readonly number[] },
): Promise<ReelLabels> {
  const reels = await readReels(db, ids);
  if (reels.length < ids.length) throw notFound();
  const unloaded = await readUnloaded(db, ids);
  const products = await db
    .selectFrom('products')
    .select(['id', 'barcode'])
    .where('id', 'in', [...new Set(reels.map(({ product_id }) => product_id))])
    .execute();
  const barcodes = new Map(products.map(({ id, barcode }) => [id, barcode]));
  return {
    ...look,
    reels: reels.map((reel) => ({
      ...(unloaded.has(reel.batch_id) ? asMade(reel) : reel),
      barcode: barcodes.get(reel.product_id) ?? null,
    })),
    today: await companyToday(db),
  };
}

/** The reels that a run made for an order line and that are not loaded into stock yet. */
async function readUnloaded(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('reels as t')
    .select('t.batch_id')
    .where('t.batch_id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stock_movements as m').select('m.id').whereRef('m.batch_id', '=', 't.batch_id'))),
    )
    .execute();
  return new Set(rows.map(({ batch_id }) => batch_id));
}

/** A reel with its initial quantity. */
function asMade(reel: Reel): Reel {
  const { initial_quantity: quantity, width_mm, gsm } = reel;
  if (gsm === null) return { ...reel, quantity };
  const web = { width_mm, gsm };
  const unit = reel.unit_of_measure as ReelUnit;
  return {
    ...reel,
    quantity,
    kg: toNumber(round(kgIn(unit, quantity, web), 3)),
    m: toNumber(round(metresIn(unit, quantity, web), 1)),
    m2: toNumber(round(squareMetresIn(unit, quantity, web), 2)),
  };
}
