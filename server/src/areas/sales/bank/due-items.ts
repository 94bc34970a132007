/** Reads open instalments of invoices and of accepted purchase invoices, as files for banks need them. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { BankInstalment, SlipKind } from '@bobina/contract/sales/bank.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../platform/database/db.ts';
import { FieldChecks, invalid, Problem, translateMissing, type MissingRefusal } from '../../../platform/problem.ts';
import { validIban } from '../e-invoice/numbers.rules.ts';
import type { BankCompany, BankParty, DueItem } from './bank-file.ts';
import { bankCompany, missingOfBank, missingOfParty, type CompanyRegister } from './check.ts';

const MOST_LISTED = 1000;

/** The request for a file. */
export interface Wanted {
  kind: SlipKind;
  ids: readonly number[];
  due_date?: Day | null | undefined;
  /** Another account of the company than that of its register. */
  iban?: string | null | undefined;
  today: Day;
}

/**
 * Reads the open instalments of documents, and the company, both complete for a file.
 * @throws VALIDATION on `ids.<n>` and `iban`, INCOMPLETE_DOCUMENT with all that is missing
 */
export async function readForFile(db: Db, wanted: Wanted): Promise<{ company: BankCompany; items: DueItem[] }> {
  const { kind, today, iban } = wanted;
  if (iban && validIban(iban) === null) throw invalid('iban', 'iban');
  const ids = [...new Set(wanted.ids)];
  const all = await readDueItems(db, { kind, today, where: sql`document.id = any(${ids}::integer[])` });
  const items = wanted.due_date ? all.filter(({ day }) => day === wanted.due_date) : all;
  await checkDocuments(db, { kind, ids: wanted.ids, items });
  const register = await readCompany(db);
  // The bank's name in the register is that of the account there.
  const own = iban && validIban(iban) !== validIban(register.iban) ? { ...register, iban, bank: null } : register;
  const missing = [...missingOfBank(kind, own), ...missingOfParties(kind, items)];
  if (missing.length > 0) throw new Problem('INCOMPLETE_DOCUMENT', { missing });
  return { company: bankCompany(own), items };
}

/** Lists the open instalments that are on no live slip, by due day, with the data that a file lacks for each. */
export async function listBankInstalments(
  db: Db,
  { kind, today, language }: { kind: SlipKind; today: Day; language: Language },
): Promise<BankInstalment[]> {
  const document = kind === 'pain001' ? sql`s.purchase_invoice_id` : sql`s.invoice_id`;
  const items = await readDueItems(db, {
    kind,
    today,
    where: sql`document.currency = 'EUR' and not exists (
      select from bank_slip_items s where ${document} = document.id and s.instalment = i.instalment and s.state in ('new', 'presented'))`,
    limit: MOST_LISTED,
  });
  return items.map(({ party, amount, document_id, number, instalment, due_date, day, method }) => ({
    document_id,
    number,
    instalment,
    due_date,
    day,
    method,
    party_id: party.id,
    party_name: party.business_name,
    amount: toNumber(decimalOf(amount)),
    missing: translateMissing(language, missingOfParty(kind, party)).map(({ message }) => message),
  }));
}

type Row = Omit<DueItem, 'amount'> & { amount: string };

async function readDueItems(
  db: Db,
  { kind, today, where, limit }: { kind: SlipKind; today: Day; where: RawBuilder<unknown>; limit?: number },
): Promise<DueItem[]> {
  const { rows } = await sql<Row>`
    select document.id as document_id, i.number, i.document_date, i.instalment, i.due_date, greatest(i.due_date, ${today}::date) as day,
      i.amount::text as amount, i.method, i.party
    from ${kind === 'pain001' ? PURCHASES : SALES} where ${where}
    order by greatest(i.due_date, ${today}::date), i.due_date, i.number, i.instalment limit ${limit ?? null}`.execute(
    db,
  );
  return rows.map((row) => ({ ...row, amount: decimalOf(row.amount).toFixed(2) }));
}

const PARTY = sql`'id', p.id, 'business_name', p.business_name, 'vat_number', p.vat_number, 'address', p.address, 'zip_code', p.zip_code,
  'city', p.city, 'province', p.province, 'country_code', p.country_code, 'iban', p.iban`;
/** Both answer `document` with its currency, and `i` with the instalment. */
const SALES = sql`invoices document
  join customers p on p.id = document.customer_id
  cross join lateral (
    select document.invoice_number as number, document.invoice_date as document_date, o.place as instalment, o.due as due_date, o.open as amount,
      document.payment ->> 'modalita_pagamento' as method,
      json_build_object(${PARTY}, 'tax_code', p.tax_code, 'bank', p.bank, 'abi', p.abi, 'cab', p.cab, 'mandate_id', p.mandate_id, 'mandate_day', p.mandate_day) as party
    from open_instalments(document.id, amount_to_pay(document) - document.open_amount::numeric) o
    where o.open > 0 and document.next_due_date is not null
  ) i`;
const PURCHASES = sql`purchase_invoices document
  join suppliers p on p.id = document.supplier_id
  cross join lateral (
    select document.number, document.document_date, n.position as instalment, n.due_date, n.amount::numeric as amount, n.method,
      json_build_object(${PARTY}, 'tax_code', null, 'bank', null, 'abi', null, 'cab', null, 'mandate_id', null, 'mandate_day', null) as party
    from purchase_invoice_instalments n
    where n.purchase_invoice_id = document.id and n.paid_date is null and n.amount::numeric > 0
      and document.status = 'accepted' and document.kind = 'invoice' and document.deleted_at is null
  ) i`;

/** @throws VALIDATION on the ids of documents that cannot be in the file */
async function checkDocuments(
  db: Db,
  { kind, ids, items }: { kind: SlipKind; ids: readonly number[]; items: readonly DueItem[] },
): Promise<void> {
  const state =
    kind === 'pain001'
      ? sql`status = 'accepted' and kind = 'invoice' as is_issued from purchase_invoices`
      : sql`type = 'invoice' and invoice_number is not null as is_issued from invoices`;
  const { rows } = await sql<{ id: number; currency: string; is_issued: boolean }>`
    select id, currency, ${state} where id = any(${ids}::integer[]) and deleted_at is null`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  const due = new Set(items.map(({ document_id }) => document_id));
  const checks = new FieldChecks();
  for (const [at, id] of ids.entries()) {
    const row = found.get(id);
    if (!row) checks.add(`ids.${at}`, 'unknown');
    else if (!row.is_issued) checks.add(`ids.${at}`, kind === 'pain001' ? 'notAccepted' : 'notIssued');
    else if (row.currency !== 'EUR') checks.add(`ids.${at}`, 'onlyEuro', { currency: row.currency });
    else if (!due.has(id)) checks.add(`ids.${at}`, 'nothingOpen');
  }
  checks.done();
}

function missingOfParties(kind: SlipKind, items: readonly DueItem[]): MissingRefusal[] {
  const parties = new Map<number, BankParty>(items.map(({ party }) => [party.id, party]));
  return [...parties.values()].flatMap((party) => missingOfParty(kind, party));
}

async function readCompany(db: Db): Promise<CompanyRegister> {
  const { rows } = await sql<CompanyRegister>`
    select business_name, vat_number, tax_code, address, zip_code, city, province, country_code, iban, bank, sia_code, creditor_id
    from company where id = 1`.execute(db);
  return rows[0]!;
}
