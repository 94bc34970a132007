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
  const products = await db
    .selectFrom('products')
    .select(['id', 'barcode'])
    .where('id', 'in', [...new Set(reels.map(({ product_id }) => product_id))])
    .execute();
  const barcodes = new Map(products.map(({ id, barcode }) => [id, barcode]));
  return {
    ...look,
    reels: reels.map((reel) => ({ ...reel, barcode: barcodes.get(reel.product_id) ?? null })),
    today: await companyToday(db),
  };
}
