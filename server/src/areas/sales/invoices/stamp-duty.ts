import { decimalOf, sum } from '@bobina/contract/core/decimal.ts';
import type { StampDuty } from '@bobina/contract/sales/accounting.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { stampDutyOf, SUBJECT_TO_STAMP_DUTY } from '../shared/stamp-duty.rules.ts';

interface Subject {
  month: number;
  exchange_rate: string | null;
  company: { country: string | null; country_code: string | null };
  groups: { natura: string; net_amount: string }[];
}

/** Reads the stamp duty of the issued documents of a year, by quarter of their day. */
export async function readStampDuty(db: Db, year: number): Promise<StampDuty> {
  const { rows } = await sql<Subject>`
    select extract(month from v.invoice_date)::integer as month, v.exchange_rate,
      jsonb_build_object('country', v.company ->> 'country', 'country_code', v.company ->> 'country_code') as company,
      jsonb_agg(jsonb_build_object('natura', i.natura, 'net_amount', i.net_amount::text)) as groups
    from invoices v join invoice_items i on i.invoice_id = v.id and i.natura = any(${SUBJECT_TO_STAMP_DUTY}::text[])
    where v.invoice_number is not null and v.deleted_at is null
      and v.invoice_date between make_date(${year}, 1, 1) and make_date(${year}, 12, 31)
    group by v.id`.execute(db);
  const due = rows.flatMap(({ month, company, ...document }) => {
    const amount = stampDutyOf({ country: countryOf(company), ...document });
    return amount === null ? [] : [{ quarter: Math.ceil(month / 3), amount }];
  });
  const quarters = [1, 2, 3, 4].map((quarter) => {
    const amounts = due.filter((one) => one.quarter === quarter).map(({ amount }) => amount);
    return { quarter, count: amounts.length, amount: total(amounts) };
  });
  return { quarters, amount: total(due.map(({ amount }) => amount)) };
}

function total(amounts: readonly number[]): number {
  return Number(sum(amounts.map((amount) => decimalOf(amount))));
}
