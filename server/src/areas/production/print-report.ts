import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Db } from '../../platform/database/db.ts';
import { readItems } from './items/item-rows.ts';
import { requireItems } from './items/named-item.ts';

/** Reads the selected items for a printed report, in their order. @throws 400 on an unknown id */
export async function readReport(db: Db, ids: readonly number[]): Promise<{ data: ProductionItem[] }> {
  const data = await readItems(db, [...new Set(ids)]);
  requireItems(ids, new Set(data.map(({ item_id }) => item_id)), 'itemIds');
  return { data };
}
