/** Declarations of intent. The database computes the used amount, because the registry must not import the sales area. */
import { sql } from 'kysely';
import type { DeclarationOfIntent, declarationsOfIntent as contract } from '@bobina/contract/registry/declarations.ts';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { Db } from '../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import {
  AUDIT,
  changeOne,
  createOne,
  deleteOne,
  lockOne,
  numeric,
  readOneOf,
  readOne,
  registerRows,
  type MasterData,
} from '../../platform/master-data.ts';
import { invalid } from '../../platform/problem.ts';
import { requireReference } from './references.ts';

function declarationRows(db: Db) {
  return registerRows(db, 'declarations_of_intent')
    .innerJoin('customers as customer', 'customer.id', 't.customer_id')
    .select([
      't.id',
      't.customer_id',
      'customer.business_name as customer_name',
      't.protocol',
      't.day',
      't.year',
      't.notes',
      ...AUDIT,
    ])
    .select([numeric('t.ceiling', 'ceiling'), sql<number>`used_of_declaration(t.id)::float8`.as('used_amount')]);
}

const DECLARATIONS: List<SortOf<typeof contract.list>> = {
  columns: {
    customer_name: text('customer.business_name'),
    protocol: text('t.protocol'),
    day: value('t.day'),
    year: value('t.year'),
    ceiling: value('t.ceiling'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  alsoSearched: ['t.notes'],
  order: '-day',
};

const declarationEntity: MasterData<DeclarationOfIntent, 'declarations_of_intent'> = {
  name: 'declarations-of-intent',
  table: 'declarations_of_intent',
  one: readOneOf(declarationRows),
  label: ({ protocol, customer_name }) => `${protocol} · ${customer_name}`,
};

export const declarationHandlers: Handlers<typeof contract> = {
  list: ({ query }, reading) => {
    let rows = declarationRows(reading.db);
    if (query.customer_id) rows = rows.where('t.customer_id', '=', query.customer_id);
    if (query.year) rows = rows.where('t.year', '=', query.year);
    return page(reading, rows, query, DECLARATIONS);
  },
  get: ({ id }, { db }) => readOne(db, declarationEntity, id),
  create: async ({ body }, act) => {
    await requireReference(act, { table: 'customers', id: body.customer_id, path: 'customer_id' });
    return createOne(act, declarationEntity, body);
  },
  /** The lock keeps the used amount, because sending an invoice takes it as well. */
  update: async ({ id, body, version }, act) => {
    const before = await lockOne(act, declarationEntity, id, version);
    await requireReference(act, {
      table: 'customers',
      id: body.customer_id ?? before.customer_id,
      path: 'customer_id',
      before: before.customer_id,
    });
    const { used_amount } = await readOne(act.tx, declarationEntity, id);
    if (body.ceiling !== undefined && decimalOf(body.ceiling).lt(used_amount))
      throw invalid('ceiling', 'min', { min: used_amount });
    return changeOne(act, declarationEntity, before, body);
  },
  remove: async ({ id }, act) => deleteOne(act, declarationEntity, await lockOne(act, declarationEntity, id)),
};
