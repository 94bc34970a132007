/** Contacts of customers and suppliers: the recipients of mails. */
import { sql } from 'kysely';
import type { Contact, contacts as contract } from '@bobina/contract/registry/contacts.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { text, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import {
  AUDIT,
  changeOne,
  createOne,
  deleteOne,
  lockOne,
  readOne,
  readOneOf,
  registerRows,
  type MasterData,
} from '../../platform/master-data.ts';
import { erasePerson, readPersonalData } from '../../platform/personal-data.ts';
import { notFound, Problem } from '../../platform/problem.ts';

function contactRows(db: Db) {
  return registerRows(db, 'contacts').select([
    't.id',
    't.customer_id',
    't.supplier_id',
    't.name',
    't.email',
    't.phone',
    sql<Contact['language']>`t.language`.as('language'),
    sql<Contact['roles']>`t.roles`.as('roles'),
    ...AUDIT,
  ]);
}

const CONTACTS: List<SortOf<typeof contract.ofCustomer>> = {
  columns: { name: text('t.name'), email: text('t.email'), phone: text('t.phone') },
  order: 'name',
};

const contactEntity: MasterData<Contact, 'contacts'> = {
  name: 'contacts',
  table: 'contacts',
  one: readOneOf(contactRows),
  label: ({ name, email }) => [name, email].filter(Boolean).join(' · '),
};

type Party = 'customer' | 'supplier';

export const contactHandlers: Handlers<typeof contract> = {
  ofCustomer: (input, reading) => listOf(reading, 'customer', input),
  ofSupplier: (input, reading) => listOf(reading, 'supplier', input),
  addToCustomer: (input, act) => addTo(act, 'customer', input),
  addToSupplier: (input, act) => addTo(act, 'supplier', input),
  get: ({ id }, { db }) => readOne(db, contactEntity, id),
  update: async ({ id, body, version }, act) => changeOne(act, contactEntity, await lockOwn(act, id, version), body),
  remove: async ({ id }, act) => deleteOne(act, contactEntity, await lockOwn(act, id)),
  personalData: async ({ id }, { db }) => {
    const data = await readPersonalData(db, 'contacts', id);
    if (!data) throw notFound();
    return data;
  },
  erase: async ({ id }, act) => {
    const held = await act.tx.selectFrom('contacts').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
    if (!held) throw notFound();
    const erasure = await erasePerson(act.tx, 'contacts', id);
    act.record('erase', 'contacts', id, erasure.pseudonym);
    return erasure;
  },
};

async function listOf(reading: Reading, party: Party, { id, query }: HandlerInput<typeof contract.ofCustomer>) {
  await requireParty(reading.db, party, id);
  return page(reading, contactRows(reading.db).where(`t.${party}_id`, '=', id), query, CONTACTS);
}

async function addTo(act: Act, party: Party, { id, body }: HandlerInput<typeof contract.addToCustomer>) {
  await requireParty(act.tx, party, id, true);
  return createOne(act, contactEntity, { ...body, [`${party}_id`]: id });
}

/** Locks a contact. @throws NOT_FOUND, STALE_VERSION, FORBIDDEN for users who may not change its customer or supplier */
async function lockOwn(act: Act, id: number, version?: number): Promise<Contact> {
  const contact = await lockOne(act, contactEntity, id, version);
  if (!act.may(contact.customer_id === null ? 'suppliers.write' : 'customers.write')) throw new Problem('FORBIDDEN');
  return contact;
}

/** @throws NOT_FOUND without such a customer or supplier @param isLocked keeps it from being deleted until the commit */
async function requireParty(db: Db, party: Party, id: number, isLocked = false): Promise<void> {
  const { rows } = await sql`
    select from ${sql.table(`${party}s`)} where id = ${id} and deleted_at is null
    ${isLocked ? sql`for share` : sql``}`.execute(db);
  if (rows.length === 0) throw notFound();
}
