import type { packingLists } from '@bobina/contract/sales/packing-lists.ts';
import type { shipments } from '@bobina/contract/sales/shipments.ts';
import { inSnapshot } from '../../../platform/database/transaction.ts';
import type { Handlers } from '../../../platform/http/mount.ts';
import { cancelPackingList } from './cancel-packing-list.ts';
import { createPackingList } from './create-packing-list.ts';
import { listPackingLists, readPackingList } from './packing-list-rows.ts';
import { listReadyShipments } from './ready-to-ship.ts';
import { setPick } from './picks.ts';
import { listItemsToPack, listOrdersToPack, listStockToPack } from './to-pack.ts';

export const packingListHandlers: Handlers<typeof packingLists> = {
  ordersToPack: (input, reading) => listOrdersToPack(reading, input),
  itemsToPack: (input, reading) => listItemsToPack(reading, input),
  stockToPack: (input, reading) => listStockToPack(reading, input),
  list: (input, reading) => listPackingLists(reading, input),
  get: ({ id }, reading) => inSnapshot(reading.db, (db) => readPackingList({ ...reading, db }, id)),
  create: ({ body }, act) => createPackingList(act, body),
  cancel: ({ id }, act) => cancelPackingList(act, id),
};

export const shipmentHandlers: Handlers<typeof shipments> = {
  ready: (input, reading) => listReadyShipments(reading, input),
  pick: ({ body }, act) => setPick(act, body),
};
