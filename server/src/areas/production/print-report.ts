import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Db } from '../../platform/database/db.ts';
import { readItems } from './item-rows.ts';
import { requireItems } from './named-item.ts';

/** What a printed report shows of the chosen items, in their order. @throws 400 on an id that is none */
export async function readReport(db: Db, ids: readonly number[]): Promise<{ data: ProductionItem[] }> {
  const data = await readItems(db, [...new Set(ids)]);
  requireItems(ids, new Set(data.map(({ item_id }) => item_id)), 'itemIds');
  return { data };
}
