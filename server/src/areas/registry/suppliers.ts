import type { suppliers as contract, Supplier } from '@bobina/contract/registry/parties.ts';
import type { Db } from '../../platform/database/db.ts';
import type { List, SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import {
  changeOne,
  createOne,
  deleteOne,
  lockOne,
  readOneOf,
  readOne,
  registerRows,
  type MasterData,
} from '../../platform/master-data.ts';
import { notice, PARTIES, PARTY } from './party.ts';

function supplierRows(db: Db) {
  return registerRows(db, 'suppliers').select([...PARTY, 't.iban']);
}

const SUPPLIERS: List<SortOf<typeof contract.list>> = {
  ...PARTIES,
  alsoSearched: [...PARTIES.alsoSearched, 't.iban'],
};

const supplierEntity: MasterData<Supplier, 'suppliers'> = {
  name: 'suppliers',
  table: 'suppliers',
  one: readOneOf(supplierRows),
  label: ({ business_name }) => business_name,
};

export const supplierHandlers: Handlers<typeof contract> = {
  list: ({ query }, reading) => page(reading, supplierRows(reading.db), query, SUPPLIERS),
  get: ({ id }, { db }) => readOne(db, supplierEntity, id),
  create: async ({ body }, act) => notice(act, 'suppliers', await createOne(act, supplierEntity, body)),
  update: async ({ id, body, version }, act) =>
    notice(
      act,
      'suppliers',
      await changeOne(act, supplierEntity, await lockOne(act, supplierEntity, id, version), body),
    ),
  remove: async ({ id }, act) => deleteOne(act, supplierEntity, await lockOne(act, supplierEntity, id)),
};
