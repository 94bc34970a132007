/** Reads invoices and credit notes in their API form. */
import { sql } from 'kysely';
import { REISSUE_DAYS } from '@bobina/contract/sales/statuses.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { addDays } from '@bobina/contract/core/dates.ts';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import type { UNITS } from '@bobina/contract/core/fields.ts';
import type { Invoice, InvoiceItem, invoices } from '@bobina/contract/sales/invoices.ts';
import type { InvoiceStatus, InvoiceType, TransmissionEvent } from '@bobina/contract/sales/statuses.ts';
import type { Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { inTurn, text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import { wordPatterns } from '../../../platform/database/search.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { nullableNumeric, numeric } from '../../../platform/master-data.ts';
import { notFound, translateMissing } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { findDeclaration } from './declaration.ts';
import { invoiceContent, missingDueDate } from './invoice-content.ts';
import { CUSTOMER_SNAPSHOT, DOCUMENT_AUDIT, searchText } from '../shared/document-columns.ts';

const INVOICES: List<SortOf<typeof invoices.list>> = {
  columns: {
    invoice_date: value('t.invoice_date'),
    invoice_number: text('t.invoice_number'),
    due_date: value('t.due_date'),
    customer_name: text('t.customer_name'),
    packing_list_number: text('t.packing_list_number'),
    status: inTurn(value('t.status'), value('t.invoice_date')),
    transmission: inTurn(value('t.transmission'), value('t.invoice_date')),
    type: inTurn(value('t.type'), value('t.invoice_date')),
    net_amount: value('t.net_amount'),
    vat_amount: value('t.vat_amount'),
    total_amount: value('t.total_amount'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  search: textOrTotal,
  order: '-invoice_date',
};

/** The company's day of the first rejection of the newest file, and the days after it. */
const REISSUE_UNTIL = sql<string | null>`case when t.transmission = 'rejected' and t.status <> 'cancelled' then (
  select (min(e.at) at time zone s.time_zone)::date + ${sql.lit(REISSUE_DAYS)}
  from transmissions e join document_files f on f.id = e.file_id, settings s
  where e.invoice_id = t.id and e.event = 'rejected'
    and f.issue = (select max(issue) from document_files where invoice_id = t.id and is_transmitted)
  group by s.time_zone) end`;

/** The newest mail with the newest file. */
const PEC = sql<Invoice['pec']>`(
  select json_build_object('outbox_id', o.id, 'state', o.state, 'error', coalesce(o.last_error, (
    select string_agg(r.message, ' ') from outbox_recipients r where r.outbox_id = o.id)))
  from pec_files p join outbox o on o.id = p.outbox_id
  where p.file_id = (
    select f.id from document_files f where f.invoice_id = t.id and f.is_transmitted order by f.issue desc limit 1)
  order by o.id desc limit 1)`;

/** The amount that is to be paid of a draft, else the amount that is still open after payments and credits; 0 for a credit note. */
const OPEN_AMOUNT = sql`(case when t.status = 'draft' then amount_to_pay(t) else t.open_amount::numeric end)`;

type Filters = Omit<HandlerInput<typeof invoices.totals>['query'], 'q'>;

/** Lists one page of invoices and credit notes. */
export async function listInvoices(reading: Reading, { query }: HandlerInput<typeof invoices.list>) {
  const today = await companyToday(reading.db);
  return page(reading, filtered(invoiceRows(reading.db, today), query, today), query, INVOICES);
}

/**
 * Sums the rows of the list by currency, EUR first. Totals of credit notes are negative, as the list shows them.
 * A cancelled draft counts 0; an invoice that a credit note cancelled counts beside it.
 */
export async function sumInvoices({ db }: Reading, { query }: HandlerInput<typeof invoices.totals>) {
  const today = await companyToday(db);
  let rows = filtered(invoiceRows(db, today), query, today).clearSelect();
  for (const pattern of query.q ? wordPatterns(query.q) : []) rows = rows.where(textOrTotal(pattern));
  return rows
    .groupBy('t.currency')
    .orderBy(sql`t.currency <> 'EUR'`)
    .orderBy('t.currency')
    .select([
      sql<Invoice['currency']>`t.currency`.as('currency'),
      sql<number>`sum(case when t.status = 'cancelled' and t.invoice_number is null then 0 when t.type = 'credit_note' then -t.total_amount::numeric else t.total_amount::numeric end)::float8`.as(
        'total_amount',
      ),
      // Nothing is due of a draft; credit notes have lowered the open amounts of their invoices.
      sql<number>`sum(t.open_amount::numeric)::float8`.as('open_amount'),
    ])
    .$if(asksForInstalments(query), (sums) => sums.select(dueAmount(query, today).as('due_amount')))
    .execute();
}

/** Reads an invoice with its lines. @throws NOT_FOUND */
export async function readInvoice({ db, language }: { db: Db; language: Language }, id: number): Promise<Invoice> {
  const invoice = await readInvoiceContent(db, id);
  return { ...invoice, missing: await missingOf(db, language, invoice) };
}

/** Reads an invoice with its lines, without the data that a draft lacks for sending. @throws NOT_FOUND */
export async function readInvoiceContent(db: Db, id: number): Promise<Omit<Invoice, 'missing'>> {
  const invoice = await invoiceRows(db, await companyToday(db))
    .where('t.id', '=', id)
    .select(['t.notes', 't.due_date_typed', 't.paid_at', 't.cig', 't.cup'])
    .select([
      sql<Invoice['declaration']>`t.declaration`.as('declaration'),
      sql<string | null>`t.payment ->> 'descrizione'`.as('tipo_pagamento'),
      sql<string | null>`t.payment ->> 'modalita_pagamento'`.as('modalita_pagamento'),
      REISSUE_UNTIL.as('reissue_until'),
      PEC.as('pec'),
    ])
    .executeTakeFirst();
  if (!invoice) throw notFound();
  return {
    ...invoice,
    packing_lists: await packingListRows(db, id),
    credit_notes: await creditNoteRows(db, id),
    items: await itemRows(db, id),
    vat_groups: await groupRows(db, id),
  };
}

/** Whether the texts of an invoice contain a word, or its total is the amount that the word is. */
function textOrTotal(pattern: string) {
  const amount = amountIn(pattern);
  return amount === null
    ? searchText(pattern)
    : sql<boolean>`(${searchText(pattern)} or t.total_amount = ${amount}::numeric)`;
}

/** Reads `%1.234,56%`, `%1234,56%` or `%1,234.56%`. A word without decimals is a number of a document rather than an amount. */
function amountIn(pattern: string): string | null {
  const [, whole, decimals] = /^%(\d{1,3}(?:\.\d{3})+|\d{1,9}),(\d{1,2})%$/.exec(pattern) ??
    /^%(\d{1,3}(?:,\d{3})+|\d{1,9})\.(\d{1,2})%$/.exec(pattern) ?? [undefined, undefined, undefined];
  return whole === undefined ? null : `${whole.replaceAll(/[.,]/g, '')}.${decimals}`;
}

function invoiceRows(db: Db, today: string) {
  return db
    .selectFrom('invoices as t')
    .where('t.deleted_at', 'is', null)
    .select([
      't.id',
      't.invoice_number',
      't.invoice_date',
      't.due_date',
      't.customer_id',
      't.customer_name',
      't.packing_list_id',
      't.packing_list_number',
      sql<number | null>`(select p.order_id from packing_lists p where p.id = t.packing_list_id)`.as('order_id'),
      't.order_number',
      't.customer_order_number',
      't.credited_invoice_id',
      ...DOCUMENT_AUDIT,
    ])
    .select([
      sql<InvoiceType>`t.type`.as('type'),
      sql<InvoiceStatus>`t.status`.as('status'),
      sql<TransmissionEvent | null>`t.transmission`.as('transmission'),
      sql<boolean>`coalesce(t.next_due_date < ${today}, false)`.as('is_overdue'),
      sql<string | null>`(select invoice_number from invoices where id = t.credited_invoice_id)`.as(
        'credited_invoice_number',
      ),
      sql<number>`(select coalesce(sum(total_amount), 0)::float8 from invoices where credited_invoice_id = t.id)`.as(
        'credited_amount',
      ),
      sql<number | null>`(select id from invoices where credited_invoice_id = t.id order by id desc limit 1)`.as(
        'credit_note_id',
      ),
      sql<
        string | null
      >`(select invoice_number from invoices where credited_invoice_id = t.id order by id desc limit 1)`.as(
        'credit_note_number',
      ),
      ...CUSTOMER_SNAPSHOT,
      numeric('t.net_amount', 'net_amount'),
      numeric('t.vat_amount', 'vat_amount'),
      numeric('t.total_amount', 'total_amount'),
      numeric('t.paid_amount', 'paid_amount'),
      sql<number>`${OPEN_AMOUNT}::float8`.as('open_amount'),
      sql<Invoice['instalments']>`coalesce((
        select json_agg(json_build_object('due_date', i.due, 'amount', i.amount::float8, 'open_amount', i.open::float8) order by i.due, i.place)
        from open_instalments(t.id, case when t.status = 'draft' then 0 else amount_to_pay(t) - t.open_amount end) i), '[]')`.as(
        'instalments',
      ),
      sql<Invoice['currency']>`t.currency`.as('currency'),
      nullableNumeric('t.exchange_rate', 'exchange_rate'),
      sql<number | null>`case when t.currency = 'EUR' then t.total_amount
        else round(t.total_amount::numeric / t.exchange_rate::numeric, 2) end::float8`.as('total_amount_eur'),
    ]);
}

function filtered<Q extends ReturnType<typeof invoiceRows>>(all: Q, query: Filters, today: string): Q {
  let rows: ReturnType<typeof invoiceRows> = all;
  if (query.type) rows = rows.where('t.type', '=', query.type);
  if (query.status) rows = rows.where('t.status', '=', query.status);
  if (query.transmission) rows = rows.where('t.transmission', '=', query.transmission);
  if (query.customer_id) rows = rows.where('t.customer_id', '=', query.customer_id);
  if (query.packing_list_id)
    rows = rows.where(
      sql<boolean>`t.id in (select invoice_id from invoice_packing_lists where packing_list_id = ${query.packing_list_id})`,
    );
  if (query.overdue === true) rows = rows.where('t.next_due_date', '<', today);
  if (query.overdue === false)
    rows = rows.where(sql<boolean>`(t.next_due_date is null or t.next_due_date >= ${today})`);
  if (query.open === true) rows = rows.where('t.next_due_date', 'is not', null);
  if (query.open === false) rows = rows.where('t.next_due_date', 'is', null);
  if (query.open_from || query.open_until) rows = rows.where(hasOpenInstalment(query));
  if (query.due_from) rows = rows.where('t.due_date', '>=', query.due_from);
  if (query.due_until) rows = rows.where('t.due_date', '<=', query.due_until);
  if (query.from) rows = rows.where('t.invoice_date', '>=', query.from);
  if (query.to) rows = rows.where('t.invoice_date', '<=', query.to);
  return rows as Q;
}

type DueRange = Pick<Filters, 'open_from' | 'open_until'>;
const LAST_DAY = '9999-12-31';

/** An open invoice with something open that is due in a range of days. */
function hasOpenInstalment(range: DueRange) {
  return sql<boolean>`(t.next_due_date <= ${range.open_until ?? LAST_DAY}::date and exists (
    select ${openInstalments(range)}))`;
}

/** The instalments of an invoice with something open that is due in a range of days: what follows `select`. */
function openInstalments({ open_from, open_until }: DueRange) {
  return sql`from open_instalments(t.id, amount_to_pay(t) - t.open_amount) i
    where i.open > 0 and i.due between ${open_from ?? '1900-01-01'}::date and ${open_until ?? LAST_DAY}::date`;
}

/** Whether the filters ask for instalments that are due, of which an invoice may have others. */
function asksForInstalments({ overdue, open_from, open_until }: Filters): boolean {
  return overdue === true || open_from !== undefined || open_until !== undefined;
}

/** The sum of the instalments that the filters ask for, for a grouped query. */
function dueAmount({ overdue, open_from, open_until = LAST_DAY }: Filters, today: string) {
  const yesterday = addDays(today, -1);
  const until = overdue === true && yesterday < open_until ? yesterday : open_until;
  return sql<number>`coalesce(sum((select sum(i.open) ${openInstalments({ open_from, open_until: until })}))
    filter (where t.next_due_date is not null), 0)::float8`;
}

function itemRows(db: Db, invoice: number): Promise<InvoiceItem[]> {
  return db
    .selectFrom('invoice_items as t')
    .where('t.invoice_id', '=', invoice)
    .orderBy('t.position')
    .select([
      't.id',
      't.order_item_id',
      't.product_id',
      't.code',
      't.product_name',
      't.vat_code',
      't.natura',
      't.conai_material',
    ])
    .select(['t.packing_list_id', 't.credited_item_id'])
    .select([creditedOf('quantity').as('credited_quantity'), creditedOf('net_amount').as('credited_net_amount')])
    .select([
      nullableNumeric('t.quantity', 'quantity'),
      sql<(typeof UNITS)[number]>`t.unit_of_measure`.as('unit_of_measure'),
      numeric('t.unit_price', 'unit_price'),
      numeric('t.net_amount', 'net_amount'),
      numeric('t.vat_amount', 'vat_amount'),
      numeric('t.total_price', 'total_price'),
      nullableNumeric('t.vat_rate', 'vat_rate'),
      nullableNumeric('t.conai_kg', 'conai_kg'),
      nullableNumeric('t.conai_amount', 'conai_amount'),
    ])
    .execute();
}

function creditedOf(column: 'quantity' | 'net_amount') {
  return sql<number>`(select coalesce(sum(${sql.ref(column)}), 0)::float8 from invoice_items where credited_item_id = t.id)`;
}

async function packingListRows(db: Db, invoice: number): Promise<Invoice['packing_lists']> {
  const { rows } = await sql<Invoice['packing_lists'][number]>`
    select p.id, p.packing_list_number as number, p.packing_date as date
    from invoice_packing_lists l join packing_lists p on p.id = l.packing_list_id
    where l.invoice_id = ${invoice} order by l.position`.execute(db);
  return rows;
}

async function creditNoteRows(db: Db, invoice: number): Promise<Invoice['credit_notes']> {
  const { rows } = await sql<Invoice['credit_notes'][number]>`
    select id, invoice_number as number, total_amount::float8 as total_amount
    from invoices where credited_invoice_id = ${invoice} order by id`.execute(db);
  return rows;
}

function groupRows(db: Db, invoice: number): Promise<Invoice['vat_groups']> {
  return db
    .selectFrom('invoice_items as t')
    .where('t.invoice_id', '=', invoice)
    .groupBy(['t.vat_rate', 't.natura'])
    .orderBy(sql`min(t.position)`)
    .select('t.natura')
    .select([
      nullableNumeric('t.vat_rate', 'vat_rate'),
      sql<string | null>`min(t.vat_description)`.as('description'),
      sql<number>`sum(t.net_amount)::float8`.as('net_amount'),
      sql<number>`sum(t.vat_amount)::float8`.as('vat_amount'),
    ])
    .execute();
}

/** Returns the reasons why a draft cannot be sent today, in the reader's language. */
async function missingOf(db: Db, language: Language, invoice: Omit<Invoice, 'missing'>) {
  if (invoice.status !== 'draft') return [];
  const { customer_id } = invoice;
  const exchange_rate = invoice.exchange_rate === null ? null : decimalOf(invoice.exchange_rate).toFixed();
  const packingLists = invoice.packing_lists.map(({ id }) => id);
  const content = await invoiceContent(db, { customer_id, packingLists, exchange_rate });
  const day = await companyToday(db);
  const drawn = await findDeclaration(db, content, { exchange_rate, day });
  return translateMissing(language, [...content.missing, ...drawn.missing, ...missingDueDate(invoice, day)]);
}
