import type { packingLists } from '@bobina/contract/sales/packing-lists.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { cancelPackingList } from './cancel-packing-list.ts';
import { createPackingList } from './create-packing-list.ts';
import { listPackingLists, readPackingList } from './packing-list-rows.ts';
import { listItemsToPack, listOrdersToPack, listStockToPack } from './to-pack.ts';

export const packingListHandlers: Handlers<typeof packingLists> = {
  ordersToPack: listOrdersToPack,
  itemsToPack: listItemsToPack,
  stockToPack: listStockToPack,
  list: listPackingLists,
  get: ({ id }, reading) => inSnapshot(reading.db, (db) => readPackingList({ ...reading, db }, id)),
  create: ({ body }, act) => createPackingList(body, act),
  cancel: ({ id }, act) => cancelPackingList(id, act),
};
