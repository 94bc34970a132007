/** The figures of the home with the rows that they count: late orders, stock, invoices, production. */
import { sql } from 'kysely';
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Page } from '@bobina/contract/core/endpoint.ts';
import { DASHBOARD_ROWS, type Dashboard } from '@bobina/contract/system/dashboard.ts';
import { lateLine, readLateness } from '../../areas/orders/index.ts';
import { productionHandlers } from '../../areas/production/handlers.ts';
import { stockHandlers } from '../../areas/stock/handlers.ts';
import { salesHandlers } from '../../areas/sales/handlers.ts';
import { inEuro } from '../../areas/sales/shared/in-euro.ts';
import type { Reading } from '../../platform/context.ts';
import { invoicesDue, ITEMS, ORDERS, SALES, SHIPMENTS, STOCK, withFilters } from './addresses.ts';
import { mondayOf } from './weeks.ts';

const EXPIRING_DAYS = 30;
/** Days since an invoice was due: from and until. */
const AGES = [
  [1, 30],
  [31, 60],
  [61, 90],
  [91, null],
] as const;

/** Reads the late orders, and the first of them by the earliest delivery day of their late lines. */
export async function readLateOrders({ db }: Reading): Promise<Dashboard['late_orders']> {
  const lateness = await readLateness(db);
  const late = await sql<NonNullable<Dashboard['late_orders']>['orders'][number] & { count: number }>`
    select o.id, o.order_number, c.business_name as customer_name, min(i.delivery_date) as delivery_date,
      (count(*) over ())::integer as count
    from customer_order_items i
    join customer_orders o on o.id = i.order_id and o.deleted_at is null
    join customers c on c.id = o.customer_id
    where ${lateLine('i', lateness)}
    group by o.id, c.id order by min(i.delivery_date), o.id limit ${DASHBOARD_ROWS}`.execute(db);
  const { count, rows } = firstOf(late.rows);
  const filters = { late: true };
  return { count, path: withFilters('/customer-orders', filters), screen: withFilters(ORDERS, filters), orders: rows };
}

/** Counts the orders with lines that are due and in stock. */
export async function readToShip(reading: Reading): Promise<Dashboard['to_ship']> {
  return {
    count: await totalOf(reading, salesHandlers.shipments.ready, {}),
    path: '/shipments/ready',
    screen: SHIPMENTS,
  };
}

/** Reads the products below their minimum stock, the lowest share first. */
export async function readLowStock(reading: Reading): Promise<Dashboard['low_stock']> {
  const filters = { group: 'product', low_stock: true } as const;
  const { rows } = await sql<NonNullable<Dashboard['low_stock']>['products'][number]>`
    select p.id as product_id, p.code, coalesce(p.name, p.description) as product_name, s.quantity::float8 as quantity,
      p.scorta_minima::float8 as scorta_minima, p.unit_of_measure
    from products p
    cross join lateral (select coalesce(sum(b.quantity), 0) as quantity from stock_balances b where b.product_id = p.id) s
    where p.deleted_at is null and p.status = 'active' and s.quantity < p.scorta_minima
    order by s.quantity / p.scorta_minima, lower(p.code) collate "C", p.id limit ${DASHBOARD_ROWS}`.execute(reading.db);
  return {
    count: await totalOf(reading, stockHandlers.stock.summary, filters),
    path: withFilters('/stock/summary', filters),
    screen: withFilters(STOCK, { low_stock: true }),
    products: rows,
  };
}

/** Reads the batches in stock that expire soon, and those that have expired. */
export async function readExpiringBatches(reading: Reading, today: Day): Promise<Dashboard['expiring_batches']> {
  const until = addDays(today, EXPIRING_DAYS);
  const { rows: batches } = await sql<NonNullable<Dashboard['expiring_batches']>['batches'][number]>`
    select b.product_id, p.code, coalesce(p.name, p.description) as product_name, b.batch_number, b.expiry_date,
      w.name as warehouse_name, s.quantity::float8 as quantity, p.unit_of_measure
    from batches b
    join stock_balances s on s.batch_id = b.id and s.product_id = b.product_id and s.quantity <> 0
    join products p on p.id = b.product_id
    join warehouses w on w.id = s.warehouse_id
    where b.expiry_date between ${today} and ${until}
    order by b.expiry_date, b.id, lower(w.name) collate "C", w.id limit ${DASHBOARD_ROWS}`.execute(reading.db);
  const expired = await expiring(reading, { expires_until: addDays(today, -1) });
  return {
    until,
    ...(await expiring(reading, { expires_from: today, expires_until: until })),
    expired_count: expired.count,
    expired,
    batches,
  };
}

/**
 * Reads the invoices with something open: all of them, the overdue ones, and these by the age of their instalments.
 * Amounts are the open part of the instalments, in EUR.
 */
export async function readOpenInvoices({ db }: Reading, today: Day): Promise<Dashboard['open_invoices']> {
  const { rows } = await sql<{ age: number; count: number; total_amount: number }>`
    select width_bucket(${today}::date - i.due, ${AGES.map(([from]) => from)}::integer[]) as age,
      count(distinct t.id)::integer as count, sum(${inEuro('i.open')})::float8 as total_amount
    from invoices t cross join lateral open_instalments(t.id, amount_to_pay(t) - t.open_amount) i
    where t.next_due_date is not null and i.open > 0 group by age`.execute(db);
  // An invoice with instalments of several ages counts once.
  const { rows: counts } = await sql<{ open: number; overdue: number }>`
    select count(*)::integer as open, count(*) filter (where next_due_date < ${today})::integer as overdue
    from invoices where next_due_date is not null`.execute(db);
  const { open, overdue: overdueCount } = counts[0]!;
  const among = (isCounted: (age: number) => boolean) => {
    const counted = rows.filter(({ age }) => isCounted(age));
    return {
      count: counted.reduce((sum, { count }) => sum + count, 0),
      total_amount: addAmounts(counted.map(({ total_amount }) => total_amount)),
    };
  };
  const overdue = among((age) => age > 0);
  return {
    ...among(() => true),
    count: open,
    ...invoicesDue({}),
    overdue_count: overdueCount,
    overdue_amount: overdue.total_amount,
    overdue: { count: overdueCount, ...overdueInvoices({}) },
    ages: AGES.map(([from_days, until_days], at) => ({
      ...among((age) => age === at + 1),
      from_days,
      until_days,
      ...overdueInvoices({
        due_from: until_days === null ? undefined : addDays(today, -until_days),
        due_until: addDays(today, -from_days),
      }),
    })),
  };
}

/** Reads the production since Monday. */
export async function readWeekProduction(reading: Reading, today: Day): Promise<Dashboard['week_production']> {
  const from = mondayOf(today);
  // A row without a day sums the week. An item has one unit, so that the sum of a day counts no item twice.
  const { rows } = await sql<ProducedRow>`
    select t.production_date as day, p.unit_of_measure, sum(t.quantity_produced)::float8 as quantity,
      count(*)::integer as operations, count(distinct i.id) filter (where o.deleted_at is null)::integer as items
    from production_operations t
    join customer_order_items i on i.id = t.order_item_id
    join customer_orders o on o.id = i.order_id
    join products p on p.id = i.product_id
    where t.production_date between ${from} and ${today}
    group by grouping sets ((p.unit_of_measure), (t.production_date, p.unit_of_measure))
    order by t.production_date desc, p.unit_of_measure`.execute(reading.db);
  const week = rows.filter(({ day }) => day === null);
  const days = [...new Set(rows.flatMap(({ day }) => day ?? []))];
  return {
    count: await totalOf(reading, productionHandlers.productionItems.status, producedIn(from, today)),
    ...productionOf(from, today),
    from,
    to: today,
    operations: week.reduce((all, { operations }) => all + operations, 0),
    quantities: quantitiesOf(week),
    days: days.map((day) => {
      const produced = rows.filter((row) => row.day === day);
      const count = produced.reduce((all, { items }) => all + items, 0);
      return { count, ...productionOf(day, day), day, quantities: quantitiesOf(produced) };
    }),
  };
}

interface ProducedRow {
  day: Day | null;
  unit_of_measure: string;
  quantity: number;
  operations: number;
  /** Order lines, without those of deleted orders. */
  items: number;
}

function quantitiesOf(rows: readonly ProducedRow[]) {
  return rows.map(({ unit_of_measure, quantity }) => ({ unit_of_measure, quantity }));
}

function producedIn(produced_from: Day, produced_until: Day) {
  return { produced_from, produced_until };
}

/** The list of the items with production between two days. */
function productionOf(from: Day, until: Day) {
  return {
    path: withFilters('/production/status', producedIn(from, until)),
    screen: withFilters(ITEMS, { ...producedIn(from, until), completed: true }),
  };
}

/** Splits the total off the first rows. */
function firstOf<Row>(rows: (Row & { count: number })[]): { count: number; rows: Row[] } {
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ count: _count, ...row }) => row as Row),
  };
}

/** The total of a list with these filters, from the list's own handler, so that the figure and the list cannot differ. */
async function totalOf<Query>(
  reading: Reading,
  list: (input: { query: Query }, reading: Reading) => unknown,
  filters: Query,
): Promise<number> {
  return ((await list({ query: { ...filters, limit: 1 } }, reading)) as Page<unknown>).total;
}

/** Stock rows whose batch expires between two days: a batch in two warehouses counts twice. */
async function expiring(reading: Reading, filters: { expires_from?: Day; expires_until: Day }) {
  return {
    count: await totalOf(reading, stockHandlers.stock.list, filters),
    path: withFilters('/stock', filters),
    screen: withFilters(STOCK, filters),
  };
}

/** The list and the screen of the overdue invoices that were due in a range of days. */
function overdueInvoices(range: { due_from?: Day | undefined; due_until?: Day }): { path: string; screen: string } {
  return {
    path: withFilters('/invoices', { overdue: true, open_from: range.due_from, open_until: range.due_until }),
    screen: withFilters(SALES, { tab: 'invoices', status: 'overdue', ...range }),
  };
}

function addAmounts(amounts: readonly number[]): number {
  return toNumber(amounts.reduce((sum, amount) => sum.plus(amount), decimalOf(0)));
}
