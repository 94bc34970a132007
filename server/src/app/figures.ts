/** GET /figures: the key figures of a record. They come from all areas, so they belong to none of them. */
import { sql, type RawBuilder } from 'kysely';
import { can, type Capability } from '@bobina/contract/core/permissions.ts';
import type { Day } from '@bobina/contract/core/dates.ts';
import {
  FIGURES,
  type Figure,
  type FigureEntity,
  type figures as figuresContract,
} from '@bobina/contract/system/figures.ts';
import { leftMinutes, madeOfJob } from '../areas/orders/index.ts';
import { companyToday } from '../areas/registry/index.ts';
import { inEuro } from '../areas/sales/shared/in-euro.ts';
import type { Handlers } from '../platform/http/mount.ts';
import { notFound } from '../platform/problem.ts';

export const figureHandlers: Handlers<typeof figuresContract> = {
  get: async ({ entity, id }, { db, user }) => {
    if (!isFigureEntity(entity)) throw notFound();
    const { rows: found } = await sql`
      select 1 from ${sql.table(entity)} where id = ${id} and deleted_at is null`.execute(db);
    if (found.length === 0) throw notFound();
    const needs = Object.entries<readonly Capability[]>(FIGURES[entity]);
    const visible = needs.filter(([, capabilities]) => capabilities.every((capability) => can(user, capability)));
    if (visible.length === 0) return [];
    const statements = SOURCES[entity](id, await companyToday(db)) as Record<string, RawBuilder<unknown>>;
    const { rows } = await sql<Figure>`${sql.join(
      visible.map(
        ([name], place) =>
          sql`select ${sql.lit(name)} as name, ${sql.lit(place)} as place, f.* from (${statements[name]}) f`,
      ),
      sql` union all `,
    )} order by place, currency`.execute(db);
    return rows.map(({ name, value, currency }) => ({ name, value, currency }));
  },
};

function isFigureEntity(entity: string): entity is FigureEntity {
  return Object.hasOwn(FIGURES, entity);
}

const NO_CURRENCY = sql`null::text as currency`;

/** Selects `value` and `currency` of each figure. */
const SOURCES: {
  [E in FigureEntity]: (id: number, today: Day) => Record<keyof (typeof FIGURES)[E], RawBuilder<unknown>>;
} = {
  products: (id) => {
    const stock = sql`(select coalesce(sum(quantity), 0) from stock_balances where product_id = ${id})`;
    const committed = sql`(select coalesce(sum(i.open_quantity), 0) from customer_order_items i
      join customer_orders o on o.id = i.order_id and o.deleted_at is null
      where i.product_id = ${id} and i.open_quantity > 0)`;
    return {
      stock: sql`select ${stock}::float8 as value, ${NO_CURRENCY}`,
      committed: sql`select ${committed}::float8 as value, ${NO_CURRENCY}`,
      coming: sql`select coalesce(sum(i.ordered_quantity - i.received_quantity), 0)::float8 as value, ${NO_CURRENCY}
        from purchase_order_items i join purchase_orders o on o.id = i.order_id and o.deleted_at is null
        where i.product_id = ${id} and i.status <> 'completed' and i.received_quantity < i.ordered_quantity`,
      free: sql`select (${stock} - ${committed})::float8 as value, ${NO_CURRENCY}`,
    };
  },
  customers: (id, today) => ({
    open_orders: sql`select count(*)::float8 as value, ${NO_CURRENCY} from customer_orders o
      where o.customer_id = ${id} and o.deleted_at is null
        and exists (select from customer_order_items i where i.order_id = o.id and i.open_quantity > 0)`,
    to_invoice: sql`select count(*)::float8 as value, ${NO_CURRENCY} from packing_lists
      where customer_id = ${id} and status = 'issued' and invoice_id is null`,
    overdue: sql`select coalesce(sum(${inEuro('i.open')}), 0)::float8 as value, 'EUR' as currency from customers c
      left join (invoices t cross join lateral open_instalments(t.id, amount_to_pay(t) - t.open_amount) i)
        on t.customer_id = c.id and t.next_due_date < ${today} and i.due < ${today}
      where c.id = ${id}`,
    // A credited invoice is cancelled, but keeps its number; its credit note subtracts it.
    turnover: sql`select coalesce(sum(case t.type when 'invoice' then 1 else -1 end * ${inEuro('t.net_amount')}), 0)::float8 as value, 'EUR' as currency
      from customers c
      left join invoices t on t.customer_id = c.id and t.deleted_at is null and t.invoice_number is not null
        and t.invoice_date between date_trunc('year', ${today}::date) and ${today}
      where c.id = ${id}`,
  }),
  suppliers: (id, today) => ({
    open_orders: sql`select count(*)::float8 as value, ${NO_CURRENCY} from purchase_orders
      where supplier_id = ${id} and deleted_at is null and status <> 'fullyReceived'`,
    late_orders: sql`select count(*)::float8 as value, ${NO_CURRENCY} from purchase_orders
      where supplier_id = ${id} and deleted_at is null and status <> 'fullyReceived'
        and coalesce(confirmed_arrival_date, requested_arrival_date) < ${today}`,
    ordered: sql`select sum(total_amount)::float8 as value, currency from purchase_orders
      where supplier_id = ${id} and deleted_at is null
        and order_date between date_trunc('year', ${today}::date) and ${today} group by currency`,
  }),
  machines: (id) => {
    const open = sql`from production_schedulings s join customer_order_items i on i.id = s.order_item_id and i.production_status <> 'completato'
      join customer_orders o on o.id = i.order_id and o.deleted_at is null ${madeOfJob} where s.machine_id = ${id}`;
    return {
      jobs: sql`select count(*)::float8 as value, ${NO_CURRENCY} ${open}`,
      minutes: sql`select coalesce(sum(${leftMinutes}), 0)::float8 as value, ${NO_CURRENCY} ${open}`,
    };
  },
};
