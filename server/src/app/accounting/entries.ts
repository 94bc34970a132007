/** Entries of sales, purchases and payments by the accounts that products have today. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Entries, EntryRow, RegisteredDocument } from '@bobina/contract/sales/accounting.ts';
import { sql } from 'kysely';
import { documentTexts } from '../../areas/sales/documents/document-texts.ts';
import { readSettings } from '../../areas/registry/index.ts';
import type { Db } from '../../platform/database/db.ts';
import {
  ACCOUNT_ROLES,
  paymentEntry,
  purchaseEntry,
  saleEntry,
  sidesOf,
  splitNet,
  type AccountPart,
  type AccountRole,
  type Posting,
} from './entry.rules.ts';
import { readVatRegister } from './vat-register.ts';

interface Asked {
  from: Day;
  to: Day;
  language: Language;
}
interface Entry extends Pick<
  EntryRow,
  'journal' | 'entry_number' | 'day' | 'document_id' | 'document_number' | 'document_day' | 'description'
> {
  party_id: number;
  party_code: string;
  party_name: string;
  postings: readonly Posting[];
}

/** Reads the entries of a period: sales, then purchases, then payments of customers, each by day. */
export async function readEntries(db: Db, { from, to, language }: Asked): Promise<Entries> {
  const asked = { from, to, language };
  const accounts = await accountsOf(db, language);
  const entries = [
    ...(await readSales(db, asked)),
    ...(await readPurchases(db, asked)),
    ...(await readPayments(db, asked)),
  ];
  const rows = entries.flatMap((entry) => rowsOf(entry, accounts));
  const total = (side: 'debit' | 'credit') => toNumber(sum(rows.map((row) => decimalOf(row[side]))));
  return { from, to, rows, debit: total('debit'), credit: total('credit') };
}

type Accounts = Record<AccountRole, { account: string; name: string }>;

async function accountsOf(db: Db, language: Language): Promise<Accounts> {
  const settings = await readSettings(db);
  const names = documentTexts(language).accounting.accounts;
  return Object.fromEntries(
    ACCOUNT_ROLES.map((role) => [role, { account: settings[`account_${role}`], name: names[role] }]),
  ) as Accounts;
}

function rowsOf({ postings, party_id, party_code, party_name, ...entry }: Entry, accounts: Accounts): EntryRow[] {
  return postings.map(({ role, account, name, amount }) => {
    const isParty = role === 'customers' || role === 'suppliers';
    const known = accounts[role ?? (entry.journal === 'AC' ? 'purchases' : 'sales')];
    return {
      ...entry,
      account: account ?? known.account,
      account_name: name ?? known.name,
      party_id: isParty ? party_id : null,
      party_code: isParty ? party_code : null,
      party_name: isParty ? party_name : null,
      ...sidesOf(amount),
    };
  });
}

/** Fields that the register does not show: the party, the rate and the net amount by account. */
interface Booked {
  id: number;
  party_id: number;
  rate: string;
  rounding: string;
  parts: AccountPart[];
}

async function readSales(db: Db, { from, to, language }: Asked): Promise<Entry[]> {
  const { rows: documents } = await readVatRegister(db, { kind: 'sales', from, to });
  const { rows } = await sql<Booked>`
    select v.id, v.customer_id as party_id, coalesce(v.exchange_rate::numeric, 1)::text as rate, '0' as rounding,
      (select jsonb_agg(jsonb_build_object('account', g.account, 'name', g.name, 'amount', g.net::text) order by g.account) from (
        select nullif(p.vendite_conto_codice, '') as account, min(nullif(p.vendite_conto_descrizione, '')) as name, sum(i.net_amount::numeric) as net
        from invoice_items i left join products p on p.id = i.product_id where i.invoice_id = v.id group by 1
      ) g) as parts
    from invoices v where v.invoice_number is not null and v.deleted_at is null and v.invoice_date between ${from} and ${to}`.execute(
    db,
  );
  return entriesOf(documents, rows, { journal: 'VE', language });
}

async function readPurchases(db: Db, { from, to, language }: Asked): Promise<Entry[]> {
  const { rows: documents } = await readVatRegister(db, { kind: 'purchases', from, to });
  const { rows } = await sql<Booked>`
    select v.id, v.supplier_id as party_id, coalesce(v.exchange_rate, 1)::text as rate, v.rounding_amount::text as rounding,
      (select jsonb_agg(jsonb_build_object('account', g.account, 'name', g.name, 'amount', g.net::text) order by g.account) from (
        select l.account, min(l.name) as name, sum(l.net) as net from (
          select nullif(p.acquisti_conto_codice, '') as account, nullif(p.acquisti_conto_descrizione, '') as name, i.net_amount as net
          from purchase_invoice_lines i left join products p on p.id = i.product_id where i.purchase_invoice_id = v.id
          union all select null, null, v.charges_amount
        ) l group by 1
      ) g) as parts
    from purchase_invoices v where v.status = 'accepted' and v.registered_date between ${from} and ${to}`.execute(db);
  return entriesOf(documents, rows, { journal: 'AC', language });
}

function entriesOf(
  documents: readonly RegisteredDocument[],
  booked: readonly Booked[],
  { journal, language }: { journal: 'VE' | 'AC'; language: Language },
): Entry[] {
  const kinds = documentTexts(language).accounting.kinds;
  const found = new Map(booked.map((row) => [row.id, row]));
  return documents.map((document) => {
    const { party_id, rate, rounding, parts } = found.get(document.document_id)!;
    const sign = document.type === 'credit_note' ? -1 : 1;
    const [net, vat] = [decimalOf(document.net_amount), decimalOf(document.vat_amount)];
    const signed = parts.map((part) => ({ ...part, amount: decimalOf(part.amount).times(sign).toFixed() }));
    const accounts = splitNet(signed, { net, rate });
    const roundingInEur = decimalOf(rounding).div(rate).times(sign);
    return {
      journal,
      entry_number: document.register_number,
      day: document.day,
      document_id: document.document_id,
      document_number: document.document_number,
      document_day: document.document_day,
      description: `${kinds[document.type]} ${document.document_number} · ${document.party_name}`,
      party_id,
      party_code: `${journal === 'VE' ? 'C' : 'F'}${party_id}`,
      party_name: document.party_name,
      postings:
        journal === 'VE'
          ? saleEntry({ net, vat, isSplit: document.split_payment, accounts })
          : purchaseEntry({ net, vat, rounding: decimalOf(roundingInEur.toFixed(2)), accounts }),
    };
  });
}

interface PaymentRow {
  id: number;
  place: number;
  day: Day;
  amount: string;
  customer_id: number;
  customer_name: string;
  is_reversal: boolean;
}

/** Payments in EUR. Their numbers count the payments of a year in the order of their entry, so they never change. */
async function readPayments(db: Db, { from, to, language }: Asked): Promise<Entry[]> {
  const { rows } = await sql<PaymentRow>`
    select n.id, n.place, p.day, p.amount::text as amount, p.customer_id, c.business_name as customer_name, p.reverses is not null as is_reversal
    from (
      select id, row_number() over (partition by extract(year from day) order by id)::integer as place
      from payments where amount > 0 and currency = 'EUR'
        and day between date_trunc('year', ${from}::date)::date and (date_trunc('year', ${to}::date) + interval '1 year - 1 day')::date
    ) n
    join payments p on p.id = n.id join customers c on c.id = p.customer_id
    where p.day between ${from} and ${to} order by p.day, p.id`.execute(db);
  const { kinds } = documentTexts(language).accounting;
  return rows.map(({ place, day, amount, customer_id, customer_name, is_reversal }) => {
    const number = `BQ-${day.slice(0, 4)}/${String(place).padStart(5, '0')}`;
    const signed = decimalOf(amount).times(is_reversal ? -1 : 1);
    return {
      journal: 'BQ',
      entry_number: number,
      day,
      document_id: null,
      document_number: number,
      document_day: day,
      description: `${kinds[is_reversal ? 'reversal' : 'payment']} · ${customer_name}`,
      party_id: customer_id,
      party_code: `C${customer_id}`,
      party_name: customer_name,
      postings: paymentEntry(signed),
    };
  });
}
