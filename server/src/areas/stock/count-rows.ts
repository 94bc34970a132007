/** Reads stock counts in their API form. */
import { sql } from 'kysely';
import type { StockCount, StockCountItem, StockCountRow, stockCounts } from '@bobina/contract/stock/counts.ts';
import type { Act, Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { computed, text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page } from '../../platform/database/page.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { AUDIT } from '../../platform/master-data.ts';
import { notFound } from '../../platform/problem.ts';

const counted = sql<number>`(select count(*) from stock_count_items i where i.count_id = t.id)`;
const different = sql<number>`(select count(*) from stock_count_items i where i.count_id = t.id and i.counted_quantity <> i.book_quantity)`;

type Query = HandlerInput<typeof stockCounts.list>['query'];
type Rows = ReturnType<typeof countRows>;

const COUNTS: List<SortOf<typeof stockCounts.list>> = {
  columns: {
    created_at: value('t.created_at'),
    warehouse_name: text('warehouse.name'),
    status: value('t.status'),
    notes: text('t.notes'),
    counted_items: computed(counted, { tables: ['t'] }),
    different_items: computed(different, { tables: ['t'] }),
    posted_at: value('t.posted_at'),
  },
  order: '-created_at',
};

/** Lists one page of stock counts. */
export function listCounts(reading: Reading, { query }: HandlerInput<typeof stockCounts.list>) {
  return page(reading, listed(countRows(reading.db), query), query, COUNTS, {
    bare: listed(bareRows(reading.db), query),
  });
}

/** Reads a count with its items. @throws NOT_FOUND */
export async function readCount(db: Db, id: number): Promise<StockCount> {
  const row = await countRows(db).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return { ...row, items: await sheet(db, row) };
}

/** Locks a count until the act commits. @throws NOT_FOUND */
export async function lockCount(act: Act, id: number): Promise<StockCountRow> {
  const row = await countRows(act.tx).where('t.id', '=', id).forUpdate('t').executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

function countRows(db: Db) {
  return db
    .selectFrom('stock_counts as t')
    .innerJoin('warehouses as warehouse', 'warehouse.id', 't.warehouse_id')
    .leftJoin('users as poster', 'poster.id', 't.posted_by')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.deleted_at', 'is', null)
    .select([
      't.id',
      't.warehouse_id',
      'warehouse.name as warehouse_name',
      't.notes',
      't.posted_at',
      't.posted_by',
      'poster.name as posted_by_name',
      ...AUDIT,
    ])
    .select([
      sql<StockCountRow['status']>`t.status`.as('status'),
      counted.as('counted_items'),
      different.as('different_items'),
    ]);
}

/** The counts without joins. */
function bareRows(db: Db): Rows {
  return db.selectFrom('stock_counts as t').select('t.id').where('t.deleted_at', 'is', null) as unknown as Rows;
}

function listed(all: Rows, query: Query): Rows {
  let rows = all;
  if (query.status) rows = rows.where('t.status', '=', query.status);
  if (query.warehouse_id) rows = rows.where('t.warehouse_id', '=', query.warehouse_id);
  return rows;
}

/** Returns the counted items and, while the count is open, the other stock of the warehouse. */
async function sheet(db: Db, { id, warehouse_id, status }: StockCountRow): Promise<StockCountItem[]> {
  const { rows } = await sql<StockCountItem>`
    with keys as (
      select i.product_id, i.batch_number from stock_count_items i where i.count_id = ${id}
      union
      select s.product_id, b.batch_number from stock_balances s join batches b on b.id = s.batch_id
      where s.warehouse_id = ${warehouse_id} and s.quantity > 0 and ${status} = 'open'
    )
    select k.product_id, p.code as product_code, coalesce(p.name, p.description) as product_name, p.unit_of_measure,
      case when k.batch_number <> '' then b.id end as batch_id, nullif(k.batch_number, '') as batch_number, b.expiry_date,
      coalesce(i.book_quantity, s.quantity, 0)::float8 as book_quantity,
      i.counted_quantity::float8 as counted_quantity,
      (i.counted_quantity - i.book_quantity)::float8 as difference,
      i.counted_at, i.counted_by, u.name as counted_by_name
    from keys k
    join products p on p.id = k.product_id
    left join batches b on b.product_id = k.product_id and b.batch_number = k.batch_number
    left join stock_balances s on s.product_id = k.product_id and s.warehouse_id = ${warehouse_id} and s.batch_id = b.id
    left join stock_count_items i on i.count_id = ${id} and i.product_id = k.product_id and i.batch_number = k.batch_number
    left join users u on u.id = i.counted_by
    order by lower(p.code) collate "C", k.product_id, b.expiry_date, k.batch_number`.execute(db);
  return rows;
}
