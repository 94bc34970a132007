/** What the home says of today. It looks into all areas, so it stands above them. */
import { sql } from 'kysely';
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import { can, type Capability } from '@bobina/contract/core/permissions.ts';
import {
  DASHBOARD_ROWS,
  type Dashboard,
  type dashboard as dashboardContract,
} from '@bobina/contract/system/dashboard.ts';
import { companyToday } from '../areas/registry/index.ts';
import type { Db } from '../platform/database/db.ts';
import type { Handlers } from '../platform/http/mount.ts';

const EXPIRING_DAYS = 30;

/** The Monday of its week. */
const mondayOf = (day: Day): Day => addDays(day, -((new Date(day).getUTCDay() + 6) % 7));

/** The first rows, and how many there are in all. */
const firstOf = <Row>(rows: (Row & { count: number })[]): { count: number; rows: Row[] } => ({
  count: rows[0]?.count ?? 0,
  rows: rows.map(({ count: _count, ...row }) => row as Row),
});

const lateOrders = async (db: Db, today: Day): Promise<Dashboard['late_orders']> => {
  const late = await sql<NonNullable<Dashboard['late_orders']>['orders'][number] & { count: number }>`
    select o.id, o.order_number, c.business_name as customer_name, min(i.delivery_date) as delivery_date,
      (count(*) over ())::integer as count
    from customer_order_items i
    join customer_orders o on o.id = i.order_id and o.deleted_at is null
    join customers c on c.id = o.customer_id
    where i.delivered_quantity < i.quantity and i.delivery_date < ${today}
    group by o.id, c.id order by min(i.delivery_date), o.id limit ${DASHBOARD_ROWS}`.execute(db);
  const { count, rows } = firstOf(late.rows);
  return { count, orders: rows };
};

const lowStock = async (db: Db): Promise<Dashboard['low_stock']> => {
  const low = await sql<NonNullable<Dashboard['low_stock']>['products'][number] & { count: number }>`
    select p.id as product_id, p.code, coalesce(p.name, p.description) as product_name, s.quantity::float8 as quantity,
      p.scorta_minima::float8 as scorta_minima, p.unit_of_measure, (count(*) over ())::integer as count
    from products p
    cross join lateral (select coalesce(sum(b.quantity), 0) as quantity from stock_balances b where b.product_id = p.id) s
    where p.deleted_at is null and p.status = 'active' and s.quantity < p.scorta_minima
    order by s.quantity / p.scorta_minima, lower(p.code) collate "C", p.id limit ${DASHBOARD_ROWS}`.execute(db);
  const { count, rows } = firstOf(low.rows);
  return { count, products: rows };
};

const expiringBatches = async (db: Db, today: Day): Promise<Dashboard['expiring_batches']> => {
  const until = addDays(today, EXPIRING_DAYS);
  const inStock = sql`
    select b.id, b.product_id, b.batch_number, b.expiry_date, sum(s.quantity) as quantity
    from batches b join stock_balances s on s.batch_id = b.id and s.product_id = b.product_id and s.quantity > 0
    where b.expiry_date <= ${until} group by b.id`;
  const counts = await sql<{ count: number; expired_count: number }>`
    select (count(*) filter (where expiry_date >= ${today}))::integer as count,
      (count(*) filter (where expiry_date < ${today}))::integer as expired_count from (${inStock}) b`.execute(db);
  const { rows: batches } = await sql<NonNullable<Dashboard['expiring_batches']>['batches'][number]>`
    select b.product_id, p.code, coalesce(p.name, p.description) as product_name, b.batch_number, b.expiry_date,
      b.quantity::float8 as quantity, p.unit_of_measure
    from (${inStock}) b join products p on p.id = b.product_id
    where b.expiry_date >= ${today} order by b.expiry_date, b.id limit ${DASHBOARD_ROWS}`.execute(db);
  return { until, ...counts.rows[0]!, batches };
};

const openInvoices = async (db: Db, today: Day): Promise<Dashboard['open_invoices']> => {
  const { rows } = await sql<NonNullable<Dashboard['open_invoices']>>`
    select count(*)::integer as count, coalesce(sum(total_amount), 0)::float8 as total_amount,
      (count(*) filter (where due_date < ${today}))::integer as overdue_count,
      coalesce(sum(total_amount) filter (where due_date < ${today}), 0)::float8 as overdue_amount
    from invoices where status = 'sent' and type = 'invoice' and deleted_at is null`.execute(db);
  return rows[0]!;
};

const weekProduction = async (db: Db, today: Day): Promise<Dashboard['week_production']> => {
  const from = mondayOf(today);
  const { rows } = await sql<{ unit_of_measure: string; quantity: number; operations: number }>`
    select p.unit_of_measure, sum(t.quantity_produced)::float8 as quantity, count(*)::integer as operations
    from production_operations t
    join customer_order_items i on i.id = t.order_item_id
    join products p on p.id = i.product_id
    where t.production_date between ${from} and ${today}
    group by p.unit_of_measure order by p.unit_of_measure`.execute(db);
  return {
    from,
    to: today,
    operations: rows.reduce((all, { operations }) => all + operations, 0),
    quantities: rows.map(({ unit_of_measure, quantity }) => ({ unit_of_measure, quantity })),
  };
};

type Part = Exclude<keyof Dashboard, 'today'>;
/** Who may see each part. */
const PARTS: { [P in Part]: [needs: Capability, read: (db: Db, today: Day) => Promise<Dashboard[P]>] } = {
  late_orders: ['customer_orders.read', lateOrders],
  low_stock: ['stock.read', lowStock],
  expiring_batches: ['stock.read', expiringBatches],
  open_invoices: ['invoices.read', openInvoices],
  week_production: ['production.plan', weekProduction],
};

export const dashboardHandlers: Handlers<typeof dashboardContract> = {
  get: async (_input, { db, user }) => {
    const today = await companyToday(db);
    const seen = Object.entries(PARTS).filter(([, [needs]]) => can(user.role, needs));
    const parts = await Promise.all(seen.map(async ([part, [, read]]) => [part, await read(db, today)]));
    return { today, ...(Object.fromEntries(parts) as Omit<Dashboard, 'today'>) };
  },
};
