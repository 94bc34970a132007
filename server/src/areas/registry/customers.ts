import { sql } from 'kysely';
import type { customers as contract, Customer } from '@bobina/contract/registry/parties.ts';
import type { CURRENCIES } from '@bobina/contract/core/fields.ts';
import type { Act } from '../../platform/context.ts';
import { buildOnce } from '../../platform/database/compile-once.ts';
import { searchedValue, value, type List, type SortOf } from '../../platform/database/list.ts';
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

const customerRows = buildOnce((db) =>
  registerRows(db, 'customers')
    .leftJoin('condizioni_pagamento as term', 'term.id', 't.tipo_pagamento_id')
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
      't.siren',
      't.siret',
      't.ice',
      't.routing_code',
      't.is_public_body',
      sql<Customer['esigibilita']>`t.esigibilita`.as('esigibilita'),
      't.iban',
      't.bank',
      't.abi',
      't.cab',
      't.mandate_id',
      't.mandate_day',
      sql<Customer['invoice_by']>`t.invoice_by`.as('invoice_by'),
    ]),
);

const CUSTOMERS: List<SortOf<typeof contract.list>> = {
  ...PARTIES,
  columns: { ...PARTIES.columns, is_active: value('t.is_active'), valuta: searchedValue('t.valuta') },
  alsoSearched: [
    ...PARTIES.alsoSearched,
    't.tax_code',
    't.codice_destinatario',
    'term.descrizione',
    't.modalita_pagamento',
    't.vat_code',
    't.indirizzo_fatturazione',
    't.email_fatturazione',
    't.telefono_fatturazione',
    't.codice_invio_elettronico',
    't.note_fatturazione',
    't.siren',
    't.siret',
    't.ice',
    't.routing_code',
    't.iban',
    't.bank',
    't.abi',
    't.cab',
    't.mandate_id',
  ],
};

const customerEntity: MasterData<Customer, 'customers'> = {
  name: 'customers',
  table: 'customers',
  one: readOneOf(customerRows),
  label: ({ business_name }) => business_name,
};

function requireTerm(act: Act, term: number | null | undefined, before?: number | null) {
  return requireReference(act, { table: 'condizioni_pagamento', id: term, path: 'tipo_pagamento_id', before });
}

export const customerHandlers: Handlers<typeof contract> = {
  list: ({ query }, reading) => {
    let rows = customerRows(reading.db);
    if (query.is_active !== undefined) rows = rows.where('t.is_active', '=', query.is_active);
    return page(reading, rows, query, CUSTOMERS);
  },
  get: ({ id }, { db }) => readOne(db, customerEntity, id),
  create: async ({ body }, act) => {
    await requireTerm(act, body.tipo_pagamento_id);
    return notice(act, 'customers', await createOne(act, customerEntity, body));
  },
  update: async ({ id, body, version }, act) => {
    const before = await lockOne(act, customerEntity, id, version);
    await requireTerm(act, body.tipo_pagamento_id, before.tipo_pagamento_id);
    return notice(act, 'customers', await changeOne(act, customerEntity, before, body));
  },
  /**
   * Also deletes the customer's goods destinations. A concurrent insert of a destination waits for the customer's row
   * lock and is refused.
   */
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
