import type { suppliers as contract, Supplier } from '@bobina/contract/registry/parties.ts';
import type { Act } from '../../platform/context.ts';
import { buildOnce } from '../../platform/database/compile-once.ts';
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
import { requireReference } from './references.ts';

const supplierRows = buildOnce((db) =>
  registerRows(db, 'suppliers')
    .leftJoin('condizioni_pagamento as term', 'term.id', 't.tipo_pagamento_id')
    .select([...PARTY, 't.iban', 't.tipo_pagamento_id', 'term.descrizione as tipo_pagamento']),
);

const SUPPLIERS: List<SortOf<typeof contract.list>> = {
  ...PARTIES,
  alsoSearched: [...PARTIES.alsoSearched, 't.iban', 'term.descrizione'],
};

const supplierEntity: MasterData<Supplier, 'suppliers'> = {
  name: 'suppliers',
  table: 'suppliers',
  one: readOneOf(supplierRows),
  label: ({ business_name }) => business_name,
};

function requireTerm(act: Act, term: number | null | undefined, before?: number | null) {
  return requireReference(act, { table: 'condizioni_pagamento', id: term, path: 'tipo_pagamento_id', before });
}

export const supplierHandlers: Handlers<typeof contract> = {
  list: ({ query }, reading) => page(reading, supplierRows(reading.db), query, SUPPLIERS),
  get: ({ id }, { db }) => readOne(db, supplierEntity, id),
  create: async ({ body }, act) => {
    await requireTerm(act, body.tipo_pagamento_id);
    return notice(act, 'suppliers', await createOne(act, supplierEntity, body));
  },
  update: async ({ id, body, version }, act) => {
    const before = await lockOne(act, supplierEntity, id, version);
    await requireTerm(act, body.tipo_pagamento_id, before.tipo_pagamento_id);
    return notice(act, 'suppliers', await changeOne(act, supplierEntity, before, body));
  },
  remove: async ({ id }, act) => deleteOne(act, supplierEntity, await lockOne(act, supplierEntity, id)),
};
