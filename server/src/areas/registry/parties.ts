/** Suppliers, customers and goods destinations. */
import { sql } from 'kysely';
import {
  type customers as customersContract,
  type destinations as destinationsContract,
  type suppliers as suppliersContract,
  type Customer,
  type Destination,
  type Supplier,
} from '@bobina/contract/registry/parties.ts';
import type { CURRENCIES } from '@bobina/contract/core/fields.ts';
import type { Act } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { contains, page, plainOrder, textOrder } from '../../platform/database/page.ts';
import type { Handlers } from '../../platform/http/mount.ts';
import {
  AUDIT,
  changeOne,
  createOne,
  deleteOne,
  lockOne,
  readOne,
  type MasterData,
} from '../../platform/master-data.ts';
import { FieldChecks } from '../../platform/problem.ts';
import { noticesOf } from './party.rules.ts';
import { checkReference } from './references.ts';

const PARTY = [
  't.id',
  't.business_name',
  't.vat_number',
  't.contact_name',
  't.contact_role',
  't.contact_phone',
  't.address',
  't.city',
  't.province',
  't.zip_code',
  't.country',
  't.country_code',
  't.email',
  't.phone',
  't.shipping_method',
  't.notes',
  ...AUDIT,
] as const;
const PARTY_ORDER = {
  business_name: textOrder('t.business_name'),
  vat_number: textOrder('t.vat_number'),
  contact_name: textOrder('t.contact_name'),
  city: textOrder('t.city'),
  province: textOrder('t.province'),
  country: textOrder('t.country'),
  email: textOrder('t.email'),
  phone: textOrder('t.phone'),
  created_at: plainOrder('t.created_at'),
  modified_at: plainOrder('t.modified_at'),
};
const PARTY_TEXTS = [
  't.business_name',
  't.vat_number',
  't.contact_name',
  't.contact_role',
  't.contact_phone',
  't.address',
  't.city',
  't.province',
  't.zip_code',
  't.country',
  't.country_code',
  't.email',
  't.phone',
  't.shipping_method',
  't.notes',
];
const searchSupplier = contains(...PARTY_TEXTS);
const searchCustomer = contains(
  ...PARTY_TEXTS,
  't.tax_code',
  't.codice_destinatario',
  'term.descrizione',
  't.modalita_pagamento',
  't.valuta',
  't.vat_code',
  't.indirizzo_fatturazione',
  't.email_fatturazione',
  't.telefono_fatturazione',
  't.codice_invio_elettronico',
  't.note_fatturazione',
);

const supplierRows = (db: Db) =>
  db
    .selectFrom('suppliers as t')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.deleted_at', 'is', null)
    .select(PARTY);

const customerRows = (db: Db) =>
  db
    .selectFrom('customers as t')
    .leftJoin('condizioni_pagamento as term', 'term.id', 't.tipo_pagamento_id')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.deleted_at', 'is', null)
    .select(PARTY)
    .select([
      't.is_active',
      't.tax_code',
      't.codice_destinatario',
      't.tipo_pagamento_id',
      'term.descrizione as tipo_pagamento',
      't.modalita_pagamento',
      sql<(typeof CURRENCIES)[number]>`t.valuta`.as('valuta'),
      't.vat_code',
      't.indirizzo_fatturazione',
      't.email_fatturazione',
      't.telefono_fatturazione',
      't.codice_invio_elettronico',
      't.note_fatturazione',
    ]);

const destinationRows = (db: Db) =>
  db
    .selectFrom('destinazioni_merce as t')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.deleted_at', 'is', null)
    .select([
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

const supplierEntity: MasterData<Supplier, 'suppliers'> = {
  name: 'suppliers',
  table: 'suppliers',
  one: (db, id, lock) => {
    const row = supplierRows(db).where('t.id', '=', id);
    return (lock ? row.forUpdate('t') : row).executeTakeFirst();
  },
  label: ({ business_name }) => business_name,
};
const customerEntity: MasterData<Customer, 'customers'> = {
  name: 'customers',
  table: 'customers',
  one: (db, id, lock) => {
    const row = customerRows(db).where('t.id', '=', id);
    return (lock ? row.forUpdate('t') : row).executeTakeFirst();
  },
  label: ({ business_name }) => business_name,
};
const destinationEntity: MasterData<Destination, 'destinazioni_merce'> = {
  name: 'destinazioni-merce',
  table: 'destinazioni_merce',
  one: (db, id, lock) => {
    const row = destinationRows(db).where('t.id', '=', id);
    return (lock ? row.forUpdate('t') : row).executeTakeFirst();
  },
  label: ({ indirizzo, citta }) => [indirizzo, citta].filter(Boolean).join(', '),
};

/** Says what looks wrong about a saved supplier or customer. */
const notice = async <P extends Supplier>(act: Act, table: 'suppliers' | 'customers', party: P): Promise<P> => {
  for (const { code, path } of noticesOf(party)) act.warn(code, {}, path);
  const { rows } = await sql<{ business_name: string }>`
    select business_name from ${sql.table(table)}
    where lower(vat_number) = lower(${party.vat_number}) and id <> ${party.id} and deleted_at is null order by id limit 1`.execute(
    act.tx,
  );
  if (rows[0]) act.warn('vat_number_exists', { name: rows[0].business_name }, 'vat_number');
  return party;
};

export const supplierHandlers: Handlers<typeof suppliersContract> = {
  list: ({ query }, reading) =>
    page(reading, supplierRows(reading.db), query, {
      search: searchSupplier,
      sort: PARTY_ORDER,
      order: 'business_name',
    }),
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

const checkTerm = async (act: Act, term: number | null | undefined, before: number | null = null) => {
  const checks = new FieldChecks();
  if (term !== before) await checkReference(act, checks, 'condizioni_pagamento', term, 'tipo_pagamento_id');
  checks.done();
};

export const customerHandlers: Handlers<typeof customersContract> = {
  list: ({ query }, reading) => {
    let rows = customerRows(reading.db);
    if (query.is_active !== undefined) rows = rows.where('t.is_active', '=', query.is_active);
    return page(reading, rows, query, {
      search: searchCustomer,
      sort: { ...PARTY_ORDER, is_active: plainOrder('t.is_active'), valuta: plainOrder('t.valuta') },
      order: 'business_name',
    });
  },
  get: ({ id }, { db }) => readOne(db, customerEntity, id),
  create: async ({ body }, act) => {
    await checkTerm(act, body.tipo_pagamento_id);
    return notice(act, 'customers', await createOne(act, customerEntity, body));
  },
  update: async ({ id, body, version }, act) => {
    const before = await lockOne(act, customerEntity, id, version);
    await checkTerm(act, body.tipo_pagamento_id, before.tipo_pagamento_id);
    return notice(act, 'customers', await changeOne(act, customerEntity, before, body));
  },
  /** Takes its goods destinations along; one that is being added waits for the customer's row and is refused. */
  remove: async ({ id }, act) => {
    await deleteOne(act, customerEntity, await lockOne(act, customerEntity, id));
    await act.tx
      .updateTable('destinazioni_merce')
      .set({ deleted_at: sql`now()`, deleted_by: act.user.id })
      .where('customer_id', '=', id)
      .where('deleted_at', 'is', null)
      .execute();
    act.changed('destinazioni-merce');
  },
};

const checkCustomer = async (act: Act, customer: number | undefined) => {
  const checks = new FieldChecks();
  await checkReference(act, checks, 'customers', customer, 'customer_id');
  checks.done();
};

export const destinationHandlers: Handlers<typeof destinationsContract> = {
  list: ({ query }, reading) => {
    let rows = destinationRows(reading.db);
    if (query.customer_id) rows = rows.where('t.customer_id', '=', query.customer_id);
    return page(reading, rows, query, {
      search: contains('t.indirizzo', 't.cap', 't.citta', 't.nazione', 't.telefono', 't.orari_consegna', 't.note'),
      sort: {
        indirizzo: textOrder('t.indirizzo'),
        cap: textOrder('t.cap'),
        citta: textOrder('t.citta'),
        nazione: textOrder('t.nazione'),
      },
      order: 'indirizzo',
    });
  },
  get: ({ id }, { db }) => readOne(db, destinationEntity, id),
  create: async ({ body }, act) => {
    await checkCustomer(act, body.customer_id);
    return createOne(act, destinationEntity, body);
  },
  update: async ({ id, body, version }, act) => {
    const before = await lockOne(act, destinationEntity, id, version);
    if (body.customer_id !== before.customer_id) await checkCustomer(act, body.customer_id);
    return changeOne(act, destinationEntity, before, body);
  },
  remove: async ({ id }, act) => deleteOne(act, destinationEntity, await lockOne(act, destinationEntity, id)),
};
