/** Reads packing lists in their API form; omits amounts and invoices for users who may not see them. */
import { sql } from 'kysely';
import type { UNITS } from '@bobina/contract/core/fields.ts';
import { can } from '@bobina/contract/core/permissions.ts';
import type { PackedItem, PackingList, packingLists } from '@bobina/contract/sales/packing-lists.ts';
import type { InvoiceStatus, PackingListStatus } from '@bobina/contract/sales/statuses.ts';
import type { Caller, Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { inTurn, text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import { foldText, likePattern } from '../../../platform/database/search.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { nullableNumeric, numeric } from '../../../platform/master-data.ts';
import { invalid, notFound } from '../../../platform/problem.ts';
import { CANCELLED_BY_NAME, CUSTOMER_SNAPSHOT, DOCUMENT_AUDIT, searchText } from '../shared/document-columns.ts';

type Asker = { db: Db; user: Pick<Caller, 'role' | 'capabilities'> };

/** Texts that can be part of an invoice number. */
const OF_A_NUMBER = /^[ft\d/-]+$/i;
/** Maximum number of packing lists that are looked up by id. */
const FEW = 500;

const PACKING_LISTS: List<SortOf<typeof packingLists.list>> = {
  columns: {
    packing_date: value('t.packing_date'),
    packing_list_number: text('t.packing_list_number'),
    customer_name: text('t.customer_name'),
    order_number: text('t.order_number'),
    customer_order_number: text('t.customer_order_number'),
    status: inTurn(value('t.status'), value('t.packing_date')),
    total_amount: value('t.total_amount'),
    created_at: value('t.created_at'),
    modified_at: value('t.modified_at'),
  },
  codes: ['t.packing_list_number'],
  order: '-packing_date',
};

/** Lists one page of packing lists. @throws 400 on a sort or filter by data that the user may not see */
export async function listPackingLists(reading: Reading, { query }: HandlerInput<typeof packingLists.list>) {
  // Sorting by amount or filtering by invoice would reveal hidden data.
  if (query.sort?.endsWith('total_amount') && !seesAmounts(reading)) throw invalid('sort', 'enum');
  if (query.invoiced !== undefined && !seesInvoices(reading)) throw invalid('invoiced', 'enum');
  let rows = packingListRows(reading);
  if (query.status) rows = rows.where('t.status', '=', query.status);
  if (query.customer_id) rows = rows.where('t.customer_id', '=', query.customer_id);
  if (query.product_id)
    rows = rows.where(
      sql<boolean>`t.id in (select packing_list_id from packing_list_items where product_id = ${query.product_id})`,
    );
  if (query.order_id) rows = rows.where('t.order_id', '=', query.order_id);
  if (query.invoiced === true) rows = rows.where('t.invoice_id', 'is not', null);
  if (query.invoiced === false) rows = rows.where('t.invoice_id', 'is', null).where('t.status', '=', 'issued');
  if (query.from) rows = rows.where('t.packing_date', '>=', query.from);
  if (query.to) rows = rows.where('t.packing_date', '<=', query.to);
  return page(reading, rows, query, PACKING_LISTS, { search: await searchOf(reading, query.q) });
}

/** Reads a packing list with its lines. @throws NOT_FOUND */
export async function readPackingList(asker: Asker, id: number): Promise<PackingList> {
  const packingList = await packingListRows(asker)
    .where('t.id', '=', id)
    .select([
      't.notes',
      't.destination_id',
      't.carrier',
      't.reason',
      't.appearance',
      't.packages',
      't.transport_date',
      't.cancelled_at',
      CANCELLED_BY_NAME,
    ])
    .select([
      nullableNumeric('t.gross_weight', 'gross_weight'),
      nullableNumeric('t.net_weight', 'net_weight'),
      sql<PackingList['destination']>`t.destination`.as('destination'),
    ])
    .executeTakeFirst();
  if (!packingList) throw notFound();
  return { ...packingList, items: await itemRows(asker, id) };
}

function seesAmounts({ user }: Asker) {
  return can(user, 'packing_lists.amounts');
}

function seesInvoices({ user }: Asker) {
  return can(user, 'invoices.read');
}

function ofInvoice<T>(column: 'invoice_number' | 'status') {
  return sql<T>`(select ${sql.ref(column)} from invoices where id = t.invoice_id)`;
}

function packingListRows(asker: Asker) {
  return asker.db
    .selectFrom('packing_lists as t')
    .select([
      't.id',
      't.packing_date',
      't.customer_id',
      't.customer_name',
      't.order_id',
      't.order_number',
      't.customer_order_number',
      ...DOCUMENT_AUDIT,
    ])
    .select([
      sql<string>`t.packing_list_number`.as('packing_list_number'),
      sql<PackingListStatus>`t.status`.as('status'),
      ...CUSTOMER_SNAPSHOT,
    ])
    .$if(seesAmounts(asker), (rows) => rows.select(numeric('t.total_amount', 'total_amount')))
    .$if(seesInvoices(asker), (rows) =>
      rows.select([
        't.invoice_id',
        ofInvoice<string | null>('invoice_number').as('invoice_number'),
        ofInvoice<InvoiceStatus | null>('status').as('invoice_status'),
      ]),
    );
}

/**
 * `q` also searches the number of the live invoice for users who may see it. The packing lists of a few matching
 * invoices are found first, so that an index serves the rest of the search.
 */
async function searchOf(asker: Asker, q: string | undefined) {
  if (!q || !OF_A_NUMBER.test(q) || !seesInvoices(asker)) return searchText;
  const pattern = likePattern(q);
  const invoiced = sql<{ packing_list_id: number }>`select l.packing_list_id
    from invoices v join invoice_packing_lists l on l.invoice_id = v.id and l.is_live
    where deleted_at is null and strip_accents(search_text) like ${foldText(pattern)} and lower(invoice_number) like lower(${pattern})`;
  const { rows } = await sql<{ packing_list_id: number }>`${invoiced} limit ${FEW + 1}`.execute(asker.db);
  const among =
    rows.length > FEW ? sql`in (${invoiced})` : sql`= any(${rows.map(({ packing_list_id }) => packing_list_id)})`;
  return (word: string) => sql<boolean>`(${searchText(word)} or t.id ${among})`;
}

function itemRows(asker: Asker, packingList: number): Promise<PackedItem[]> {
  return asker.db
    .selectFrom('packing_list_items as t')
    .where('t.packing_list_id', '=', packingList)
    .orderBy('t.position')
    .select([
      't.id',
      't.order_item_id',
      't.product_id',
      't.code',
      't.product_name',
      't.batch_number',
      't.expiry_date',
      't.warehouse_id',
      't.warehouse_name',
    ])
    .select(
      sql<
        number | null
      >`case when t.batch_number is not null then (select batch_id from stock_movements where id = t.movement_id) end`.as(
        'batch_id',
      ),
    )
    .select(
      sql<number | null>`(select coalesce(sum(s.quantity), 0)::float8
        from stock_movements m join reels r on r.batch_id = m.batch_id left join stock_balances s on s.batch_id = m.batch_id
        where m.id = t.movement_id having count(r.batch_id) > 0)`.as('reel_left'),
    )
    .select([numeric('t.quantity', 'quantity'), sql<(typeof UNITS)[number]>`t.unit_of_measure`.as('unit_of_measure')])
    .$if(seesAmounts(asker), (rows) =>
      rows.select([numeric('t.unit_price', 'unit_price'), numeric('t.total_price', 'total_price')]),
    )
    .execute();
}
