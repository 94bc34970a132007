/**
 * Checks that redundant data agrees: balances and movements, orders and receipts, totals and lines. Recomputes each
 * value from the original rows, without code that the booking of these values uses.
 */
import type { Client } from 'pg';
import { ATTACHMENT_CHECKS } from './differences-attachments.ts';
import { COST_CHECKS } from './differences-costs.ts';
import { PURCHASE_CHECKS } from './differences-purchases.ts';
import { REEL_CHECKS } from './differences-reels.ts';
import { RUN_CHECKS } from './differences-runs.ts';
import { SALES_CHECKS } from './differences-sales.ts';

export interface Difference {
  /** Name of the check. */
  check: string;
  /** Label of the row. */
  row: string;
  stored: string | null;
  worked_out: string | null;
}

/** Each query returns the rows that differ: `row`, `stored`, `worked_out`. */
const CHECKS: Record<string, string> = {
  'stock balance: the sum of its entries': `
    select format('product %s, warehouse %s, batch %s', product_id, warehouse_id, batch_id) as row, b.quantity as stored, e.quantity as worked_out
    from stock_balances b
    full join (select product_id, warehouse_id, batch_id, sum(quantity) as quantity from stock_entries group by 1, 2, 3) e
      using (product_id, warehouse_id, batch_id)
    where coalesce(b.quantity, 0) <> coalesce(e.quantity, 0)`,
  'stock of a month: the sum of its entries': `
    select format('product %s, warehouse %s, month of %s', product_id, warehouse_id, month) as row, m.quantity as stored, e.quantity as worked_out
    from (select product_id, warehouse_id, month, sum(quantity) as quantity from stock_months group by 1, 2, 3) m
    full join (
      select product_id, warehouse_id, date_trunc('month', entry_date)::date as month, sum(quantity) as quantity
      from stock_entries group by 1, 2, 3
    ) e using (product_id, warehouse_id, month)
    where coalesce(m.quantity, 0) <> coalesce(e.quantity, 0)`,
  'number of stock movements: the movements of their day': `
    select format('%s, type %s, source %s, warehouse %s, destination %s', movement_date, movement_type, source_type, warehouse_id, destination) as row,
      c.movements as stored, m.movements as worked_out
    from (
      select movement_date, movement_type, source_type, warehouse_id, coalesce(destination_warehouse_id, 0) as destination,
        sum(movements) as movements
      from stock_movement_counts group by 1, 2, 3, 4, 5
    ) c full join (
      select movement_date, movement_type, source_type, warehouse_id, coalesce(destination_warehouse_id, 0) as destination,
        count(*) as movements
      from stock_movements m
      where deleted_at is null and not exists (select from stock_movements_uncounted u where m.id between u.first and u.last)
      group by 1, 2, 3, 4, 5
    ) m using (movement_date, movement_type, source_type, warehouse_id, destination)
    where coalesce(c.movements, 0) <> coalesce(m.movements, 0)`,
  'stock at the end of a day: never below zero': `
    select format('product %s, warehouse %s, batch %s on %s', product_id, warehouse_id, batch_id, entry_date) as row, quantity as stored, 0 as worked_out
    from (
      select product_id, warehouse_id, batch_id, entry_date,
        sum(sum(quantity)) over (partition by product_id, warehouse_id, batch_id order by entry_date) as quantity
      from stock_entries group by 1, 2, 3, 4
    ) d where quantity < 0`,
  'stock movement: its entries': `
    with moved as (
      select id, movement_date as day, product_id, warehouse_id, batch_id, case movement_type when 'C' then quantity else -quantity end as quantity
      from stock_movements where deleted_at is null
      union all
      select id, movement_date, product_id, destination_warehouse_id, batch_id, quantity
      from stock_movements where deleted_at is null and movement_type = 'T'
    ), entered as (
      select movement_id as id, entry_date as day, product_id, warehouse_id, batch_id, sum(quantity) as quantity
      from stock_entries group by 1, 2, 3, 4, 5
    )
    select format('movement %s, product %s, warehouse %s, batch %s on %s', id, product_id, warehouse_id, batch_id, day) as row,
      e.quantity as stored, m.quantity as worked_out
    from entered e full join moved m using (id, day, product_id, warehouse_id, batch_id)
    where coalesce(e.quantity, 0) <> coalesce(m.quantity, 0)`,
  'purchase order line: received quantity': `
    select format('line %s of order %s', i.id, i.order_id) as row, i.received_quantity as stored, coalesce(sum(r.quantity), 0) as worked_out
    from purchase_order_items i
    left join (goods_receipt_items r join goods_receipts g on g.id = r.receipt_id and g.cancelled_at is null) on r.order_item_id = i.id
    group by i.id having i.received_quantity <> coalesce(sum(r.quantity), 0)`,
  'receipt line: loaded quantity': `
    select format('line %s of receipt %s', r.id, r.receipt_id) as row,
      case when d.cancelled_at is null then r.quantity::numeric else 0 end as stored, coalesce(sum(m.quantity), 0) as worked_out
    from goods_receipt_items r
    join goods_receipts d on d.id = r.receipt_id
    join purchase_order_items i on i.id = r.order_item_id
    left join goods_receipt_movements rm on rm.receipt_item_id = r.id
    left join stock_movements m on m.id = rm.movement_id and m.deleted_at is null and m.movement_type = 'C' and m.source_type = 'PO'
      and m.product_id = i.product_id and m.warehouse_id = r.warehouse_id
    group by r.id, d.cancelled_at having case when d.cancelled_at is null then r.quantity::numeric else 0 end <> coalesce(sum(m.quantity), 0)`,
  'purchase order line: quantity times price': `
    select format('line %s of order %s', id, order_id) as row, total as stored, round(ordered_quantity::numeric * unit_price::numeric, 4) as worked_out
    from purchase_order_items where total <> round(ordered_quantity::numeric * unit_price::numeric, 4)`,
  'purchase order: the sum of its lines': `
    select format('order %s', o.order_number) as row, o.total_amount as stored, coalesce(sum(i.total), 0) as worked_out
    from purchase_orders o left join purchase_order_items i on i.order_id = o.id
    group by o.id having o.total_amount <> coalesce(sum(i.total), 0)`,
  'purchase order: its status': `
    select row, stored, worked_out from (
      select format('order %s', o.order_number) as row, o.status as stored,
        case when bool_and(i.closed or i.received_quantity >= i.ordered_quantity) then 'fullyReceived'
          when bool_or(i.closed or i.received_quantity > 0) then 'partiallyReceived' else 'notReceived' end as worked_out
      from purchase_orders o join purchase_order_items i on i.order_id = o.id group by o.id
    ) s where stored <> worked_out`,
  'customer order line: quantity times price': `
    select format('line %s of order %s', id, order_id) as row, total as stored, round(quantity::numeric * unit_price::numeric, 2) as worked_out
    from customer_order_items where total <> round(quantity::numeric * unit_price::numeric, 2)`,
  'customer order: the sum of its lines': `
    select format('order %s', o.order_number) as row, o.total_amount as stored, coalesce(sum(i.total), 0) as worked_out
    from customer_orders o left join customer_order_items i on i.order_id = o.id
    group by o.id having o.total_amount <> coalesce(sum(i.total), 0)`,
  'customer order line: produced quantity': `
    select format('line %s of order %s', i.id, i.order_id) as row, format('%s in %s, %s completed', i.produced_quantity, i.operations_count, i.completed_operations) as stored,
      format('%s in %s, %s completed', p.quantity, p.operations, p.completed) as worked_out
    from customer_order_items i left join lateral (
      select coalesce(sum(quantity_produced), 0) as quantity, count(*) as operations, count(*) filter (where is_completed) as completed
      from production_operations where order_item_id = i.id
    ) p on true
    where (i.produced_quantity, i.operations_count, i.completed_operations) is distinct from (p.quantity, p.operations, p.completed)`,
  'customer order line: its production status': `
    select row, stored, worked_out from (
      select format('line %s of order %s', i.id, i.order_id) as row, i.production_status as stored,
        case when i.forced or i.closed_at is not null or bool_or(p.is_completed) or coalesce(sum(p.quantity_produced), 0) >= i.quantity then 'completato'
          when count(p.id) > 0 then 'in_produzione' else 'da_produrre' end as worked_out
      from customer_order_items i left join production_operations p on p.order_item_id = i.id group by i.id
    ) s where stored <> worked_out`,
  'customer order line: scheduled quantity': `
    select format('line %s of order %s', i.id, i.order_id) as row, i.scheduled_quantity as stored, coalesce(sum(s.quantity_to_produce), 0) as worked_out
    from customer_order_items i left join production_schedulings s on s.order_item_id = i.id
    group by i.id having i.scheduled_quantity <> coalesce(sum(s.quantity_to_produce), 0)`,
  'customer order line: loaded quantity': `
    select format('line %s of order %s', i.id, i.order_id) as row, i.loaded_quantity as stored, coalesce(sum(l.quantity), 0) as worked_out
    from customer_order_items i left join production_loads l on l.order_item_id = i.id and l.undone_at is null
    group by i.id having i.loaded_quantity <> coalesce(sum(l.quantity), 0)`,
  'production load: moved quantity': `
    select format('load %s', l.id) as row, case when l.undone_at is null then l.quantity else 0 end as stored, coalesce(sum(m.quantity), 0) as worked_out
    from production_loads l
    join customer_order_items i on i.id = l.order_item_id
    left join production_load_movements lm on lm.load_id = l.id
    left join stock_movements m on m.id = lm.movement_id and m.deleted_at is null and m.movement_type = 'C' and m.source_type = 'PRD'
      and m.product_id = i.product_id and m.warehouse_id = l.warehouse_id
    group by l.id having case when l.undone_at is null then l.quantity else 0 end <> coalesce(sum(m.quantity), 0)`,
  ...PURCHASE_CHECKS,
  ...SALES_CHECKS,
  ...ATTACHMENT_CHECKS,
  ...REEL_CHECKS,
  ...RUN_CHECKS,
  ...COST_CHECKS,
};

/** Runs all checks. @param client in its own transaction; REPEATABLE READ while other transactions write */
export async function findDifferences(client: Client): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const [check, query] of Object.entries(CHECKS)) {
    const { rows } = await client.query<Omit<Difference, 'check'>>(query);
    found.push(...rows.map((row) => ({ check, ...row })));
  }
  return found;
}
export const CHECKED: readonly string[] = Object.keys(CHECKS);
