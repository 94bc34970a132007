/** Reads purchase invoices in their API form. */
import { sql } from 'kysely';
import type {
  PurchaseInvoice,
  PurchaseInvoiceRow,
  purchaseInvoices,
} from '@bobina/contract/purchasing/purchase-invoices.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { computed, searchedValue, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import { contains } from '../../platform/database/search.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { nullableNumeric, numeric, registerRows, requireVersion } from '../../platform/master-data.ts';
import { notFound } from '../../platform/problem.ts';

const dueDate = sql<
  string | null
>`(select max(i.due_date) from purchase_invoice_instalments i where i.purchase_invoice_id = t.id)`;

const INVOICES: List<SortOf<typeof purchaseInvoices.list>> = {
  columns: {
    document_date: value('t.document_date'),
    number: text('t.number'),
    supplier_name: text('t.supplier_name'),
    kind: searchedValue('t.kind'),
    received_date: value('t.received_date'),
    registered_date: value('t.registered_date'),
    net_amount: value('t.net_amount'),
    total_amount: value('t.total_amount'),
    status: searchedValue('t.status'),
    match: searchedValue('t.match'),
    due_date: computed(dueDate, { tables: ['t'] }),
  },
  search: contains('t.search_text'),
  searchedAlone: true,
  order: '-document_date',
};

/** Lists one page of invoices. */
export async function listPurchaseInvoices(reading: Reading, { query }: HandlerInput<typeof purchaseInvoices.list>) {
  let rows = invoiceRows(reading.db);
  if (query.supplier_id) rows = rows.where('t.supplier_id', '=', query.supplier_id);
  for (const field of ['status', 'match', 'kind'] as const)
    if (query[field]) rows = rows.where(`t.${field}`, '=', query[field]);
  if (query.from) rows = rows.where('t.document_date', '>=', query.from);
  if (query.to) rows = rows.where('t.document_date', '<=', query.to);
  return page(reading, rows, query, INVOICES);
}

/** Reads an invoice with its lines. @throws NOT_FOUND */
export async function readPurchaseInvoice(db: Db, id: number): Promise<PurchaseInvoice> {
  const row = await invoiceRows(db)
    .leftJoin('purchase_invoice_files as file', 'file.id', 't.file_id')
    .leftJoin('users as acceptor', 'acceptor.id', 't.accepted_by')
    .leftJoin('users as disputer', 'disputer.id', 't.disputed_by')
    .where('t.id', '=', id)
    .select([
      't.credited_number',
      't.dispute_notes',
      't.disputed_at',
      'disputer.name as disputed_by_name',
      't.accepted_at',
      'acceptor.name as accepted_by_name',
      'file.name as file_name',
      'file.sha256',
    ])
    .select([numeric('t.charges_amount', 'charges_amount'), numeric('t.rounding_amount', 'rounding_amount')])
    .executeTakeFirst();
  if (!row) throw notFound();
  return {
    ...row,
    lines: await readLines(db, id),
    vat: await readVat(db, id),
    instalments: await readInstalments(db, id),
  };
}

/** Locks an invoice until the act commits. @throws NOT_FOUND, STALE_VERSION */
export async function lockPurchaseInvoice(act: Act, id: number, version?: number): Promise<PurchaseInvoice> {
  const { rows } = await sql`
    select 1 from purchase_invoices where id = ${id} and deleted_at is null for no key update`.execute(act.tx);
  if (rows.length === 0) throw notFound();
  const invoice = await readPurchaseInvoice(act.tx, id);
  requireVersion(invoice, version);
  return invoice;
}

/** Returns the name of an invoice in the activity log. */
export function nameOfPurchaseInvoice({
  number,
  supplier_name,
}: Pick<PurchaseInvoice, 'number' | 'supplier_name'>): string {
  return `${number} · ${supplier_name}`;
}

function invoiceRows(db: Db) {
  return registerRows(db, 'purchase_invoices')
    .select([
      't.id',
      't.supplier_id',
      't.supplier_name',
      't.supplier_vat',
      't.document_type',
      't.number',
      't.document_date',
      't.received_date',
      't.registered_date',
      't.currency',
      't.notes',
      't.version',
      't.created_at',
      't.created_by',
      'creator.name as created_by_name',
      't.modified_at',
      't.modified_by',
      'editor.name as modified_by_name',
    ])
    .select([
      nullableNumeric('t.exchange_rate', 'exchange_rate'),
      numeric('t.net_amount', 'net_amount'),
      numeric('t.vat_amount', 'vat_amount'),
      numeric('t.total_amount', 'total_amount'),
      numeric('t.to_pay_amount', 'to_pay_amount'),
      sql<PurchaseInvoiceRow['kind']>`t.kind`.as('kind'),
      sql<PurchaseInvoiceRow['status']>`t.status`.as('status'),
      sql<PurchaseInvoiceRow['match']>`t.match`.as('match'),
      sql<PurchaseInvoiceRow['format']>`t.format`.as('format'),
      dueDate.as('due_date'),
    ]);
}

async function readLines(db: Db, id: number): Promise<PurchaseInvoice['lines']> {
  const { rows } = await sql<PurchaseInvoice['lines'][number]>`
    select l.id, l.position, l.description, l.supplier_code, l.quantity::float8 as quantity,
      coalesce(l.unit_of_measure, p.unit_of_measure) as unit_of_measure,
      l.unit_price::float8 as unit_price, l.net_amount::float8 as net_amount, l.vat_rate::float8 as vat_rate, l.natura,
      l.ddt_number, l.ddt_date, l.order_number, l.product_id, p.code as product_code, p.name as product_name,
      l.receipt_item_id, g.document_number as receipt_document, g.order_id as receipt_order_id,
      r.order_item_id as receipt_order_item_id,
      l.matched_quantity::float8 as matched_quantity, l.is_confirmed, l.match, l.differences
    from purchase_invoice_lines l
    left join products p on p.id = l.product_id
    left join goods_receipt_items r on r.id = l.receipt_item_id
    left join goods_receipts g on g.id = r.receipt_id
    where l.purchase_invoice_id = ${id} order by l.position`.execute(db);
  return rows;
}

async function readVat(db: Db, id: number): Promise<PurchaseInvoice['vat']> {
  const { rows } = await sql<PurchaseInvoice['vat'][number]>`
    select vat_rate::float8 as vat_rate, natura, net_amount::float8 as net_amount, vat_amount::float8 as vat_amount
    from purchase_invoice_vat where purchase_invoice_id = ${id} order by position`.execute(db);
  return rows;
}

async function readInstalments(db: Db, id: number): Promise<PurchaseInvoice['instalments']> {
  const { rows } = await sql<PurchaseInvoice['instalments'][number]>`
    select id, due_date, amount::float8 as amount, method, iban, paid_date
    from purchase_invoice_instalments where purchase_invoice_id = ${id} order by position`.execute(db);
  return rows;
}
