/** Reads an invoice or credit note with all data of its printed and electronic forms. */
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { sql } from 'kysely';
import type { InvoiceReport, PackingListReport } from '@bobina/contract/sales/printed-documents.ts';
import type { Db } from '../../../platform/database/db.ts';
import { notFound, type MissingRefusal } from '../../../platform/problem.ts';
import { invoiceContent } from '../invoices/invoice-content.ts';
import { missingOfCompany, partiesOf, type CompanyRecord, type CustomerRecord } from '../shared/party-snapshot.ts';

type Delivery = InvoiceReport['packing_lists'][number];
export interface InvoiceLine extends Omit<InvoiceReport['items'][number], 'position' | 'conai'> {
  /** Null for the line that charges the stamp duty. */
  product_id: number | null;
  conai_material: string | null;
  conai_kg: number | null;
  /** EUR; null where the contribution was paid before. */
  conai_amount: number | null;
}
/** The notes of French law: recovery costs, late payment, early payment. */
export interface FrenchNotes {
  pmt: string;
  pmd: string;
  aab: string;
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
  currency: string;
  /** Units of the currency for 1 EUR; null for EUR, and in a draft without it. */
  exchange_rate: number | null;
  company: CompanyRecord;
  customer: CustomerRecord & { id: number };
  /** At least one, in the order of the document; the lines follow it. */
  packing_lists: Delivery[];
  /** The goods destination of all packing lists, if it is not the customer's own address. */
  destination: PackingListReport['destination'];
  order_number: string;
  customer_order_number: string | null;
  cig: string | null;
  cup: string | null;
  declaration: { protocol: string; day: string } | null;
  /** Null unless the company is French. */
  french_notes: FrenchNotes | null;
  credited_invoice: InvoiceReport['credited_invoice'];
  payment: { terms: string | null; method: string | null };
  notes: string | null;
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
  packing_lists: Delivery[];
  destination: PackingListReport['destination'];
  order_number: string;
  customer_order_number: string | null;
  currency: string;
  exchange_rate: number | null;
  cig: string | null;
  cup: string | null;
  declaration: { protocol: string; day: string } | null;
  french_notes: FrenchNotes;
  credited_invoice: InvoiceReport['credited_invoice'];
  net_amount: number;
  vat_amount: number;
  total_amount: number;
  notes: string | null;
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
    currency: draft?.currency ?? row.currency,
    exchange_rate: row.exchange_rate,
    company,
    customer: { ...customer, id: row.customer_id },
    packing_lists: row.packing_lists,
    destination: row.destination,
    order_number: row.order_number,
    customer_order_number: row.customer_order_number,
    cig: draft ? draft.cig : row.cig,
    cup: draft ? draft.cup : row.cup,
    declaration: row.declaration,
    french_notes: company.country_code === 'FR' ? row.french_notes : null,
    credited_invoice: row.credited_invoice,
    payment: { terms: payment.descrizione, method: payment.modalita_pagamento ?? customer.modalita_pagamento },
    notes: row.notes,
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
      p.packing_lists, p.destination,
      t.order_number, t.customer_order_number, t.currency, t.exchange_rate::float8 as exchange_rate, t.cig, t.cup, t.declaration,
      (select jsonb_build_object(
        'pmt', case t.status when 'draft' then s.fr_note_pmt else coalesce(t.company ->> 'fr_note_pmt', s.fr_note_pmt) end,
        'pmd', case t.status when 'draft' then s.fr_note_pmd else coalesce(t.company ->> 'fr_note_pmd', s.fr_note_pmd) end,
        'aab', case t.status when 'draft' then s.fr_note_aab else coalesce(t.company ->> 'fr_note_aab', s.fr_note_aab) end) from settings s) as french_notes,
      case when c.id is not null then jsonb_build_object('id', c.id, 'number', c.invoice_number, 'date', c.invoice_date,
        'in_full', c.total_amount = t.total_amount) end as credited_invoice,
      t.net_amount::float8 as net_amount, t.vat_amount::float8 as vat_amount, t.total_amount::float8 as total_amount, t.notes
    from invoices t cross join lateral (
      select jsonb_agg(jsonb_build_object('id', p.id, 'number', p.packing_list_number, 'date', p.packing_date,
          'order_number', p.order_number, 'customer_order_number', p.customer_order_number) order by l.position) as packing_lists,
        case when count(distinct coalesce(p.destination, 'null')) = 1 then (array_agg(p.destination))[1] end as destination
      from invoice_packing_lists l join packing_lists p on p.id = l.packing_list_id where l.invoice_id = t.id
    ) p left join invoices c on c.id = t.credited_invoice_id
    where t.id = ${id} and t.deleted_at is null`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * The price of a line. The last credit of a line takes the net amount that is left, which may differ from quantity times
 * price: its price is then the net amount by quantity, so that the line foots.
 */
const EFFECTIVE_PRICE = sql`case when quantity is null or round(quantity::numeric * unit_price::numeric, 2) = net_amount
  then unit_price else round(net_amount::numeric / quantity::numeric, 8) end`;

async function storedAmounts(db: Db, row: Row): Promise<Amounts> {
  const { rows: items } = await sql<InvoiceLine & { vat_description: string | null }>`
    select packing_list_id, product_id, code, product_name as description, quantity::float8 as quantity, unit_of_measure,
      ${EFFECTIVE_PRICE}::float8 as unit_price,
      net_amount::float8 as net_amount, vat_rate::float8 as vat_rate, natura, vat_amount::float8 as vat_amount,
      total_price::float8 as total_price, conai_material, conai_kg::float8 as conai_kg, conai_amount::float8 as conai_amount
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
): Promise<{
  amounts: Amounts;
  payment: Row['payment'];
  currency: string;
  cig: string | null;
  cup: string | null;
  missing: MissingRefusal[];
}> {
  const { lines, amounts, payment, customer, cig, cup, missing } = await invoiceContent(db, {
    customer_id: row.customer_id,
    packingLists: row.packing_lists.map(({ id }) => id),
    exchange_rate: row.exchange_rate === null ? null : decimalOf(row.exchange_rate).toFixed(),
  });
  const numberOf = (value: string | null) => (value === null ? null : Number(value));
  const rateOf = (rate: number | string | null) => (rate === null ? null : Number(rate));
  return {
    payment,
    currency: customer.valuta,
    cig,
    cup,
    missing: missing.filter(({ field }) => !field.startsWith('company.')),
    amounts: {
      items: lines.map(({ vat, ...line }, at) => ({
        packing_list_id: line.packing_list_id,
        product_id: line.product_id,
        code: line.code,
        description: line.product_name,
        quantity: Number(line.quantity),
        unit_of_measure: line.unit_of_measure,
        unit_price: Number(line.unit_price),
        conai_material: line.conai_material,
        conai_kg: numberOf(line.conai_kg),
        conai_amount: numberOf(line.conai_amount),
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
