/** The statement of account of a customer. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { PrintedCompany } from '@bobina/contract/sales/printed-documents.ts';
import { LATE_POINTS } from '@bobina/contract/sales/late-interest.rules.ts';
import type { Statement, STATEMENT_KINDS } from '@bobina/contract/sales/receivables.ts';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { notFound, Problem } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { languageOfCountry } from '../documents/document-texts.ts';
import { missingOfCompany, partiesOf, printedCustomer } from '../shared/party-snapshot.ts';
import { readOpenItems, readReferenceRate, sumsOf } from './open-items.ts';

interface Movement {
  day: Day;
  kind: (typeof STATEMENT_KINDS)[number];
  number: string | null;
  method: string | null;
  /** Positive: the customer owes more. */
  amount: string;
}

/**
 * Reads the statement of a customer in EUR: documents at the exchange rate that they keep, payments by the rule of `PAID`. @throws NOT_FOUND, INCOMPLETE_DOCUMENT with the missing company data
 */
export async function readStatement(
  db: Db,
  { id, from, to, lang }: { id: number; from?: Day | undefined; to?: Day | undefined; lang?: Language | undefined },
): Promise<Statement> {
  const { company, customer, language } = await readParties(db, id, lang);
  const today = await companyToday(db);
  const until = to ?? today;
  const since = from ?? `${until.slice(0, 4)}-01-01`;
  const referenceRate = await readReferenceRate(db);
  const { rows } = await sql<Movement>`${movementsOf(id)} order by day, place, id`.execute(db);
  let balance = decimalOf(0);
  let opening = balance;
  const entries: Statement['entries'] = [];
  for (const { day, kind, number, method, amount } of rows) {
    if (day > until) break;
    balance = balance.plus(amount);
    if (day < since) opening = balance;
    else
      entries.push({
        day,
        kind,
        number,
        method,
        debit: Math.max(0, Number(amount)),
        credit: Math.max(0, -Number(amount)),
        balance: toNumber(balance),
      });
  }
  const open_items = await readOpenItems(db, { customer: id, day: until, today, referenceRate });
  return {
    language,
    company,
    customer,
    from: since,
    to: until,
    currency: 'EUR',
    opening_balance: toNumber(opening),
    entries,
    closing_balance: toNumber(balance),
    open_items,
    ...sumsOf(open_items),
    interest_rate: toNumber(decimalOf(referenceRate).plus(LATE_POINTS)),
  };
}

/** Reads the company and a customer as they are printed today. @throws NOT_FOUND, INCOMPLETE_DOCUMENT */
export async function readParties(db: Db, id: number, lang: Language | undefined) {
  const { rows } = await sql`select 1 from customers where id = ${id} and deleted_at is null`.execute(db);
  if (rows.length === 0) throw notFound();
  const { company, customer } = await partiesOf(db, id, { company: null, customer: null });
  const missing = missingOfCompany(company);
  if (missing.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing });
  return {
    company: company as PrintedCompany,
    customer: printedCustomer(id, customer),
    language: lang ?? languageOfCountry(customer.country_code),
  };
}

/** The change of the balance by a document, in EUR. */
const DUE = sql`case v.type when 'invoice' then 1 else -1 end * round(amount_to_pay(v) / coalesce(v.exchange_rate::numeric, 1), 2)`;

/**
 * A payment or its reversal in EUR. Each part of another currency that settles an invoice counts at the rate of the invoice, so
 * that the parts of a paid invoice sum to its total; an advance counts at the rate of the customer's invoice in this currency
 * that is nearest in days. Without such an invoice there is no rate, and the advance does not count.
 */
const PAID = sql`case p.currency when 'EUR' then p.amount::numeric else coalesce((
    select sum(round(s.until / s.rate, 2) - round((s.until - s.amount) / s.rate, 2)) from (
      select a.payment_id, v.exchange_rate::numeric as rate, sum(a.amount) as amount,
        sum(sum(a.amount)) over (partition by a.invoice_id order by a.payment_id) as until
      from payment_allocations a join invoices v on v.id = a.invoice_id
      where v.customer_id = p.customer_id and v.currency = p.currency group by a.invoice_id, a.payment_id, v.exchange_rate
    ) s where s.payment_id = coalesce(p.reverses, p.id)), 0)
  + coalesce(round((p.amount::numeric - (
      select coalesce(sum(a.amount), 0) from payment_allocations a where a.payment_id = coalesce(p.reverses, p.id)
    )) / (
      select v.exchange_rate::numeric from invoices v
      where v.customer_id = p.customer_id and v.currency = p.currency and v.invoice_number is not null
      order by abs(v.invoice_date - p.day), v.id limit 1
    ), 2), 0) end`;

function movementsOf(customer: number) {
  return sql`select day, kind, number, method, amount from (
    select v.invoice_date as day, v.type as kind, v.invoice_number as number, null::text as method,
      ${DUE} as amount,
      case v.type when 'invoice' then 1 else 2 end as place, v.id
    from invoices v where v.customer_id = ${customer} and v.invoice_number is not null
    union all
    select p.day, case when p.reverses is null then 'payment' else 'reversal' end, null, p.method,
      case when p.reverses is null then -1 else 1 end * ${PAID} as amount, case when p.reverses is null then 3 else 4 end, p.id
    from payments p where p.customer_id = ${customer} and p.amount > 0
  ) m where amount <> 0`;
}
