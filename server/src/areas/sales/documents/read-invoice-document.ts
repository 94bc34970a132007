/** Reads an invoice or credit note with all data of its printed and electronic forms. */
import { sql } from 'kysely';
import type { InvoiceReport, PackingListReport } from '@bobina/contract/sales/documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { notFound, type MissingRefusal } from '../../../platform/problem.ts';
import { invoiceContent } from '../invoices/invoice-content.ts';
import { missingOfCompany, partiesOf, type CompanyRecord, type CustomerRecord } from '../shared/party-snapshot.ts';

type Reference = InvoiceReport['packing_list'];
export interface InvoiceLine extends Omit<InvoiceReport['items'][number], 'position'> {
  product_id: number;
}
export interface VatGroup {
  /** Null only in a draft. */
  vat_rate: number | null;
  natura: string | null;
  /** The description of the VAT code. */
  description: string | null;
  net_amount: number;
  vat_amount: number;
}
interface Amounts {
  items: InvoiceLine[];
  groups: VatGroup[];
  net_amount: number;
  vat_amount: number;
  total_amount: number;
}
export interface InvoiceDocument extends Amounts {
  id: number;
  type: 'invoice' | 'credit_note';
  number: string;
  is_issued: boolean;
  status: string;
  invoice_date: string;
  due_date: string;
  /** By due date; empty for a credit note. */
  instalments: { due_date: string; amount: number }[];
  currency: 'EUR';
  company: CompanyRecord;
  customer: CustomerRecord & { id: number };
  packing_list: NonNullable<Reference>;
  /** The goods destination, if it is not the customer's own address. */
  destination: PackingListReport['destination'];
  order_number: string;
  customer_order_number: string | null;
  credited_invoice: Reference;
  payment: { terms: string | null; method: string | null };
  notes: string | null;
  cig: string | null;
  cup: string | null;
  /** 1, and one more each time that a rejected document is issued again. */
  issue: number;
}

interface Row {
  id: number;
  type: 'invoice' | 'credit_note';
  invoice_number: string | null;
  status: string;
  invoice_date: string;
  due_date: string;
  instalments: { due_date: string; amount: number }[];
  customer_id: number;
  customer: object;
  company: object;
  payment: { descrizione: string | null; modalita_pagamento: string | null };
  packing_list: NonNullable<Reference>;
  destination: PackingListReport['destination'];
  order_number: string;
  customer_order_number: string | null;
  credited_invoice: Reference;
  net_amount: number;
  vat_amount: number;
  total_amount: number;
  notes: string | null;
  cig: string | null;
  cup: string | null;
}

/** Reads an invoice document. @returns the document and the fields missing for printing @throws NOT_FOUND */
export async function readInvoiceDocument(
  db: Db,
  id: number,
): Promise<{ document: InvoiceDocument; missing: MissingRefusal[] }> {
  const row = await readRow(db, id);
  const isDraft = row.status === 'draft';
  const draft = isDraft ? await draftAmounts(db, row) : undefined;
  const { company, customer } = await partiesOf(db, row.customer_id, isDraft ? { company: null, customer: null } : row);
  const payment = draft?.payment ?? row.payment;
  const document: InvoiceDocument = {
    id: row.id,
    type: row.type,
    number: row.invoice_number ?? `BOZZA-${row.id}`,
    is_issued: row.invoice_number !== null,
    status: row.status,
    invoice_date: row.invoice_date,
    due_date: row.due_date,
    instalments: row.instalments,
    currency: 'EUR',
    company,
    customer: { ...customer, id: row.customer_id },
    packing_list: row.packing_list,
    destination: row.destination,
    order_number: row.order_number,
    customer_order_number: row.customer_order_number,
    credited_invoice: row.credited_invoice,
    payment: { terms: payment.descrizione, method: payment.modalita_pagamento ?? customer.modalita_pagamento },
    notes: row.notes,
    cig: row.cig,
    cup: row.cup,
    issue: 1,
    ...(draft?.amounts ?? (await storedAmounts(db, row))),
  };
  return { document, missing: [...missingOfCompany(company), ...(draft?.missing ?? [])] };
}

async function readRow(db: Db, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select t.id, t.type, t.invoice_number, t.status, t.invoice_date, t.due_date,
      coalesce((select json_agg(json_build_object('due_date', i.due_date, 'amount', i.amount::float8) order by i.due_date, i.position)
        from invoice_instalments i where i.invoice_id = t.id), '[]') as instalments, t.customer_id, t.customer, t.company, t.payment,
      jsonb_build_object('id', p.id, 'number', p.packing_list_number, 'date', p.packing_date) as packing_list,
      p.destination,
      t.order_number, t.customer_order_number,
      case when c.id is not null then jsonb_build_object('id', c.id, 'number', c.invoice_number, 'date', c.invoice_date) end as credited_invoice,
      t.net_amount::float8 as net_amount, t.vat_amount::float8 as vat_amount, t.total_amount::float8 as total_amount, t.notes,
      t.cig, t.cup
    from invoices t join packing_lists p on p.id = t.packing_list_id left join invoices c on c.id = t.credited_invoice_id
    where t.id = ${id} and t.deleted_at is null`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

async function storedAmounts(db: Db, row: Row): Promise<Amounts> {
  const { rows: items } = await sql<InvoiceLine & { vat_description: string | null }>`
    select product_id, code, product_name as description, quantity::float8 as quantity, unit_of_measure, unit_price::float8 as unit_price,
      net_amount::float8 as net_amount, vat_rate::float8 as vat_rate, natura, vat_amount::float8 as vat_amount,
      total_price::float8 as total_price
    from invoice_items where invoice_id = ${row.id} order by position`.execute(db);
  const { rows: groups } = await sql<VatGroup>`
    select vat_rate::float8 as vat_rate, natura, min(vat_description) as description,
      sum(net_amount)::float8 as net_amount, sum(vat_amount)::float8 as vat_amount
    from invoice_items where invoice_id = ${row.id} group by vat_rate, natura order by min(position)`.execute(db);
  const { net_amount, vat_amount, total_amount } = row;
  return { items, groups, net_amount, vat_amount, total_amount };
}

/** Computes the amounts that a draft would have if it were sent now. */
async function draftAmounts(
  db: Db,
  row: Row,
): Promise<{ amounts: Amounts; payment: Row['payment']; missing: MissingRefusal[] }> {
  const { lines, amounts, payment, missing } = await invoiceContent(db, {
    id: row.packing_list.id,
    customer_id: row.customer_id,
  });
  const rateOf = (rate: number | string | null) => (rate === null ? null : Number(rate));
  return {
    payment,
    missing: missing.filter(({ field }) => !field.startsWith('company.')),
    amounts: {
      items: lines.map(({ product_id, code, product_name, quantity, unit_of_measure, unit_price, vat }, at) => ({
        product_id,
        code,
        description: product_name,
        quantity: Number(quantity),
        unit_of_measure,
        unit_price: Number(unit_price),
        net_amount: Number(amounts.lines[at]!.net),
        vat_rate: rateOf(vat?.rate ?? null),
        natura: vat?.natura ?? null,
        vat_amount: Number(amounts.lines[at]!.vat),
        total_price: Number(amounts.lines[at]!.total),
      })),
      groups: amounts.groups.map(({ vat_rate, natura, net, vat }) => ({
        vat_rate: rateOf(vat_rate),
        natura,
        description:
          lines.find((line) => (line.vat?.natura ?? null) === natura && (line.vat?.rate ?? null) === vat_rate)?.vat
            ?.description ?? null,
        net_amount: Number(net),
        vat_amount: Number(vat),
      })),
      net_amount: Number(amounts.net),
      vat_amount: Number(amounts.vat),
      total_amount: Number(amounts.total),
    },
  };
}
