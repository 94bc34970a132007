/** The open instalments of customers, today or at the end of a past day. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { lateInterest } from '@bobina/contract/sales/late-interest.rules.ts';
import type { OpenItem } from '@bobina/contract/sales/receivables.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { inEuro } from '../shared/in-euro.ts';

/**
 * Selects `customer_id`, `invoice_id`, `invoice_number`, `invoice_date`, `due_date`, `amount` and `open` of the open
 * instalments at the end of a day, in EUR at the exchange rate of the invoice. Money counts from the day of its payment on, also when it was allotted later.
 */
export function openItemsSql({ day, today }: { day: Day; today: Day }): RawBuilder<unknown> {
  const columns = sql`t.customer_id, t.id as invoice_id, t.invoice_number, t.invoice_date, i.due as due_date, ${inEuro('i.amount')} as amount, ${inEuro('i.open')} as open`;
  if (day >= today)
    return sql`select ${columns} from invoices t cross join lateral open_instalments(t.id, amount_to_pay(t) - t.open_amount) i
      where t.next_due_date is not null and i.open > 0`;
  return sql`select ${columns} from invoices t cross join lateral open_instalments(t.id,
      coalesce((select sum(amount_to_pay(c)) from invoices c
        where c.credited_invoice_id = t.id and c.invoice_number is not null and c.invoice_date <= ${day}), 0)
      + coalesce((select sum(a.amount) from payment_allocations a
          join payments p on p.id = a.payment_id
          left join payments r on r.id = a.reversal_id
          left join invoices c on c.id = a.credit_note_id
        where a.invoice_id = t.id and ${day} >= case when a.amount > 0 then p.day else coalesce(r.day, c.invoice_date,
          (a.created_at at time zone (select time_zone from settings))::date) end), 0)) i
    where t.type = 'invoice' and t.invoice_number is not null and t.invoice_date <= ${day} and i.open > 0`;
}

/** The reference rate of late interest, in percent a year. */
export async function readReferenceRate(db: Db): Promise<number> {
  const { rows } = await sql<{ rate: number }>`select reference_rate::float8 as rate from settings`.execute(db);
  return rows[0]!.rate;
}

/** Reads the open instalments of a customer at the end of a day, by due date, with their late interest. */
export async function readOpenItems(
  db: Db,
  { customer, day, today, referenceRate }: { customer: number; day: Day; today: Day; referenceRate: number },
): Promise<OpenItem[]> {
  const { rows } = await sql<Omit<OpenItem, 'interest'>>`
    select invoice_id, invoice_number, invoice_date, due_date, amount::float8 as amount, open::float8 as open_amount,
      greatest(0, ${day}::date - due_date) as days_late
    from (${openItemsSql({ day, today })}) o where customer_id = ${customer} order by due_date, invoice_id`.execute(db);
  return rows.map((row) => ({
    ...row,
    interest: toNumber(lateInterest(row.open_amount, { referenceRate, days: row.days_late })),
  }));
}

/** Sums of open instalments. */
export function sumsOf(items: readonly OpenItem[]) {
  const total = (rows: readonly OpenItem[], field: 'open_amount' | 'interest') =>
    toNumber(sum(rows.map((row) => decimalOf(row[field]))));
  return {
    open_amount: total(items, 'open_amount'),
    overdue_amount: total(
      items.filter(({ days_late }) => days_late > 0),
      'open_amount',
    ),
    interest_amount: total(items, 'interest'),
  };
}
