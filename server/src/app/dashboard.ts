/** The figures of the home screen. They read from all areas, so this file belongs to none of them. */
import { sql } from 'kysely';
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import type { Page } from '@bobina/contract/core/endpoint.ts';
import { can, type Capability } from '@bobina/contract/core/permissions.ts';
import {
  DASHBOARD_ROWS,
  type Dashboard,
  type dashboard as dashboardContract,
} from '@bobina/contract/system/dashboard.ts';
import { lateLine, readLateness } from '../areas/orders/index.ts';
import { productionHandlers } from '../areas/production/handlers.ts';
import { companyToday } from '../areas/registry/index.ts';
import { stockHandlers } from '../areas/stock/handlers.ts';
import type { Reading } from '../platform/context.ts';
import type { Handlers } from '../platform/http/mount.ts';

const EXPIRING_DAYS = 30;
/** The screens that list the rows behind the figures. */
const ORDERS = '/ordiniclienti/visualizza-ordini';
const STOCK = '/report/giacenze';
const INVOICES = '/operazioni/vendite';
const ITEMS = '/produzione/stato';

type Filters = Record<string, string | boolean>;
function withFilters(path: string, filters: Filters): string {
  return `${path}?${new URLSearchParams(Object.entries(filters).map(([key, value]) => [key, String(value)]))}`;
}

/** The total of a list with these filters, from the list's own handler, so that the figure and the list cannot differ. */
async function totalOf<Query>(
  reading: Reading,
  list: (input: { query: Query }, reading: Reading) => unknown,
  filters: Query,
): Promise<number> {
  return ((await list({ query: { ...filters, limit: 1 } }, reading)) as Page<unknown>).total;
}

/** The Monday of the day's week. */
function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

/** Splits the total off the first rows. */
function firstOf<Row>(rows: (Row & { count: number })[]): { count: number; rows: Row[] } {
  return {
    count: rows[0]?.count ?? 0,
    rows: rows.map(({ count: _count, ...row }) => row as Row),
  };
}

async function lateOrders({ db }: Reading): Promise<Dashboard['late_orders']> {
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

async function lowStock(reading: Reading): Promise<Dashboard['low_stock']> {
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

/** Stock rows whose batch expires between two days: a batch in two warehouses counts twice. */
async function expiring(reading: Reading, filters: { expires_from?: Day; expires_until: Day }) {
  return {
    count: await totalOf(reading, stockHandlers.stock.list, filters),
    path: withFilters('/stock', filters),
    screen: withFilters(STOCK, filters),
  };
}

async function expiringBatches(reading: Reading, today: Day): Promise<Dashboard['expiring_batches']> {
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

async function openInvoices({ db }: Reading, today: Day): Promise<Dashboard['open_invoices']> {
  const { rows } = await sql<{
    count: number;
    total_amount: number;
    overdue_count: number;
    overdue_amount: number;
  }>`
    select count(*)::integer as count, coalesce(sum(total_amount), 0)::float8 as total_amount,
      (count(*) filter (where due_date < ${today}))::integer as overdue_count,
      coalesce(sum(total_amount) filter (where due_date < ${today}), 0)::float8 as overdue_amount
    from invoices where status = 'sent' and type = 'invoice' and deleted_at is null`.execute(db);
  const sums = rows[0]!;
  return {
    ...sums,
    path: withFilters('/invoices', { status: 'sent', type: 'invoice' }),
    screen: withFilters(INVOICES, { tab: 'invoices', status: 'open' }),
    overdue: {
      count: sums.overdue_count,
      path: withFilters('/invoices', { overdue: true }),
      screen: withFilters(INVOICES, { tab: 'invoices', status: 'overdue' }),
    },
  };
}

async function weekProduction(reading: Reading, today: Day): Promise<Dashboard['week_production']> {
  const from = mondayOf(today);
  const { rows } = await sql<{ unit_of_measure: string; quantity: number; operations: number }>`
    select p.unit_of_measure, sum(t.quantity_produced)::float8 as quantity, count(*)::integer as operations
    from production_operations t
    join customer_order_items i on i.id = t.order_item_id
    join products p on p.id = i.product_id
    where t.production_date between ${from} and ${today}
    group by p.unit_of_measure order by p.unit_of_measure`.execute(reading.db);
  const days = { produced_from: from, produced_until: today };
  return {
    count: await totalOf(reading, productionHandlers.productionItems.status, days),
    path: withFilters('/production/status', days),
    screen: withFilters(ITEMS, { ...days, completed: true }),
    from,
    to: today,
    operations: rows.reduce((all, { operations }) => all + operations, 0),
    quantities: rows.map(({ unit_of_measure, quantity }) => ({ unit_of_measure, quantity })),
  };
}

type Part = Exclude<keyof Dashboard, 'today'>;
/** The capability that each part requires. */
const PARTS: { [P in Part]: [needs: Capability, read: (reading: Reading, today: Day) => Promise<Dashboard[P]>] } = {
  late_orders: ['customer_orders.read', lateOrders],
  low_stock: ['stock.read', lowStock],
  expiring_batches: ['stock.read', expiringBatches],
  open_invoices: ['invoices.read', openInvoices],
  week_production: ['production.plan', weekProduction],
};

export const dashboardHandlers: Handlers<typeof dashboardContract> = {
  get: async (_input, reading) => {
    const today = await companyToday(reading.db);
    const seen = Object.entries(PARTS).filter(([, [needs]]) => can(reading.user.role, needs));
    const parts = await Promise.all(seen.map(async ([part, [, read]]) => [part, await read(reading, today)]));
    return { today, ...(Object.fromEntries(parts) as Omit<Dashboard, 'today'>) };
  },
};
