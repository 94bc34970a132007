/** Payment terms and VAT codes. */
import { sql } from 'kysely';
import type {
  PaymentTerm,
  paymentTerms as termsContract,
  VatCode,
  vatCodes as vatContract,
} from '@bobina/contract/registry/terms.ts';
import type { Db } from '../../platform/database/db.ts';
import { searchedValue, text, value, type List, type SortOf } from '../../platform/database/list.ts';
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
import { Problem } from '../../platform/problem.ts';

const TERMS: List<SortOf<typeof termsContract.list>> = {
  columns: {
    descrizione: text('t.descrizione'),
    giorni_differita: value('t.giorni_differita'),
    giorno_fisso_scadenza: value('t.giorno_fisso_scadenza'),
    fine_mese: value('t.fine_mese'),
  },
  codes: ['t.descrizione'],
  order: 'descrizione',
};

const termEntity: MasterData<PaymentTerm, 'condizioni_pagamento'> = {
  name: 'condizioni-pagamento',
  table: 'condizioni_pagamento',
  one: readOneOf(termRows),
  label: ({ descrizione }) => descrizione,
};

type TermValues = {
  giorni_differita?: number | null | undefined;
  giorno_fisso_scadenza?: number | null | undefined;
  instalments?: object | null | undefined;
};

export const paymentTermHandlers: Handlers<typeof termsContract> = {
  list: ({ query }, reading) => page(reading, termRows(reading.db), query, TERMS),
  get: ({ id }, { db }) => readOne(db, termEntity, id),
  create: ({ body }, act) => createOne(act, termEntity, zeroWhenEmpty(body)),
  update: async ({ id, body, version }, act) =>
    changeOne(act, termEntity, await lockOne(act, termEntity, id, version), zeroWhenEmpty(body)),
  /** Refused while a customer uses it. A concurrent assignment to a customer waits for this row's lock. */
  remove: async ({ id }, act) => {
    const term = await lockOne(act, termEntity, id);
    const { rows } = await sql`
        select 1 from customers where tipo_pagamento_id = ${id} and deleted_at is null
        union all select 1 from suppliers where tipo_pagamento_id = ${id} and deleted_at is null limit 1`.execute(
      act.tx,
    );
    if (rows.length > 0) throw new Problem('IN_USE');
    await deleteOne(act, termEntity, term);
  },
};

/** Reports whether a VAT code exists in the register, ignoring case. */
export async function isVatCode(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`select 1 from vat_codes where lower(code) = lower(${code}) and deleted_at is null`.execute(
    db,
  );
  return rows.length > 0;
}

const VAT_CODES: List<SortOf<typeof vatContract.list>> = {
  columns: {
    code: text('t.code'),
    rate: value('t.rate'),
    natura: searchedValue('t.natura'),
    description: text('t.description'),
  },
  order: 'code',
};

const vatEntity: MasterData<VatCode, 'vat_codes'> = {
  name: 'vat-codes',
  table: 'vat_codes',
  one: readOneOf(vatRows),
  label: ({ code, description }) => [code, description].filter(Boolean).join(' '),
};

export const vatCodeHandlers: Handlers<typeof vatContract> = {
  list: ({ query }, reading) => page(reading, vatRows(reading.db), query, VAT_CODES),
  get: ({ id }, { db }) => readOne(db, vatEntity, id),
  create: ({ body }, act) => createOne(act, vatEntity, body),
  update: async ({ id, body, version }, act) =>
    changeOne(act, vatEntity, await lockOne(act, vatEntity, id, version), body),
};

function termRows(db: Db) {
  return registerRows(db, 'condizioni_pagamento').select([
    't.id',
    't.descrizione',
    't.giorni_differita',
    't.giorno_fisso_scadenza',
    't.fine_mese',
    ...AUDIT,
    sql<PaymentTerm['instalments']>`t.instalments`.as('instalments'),
  ]);
}

/** Replaces an empty number of days by 0, and no instalments by an empty list. */
function zeroWhenEmpty<T extends TermValues>(body: T) {
  return {
    ...body,
    giorni_differita: body.giorni_differita === null ? 0 : body.giorni_differita,
    giorno_fisso_scadenza: body.giorno_fisso_scadenza === null ? 0 : body.giorno_fisso_scadenza,
    ...('instalments' in body && { instalments: JSON.stringify(body.instalments ?? []) }),
  };
}

function vatRows(db: Db) {
  return registerRows(db, 'vat_codes')
    .select(['t.id', 't.code', 't.natura', 't.description', ...AUDIT])
    .select(numeric('t.rate', 'rate'));
}
