/** Goods destinations of customers: delivery addresses other than the customer's own. */
import type { destinations as contract, Destination } from '@bobina/contract/registry/parties.ts';
import type { Db } from '../../platform/database/db.ts';
import { text, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import {
  AUDIT,
  changeOne,
  createOne,
  deleteOne,
  lockOne,
  readOneOf,
  readOne,
  registerRows,
  type MasterData,
} from '../../platform/master-data.ts';
import { requireReference } from './references.ts';

function destinationRows(db: Db) {
  return registerRows(db, 'destinazioni_merce').select([
    't.id',
    't.customer_id',
    't.indirizzo',
    't.cap',
    't.citta',
    't.nazione',
    't.telefono',
    't.orari_consegna',
    't.note',
    ...AUDIT,
  ]);
}

const DESTINATIONS: List<SortOf<typeof contract.list>> = {
  columns: {
    indirizzo: text('t.indirizzo'),
    cap: text('t.cap'),
    citta: text('t.citta'),
    nazione: text('t.nazione'),
  },
  alsoSearched: ['t.telefono', 't.orari_consegna', 't.note'],
  codes: ['t.indirizzo'],
  order: 'indirizzo',
};

const destinationEntity: MasterData<Destination, 'destinazioni_merce'> = {
  name: 'destinazioni-merce',
  table: 'destinazioni_merce',
  one: readOneOf(destinationRows),
  label: ({ indirizzo, citta }) => [indirizzo, citta].filter(Boolean).join(', '),
};

export const destinationHandlers: Handlers<typeof contract> = {
  list: ({ query }, reading) => {
    let rows = destinationRows(reading.db);
    if (query.customer_id) rows = rows.where('t.customer_id', '=', query.customer_id);
    return page(reading, rows, query, DESTINATIONS);
  },
  get: ({ id }, { db }) => readOne(db, destinationEntity, id),
  create: async ({ body }, act) => {
    await requireReference(act, { table: 'customers', id: body.customer_id, path: 'customer_id' });
    return createOne(act, destinationEntity, body);
  },
  update: async ({ id, body, version }, act) => {
    const before = await lockOne(act, destinationEntity, id, version);
    await requireReference(act, {
      table: 'customers',
      id: body.customer_id,
      path: 'customer_id',
      before: before.customer_id,
    });
    return changeOne(act, destinationEntity, before, body);
  },
  remove: async ({ id }, act) => deleteOne(act, destinationEntity, await lockOne(act, destinationEntity, id)),
};
