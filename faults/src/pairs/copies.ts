/** Copies a cell within the database: a cell that takes thirty calls to create is copied in a few milliseconds. */
import type { Client } from 'pg';
import type { Cell } from './scene.ts';

/** Every table that can hold rows of a cell, except users. */
const TABLES = [
  'suppliers',
  'condizioni_pagamento',
  'customers',
  'destinazioni_merce',
  'products',
  'warehouses',
  'machines',
  'batches',
  'stock_movements',
  'stock_entries',
  'stock_balances',
  'stock_months',
  'stock_counts',
  'stock_count_items',
  'prices',
  'purchase_orders',
  'purchase_order_items',
  'goods_receipts',
  'goods_receipt_items',
  'goods_receipt_movements',
  'customer_orders',
  'customer_order_items',
  'customer_prices',
  'production_operations',
  'production_schedulings',
  'production_loads',
  'production_load_movements',
  'packing_lists',
  'packing_list_items',
  'invoices',
  'invoice_packing_lists',
  'invoice_items',
  'invoice_instalments',
  'payments',
  'payment_allocations',
  'zero_payments',
  'bank_slips',
  'bank_slip_items',
];
/**
 * Columns with document numbers. Each copy gets its own number in the series, and references by number are rewritten.
 */
const NUMBERS: Record<string, (by: number) => string> = {
  'purchase_orders.order_number': () => `pg_temp.free_number(order_date)`,
  'customer_orders.order_number': () => `next_number('OC', order_date)`,
  'packing_lists.order_number': (by) => `(select o.order_number from customer_orders o where o.id = order_id + ${by})`,
  'packing_lists.packing_list_number': () => `next_dated_number('DDT', packing_date)`,
  'invoices.packing_list_number': (by) =>
    `(select p.packing_list_number from packing_lists p where p.id = packing_list_id + ${by})`,
  'invoices.order_number': (by) => `(select p.order_number from packing_lists p where p.id = packing_list_id + ${by})`,
  'invoices.invoice_number': () =>
    `case when invoice_number is not null then next_dated_number('FT', invoice_date) end`,
};
/** Expression for the number of a purchase order, which a user may type. */
const FREE_NUMBER = `
  create function pg_temp.free_number(day date) returns text language plpgsql as $$
  declare
    number text;
  begin
    loop
      number := next_number('OF', day);
      if not exists (select from purchase_orders where order_number = number and deleted_at is null) then return number; end if;
    end loop;
  end $$`;
/** The first id of copies. The ids that acts assign stay far below it. */
const FIRST = 1_000_000;
const STEP = 2_000;

type Ends = Record<string, number>;
interface Column {
  table: string;
  column: string;
  /** The table that the column references. */
  refers: string | null;
}

/** Reads the highest id of each table that has an id. */
async function endsOf(client: Client, columns: readonly Column[]): Promise<Ends> {
  const own = columns.filter(({ table, column, refers }) => column === 'id' && refers === table);
  const { rows } = await client.query<{ table: string; end: number }>(
    own
      .map(
        ({ table }) => `select '${table}' as table, coalesce(max(id), 0)::int as end from ${table} where id < ${FIRST}`,
      )
      .join(' union all '),
  );
  return Object.fromEntries(rows.map(({ table, end }) => [table, end]));
}

export class Copies {
  readonly #client: Client;
  readonly #columns: readonly Column[];
  #next = FIRST;
  private constructor(client: Client, columns: readonly Column[]) {
    this.#client = client;
    this.#columns = columns;
  }
  static async build(client: Client): Promise<Copies> {
    await client.query(FREE_NUMBER);
    const { rows } = await client.query<Column>(
      `select c.relname as table, a.attname as column,
        case when a.attname = 'id' then c.relname when a.attname = 'document_id' then c.relname
          else (select r.relname from pg_constraint k join pg_class r on r.oid = k.confrelid
            where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey) and r.relname = any ($1) limit 1) end as refers
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relname = any ($1) and c.relnamespace = 'public'::regnamespace order by c.relname, a.attnum`,
      [TABLES],
    );
    return new Copies(client, rows);
  }

  /** Builds one cell. @returns a function that makes copies of it */
  async template(build: () => Promise<Cell>): Promise<() => Promise<Cell>> {
    const before = await endsOf(this.#client, this.#columns);
    const cell = await build();
    const after = await endsOf(this.#client, this.#columns);
    return () => this.#copy(cell, before, after);
  }

  async #copy(cell: Cell, before: Ends, after: Ends): Promise<Cell> {
    const by = this.#next;
    this.#next += STEP;
    const statements = TABLES.map((table) => {
      const columns = this.#columns.filter((column) => column.table === table);
      const values = columns.map(({ column, refers }) => {
        if (refers) return `${column} + ${by}`;
        if (column === 'code' && ['products', 'machines'].includes(table)) return `code || '#${by}'`;
        return NUMBERS[`${table}.${column}`]?.(by) ?? column;
      });
      const { column, refers } = columns.find((one) => one.column === 'id') ?? columns.find((one) => one.refers)!;
      return `insert into ${table} (${columns.map((one) => one.column).join()}) overriding system value
        select ${values.join()} from ${table} where ${column} > ${before[refers!]} and ${column} <= ${after[refers!]} order by ${column};`;
    });
    // The movement of a sale stores the number of its packing list.
    statements.push(`update stock_movements m set document_number = p.packing_list_number
      from packing_list_items i join packing_lists p on p.id = i.packing_list_id
      where m.id = i.movement_id and p.id between ${by} and ${by + STEP};`);
    // Counts have no ids, and the warehouse of a cell may get movements of others: those of the copy are counted.
    statements.push(`insert into stock_movement_counts
      select movement_date, movement_type, source_type, warehouse_id, destination_warehouse_id, count(*) from stock_movements
      where deleted_at is null and id between ${by} and ${by + STEP} group by 1, 2, 3, 4, 5;`);
    // The documents of the copy enter the hash chain like others.
    statements.push(`insert into chain_queue (source, row_id)
      select 'invoices', id from invoices where invoice_number is not null and id between ${by} and ${by + STEP}
      union all select 'packing_lists', id from packing_lists where id between ${by} and ${by + STEP};`);
    // Disables triggers: balances and counters are copied instead of recomputed.
    await this.#client.query(`begin; set local session_replication_role = replica; ${statements.join('\n')} commit`);
    return moved(cell, by);
  }
}

/** Shifts all ids of a cell. */
function moved(cell: Cell, by: number): Cell {
  const { at, users, ...ids } = cell;
  const shifted = Object.fromEntries(
    Object.entries(ids).map(([kind, of]) => [kind, (of as number[]).map((id) => id + by)]),
  ) as Omit<Cell, 'at' | 'users'>;
  return { ...shifted, users, at: shift(at, by, true) as Cell['at'] };
}
function shift(value: unknown, by: number, isTop: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => shift(one, by, false));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => {
      const isId = isTop || key === 'id' || key.endsWith('_id');
      if (typeof member === 'number') return [key, isId ? member + by : member];
      if (typeof member === 'string' && isTop) return [key, `${member}#${by}`];
      // The id of a movement is a text such as `12-manual`.
      if (typeof member === 'string' && key === 'id')
        return [key, member.replace(/^\d+/, (number) => String(Number(number) + by))];
      return [key, shift(member, by, false)];
    }),
  );
}
