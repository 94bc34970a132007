/** The VAT registers: documents by day with their sums in EUR, as `sales_register` and `purchase_register` compute them. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { RegisteredDocument, RegisterKind, VatRegister, VatSum } from '@bobina/contract/sales/accounting.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/db.ts';

type Row = Pick<
  RegisteredDocument,
  | 'document_id'
  | 'type'
  | 'register_number'
  | 'document_number'
  | 'day'
  | 'document_day'
  | 'party_id'
  | 'party_name'
  | 'party_vat_number'
  | 'split_payment'
> & { vat_rate: string; natura: string | null; net_amount: string; vat_amount: string };

/** Reads a VAT register. */
export async function readVatRegister(
  db: Db,
  { kind, from, to }: { kind: RegisterKind; from: Day; to: Day },
): Promise<VatRegister> {
  const { rows } = await (kind === 'sales' ? salesRows(from, to) : purchaseRows(from, to)).execute(db);
  const documents = new Map<number, RegisteredDocument>();
  for (const { vat_rate, natura, net_amount, vat_amount, ...document } of rows) {
    const known = documents.get(document.document_id) ?? { ...document, sums: [], ...totalsOf([]) };
    known.sums.push({
      vat_rate: Number(vat_rate),
      natura,
      net_amount: toNumber(net_amount),
      vat_amount: toNumber(vat_amount),
    });
    documents.set(document.document_id, known);
  }
  const all = [...documents.values()].map((document) => ({ ...document, ...totalsOf(document.sums) }));
  const sums = sumsOf(all.flatMap((document) => document.sums));
  return {
    kind,
    from,
    to,
    rows: all,
    sums,
    ...totalsOf(sums),
    split_payment_vat: added(all.filter((one) => one.split_payment).map((one) => one.vat_amount)),
  };
}

function salesRows(from: Day, to: Day): RawBuilder<Row> {
  return sql<Row>`
    select v.id as document_id, v.type, v.invoice_number as register_number, v.invoice_number as document_number, v.invoice_date as day, v.invoice_date as document_day,
      v.customer_id as party_id, v.customer_name as party_name, nullif(v.customer ->> 'vat_number', '') as party_vat_number,
      coalesce(v.customer ->> 'esigibilita' = 'S', false) as split_payment, r.vat_rate, r.natura, r.net_amount, r.vat_amount
    from sales_register(${from}, ${to}) r join invoices v on v.id = r.document_id
    order by v.invoice_date, v.type desc, v.invoice_number, v.id, r.vat_rate desc, r.natura`;
}

/** Numbers count the purchases of a year in the order of their acceptance, so they never change. */
function purchaseRows(from: Day, to: Day): RawBuilder<Row> {
  return sql<Row>`
    select v.id as document_id, v.kind as type, n.register_number, v.number as document_number, v.registered_date as day, v.document_date as document_day,
      v.supplier_id as party_id, v.supplier_name as party_name, v.supplier_vat as party_vat_number,
      exists (select from purchase_invoice_vat s where s.purchase_invoice_id = v.id and s.esigibilita = 'S') as split_payment,
      r.vat_rate, r.natura, r.net_amount, r.vat_amount
    from purchase_register(${from}, ${to}) r join purchase_invoices v on v.id = r.document_id
    join (
      select id, 'AC-' || extract(year from registered_date) || '/' || lpad((row_number() over (
        partition by extract(year from registered_date) order by accepted_at, id))::text, 5, '0') as register_number
      from purchase_invoices
      where status = 'accepted' and registered_date between date_trunc('year', ${from}::date)::date
        and (date_trunc('year', ${to}::date) + interval '1 year - 1 day')::date
    ) n on n.id = v.id
    order by v.registered_date, v.accepted_at, v.id, r.vat_rate desc, r.natura`;
}

/** Adds up by rate, the highest first, and nature. */
function sumsOf(groups: readonly VatSum[]): VatSum[] {
  const found = new Map<string, VatSum[]>();
  for (const group of groups) {
    const key = `${group.vat_rate} ${group.natura ?? ''}`;
    found.set(key, [...(found.get(key) ?? []), group]);
  }
  return [...found.values()]
    .map((same) => ({
      vat_rate: same[0]!.vat_rate,
      natura: same[0]!.natura,
      net_amount: added(same.map(({ net_amount }) => net_amount)),
      vat_amount: added(same.map(({ vat_amount }) => vat_amount)),
    }))
    .toSorted((a, b) => b.vat_rate - a.vat_rate || (a.natura ?? '').localeCompare(b.natura ?? '', 'en'));
}

function totalsOf(sums: readonly VatSum[]) {
  const net_amount = added(sums.map((one) => one.net_amount));
  const vat_amount = added(sums.map((one) => one.vat_amount));
  return { net_amount, vat_amount, total_amount: added([net_amount, vat_amount]) };
}

function added(amounts: readonly number[]): number {
  return toNumber(sum(amounts.map((amount) => decimalOf(amount))));
}
