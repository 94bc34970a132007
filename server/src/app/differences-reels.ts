/** Checks of reels, batch links and batch costs. */

export const REEL_CHECKS: Record<string, string> = {
  'reel: the number of its batch': `
    select format('reel %s', r.batch_id) as row, r.code as stored, b.batch_number as worked_out
    from reels r join batches b on b.id = r.batch_id where r.code <> b.batch_number or r.product_id <> b.product_id`,
  'reel: its readings and its counts and consumption': `
    select format('reel %s', r.code) as row, coalesce(read.quantity, 0) as stored, coalesce(booked.quantity, 0) as worked_out
    from reels r
    left join (
      select batch_id, sum(quantity_after - quantity_before) as quantity from reel_readings where kind <> 'receipt' group by 1
    ) read on read.batch_id = r.batch_id
    left join (
      select e.batch_id, sum(e.quantity) as quantity from stock_entries e join stock_movements m on m.id = e.movement_id
      where m.source_type in ('INV', 'USE') group by 1
    ) booked on booked.batch_id = r.batch_id
    where coalesce(read.quantity, 0) <> coalesce(booked.quantity, 0)`,
  'split: loads within 0.001 of the unload': `
    select format('movement %s', s.id) as row, s.quantity as stored, coalesce(sum(c.quantity), 0) as worked_out
    from stock_movements s
    left join batch_links l on l.source = 'split' and l.source_id = s.id and l.input_batch = s.batch_id and l.undone_at is null
    left join stock_movements c on c.batch_id = l.output_batch and c.movement_type = 'C' and c.source_type = 'SPL' and c.deleted_at is null
    where s.source_type = 'SPL' and s.movement_type = 'S' and s.deleted_at is null
      and not exists (select from batch_links p where p.source = 'pallet' and p.source_id = s.id)
    group by s.id having abs(s.quantity - coalesce(sum(c.quantity), 0)) > 0.001`,
  'pallet: the sum of its parts': `
    select format('batch %s', c.batch_id) as row, c.quantity as stored, sum(s.quantity) as worked_out
    from stock_movements c
    join batch_links l on l.output_batch = c.batch_id and l.source = 'pallet' and l.undone_at is null
    join stock_movements s on s.id = l.source_id
    where c.source_type = 'SPL' and c.movement_type = 'C' and c.deleted_at is null
    group by c.id having c.quantity <> sum(s.quantity)`,
  'batch cost: the average of its receipts': `
    select format('batch %s', m.batch_id) as row, min(c.unit_cost) as stored,
      case when count(distinct o.currency) = 1 then round(sum(m.quantity * i.unit_price) / sum(m.quantity), 5) end as worked_out
    from goods_receipt_movements g
    join stock_movements m on m.id = g.movement_id and m.deleted_at is null
    join batches b on b.id = m.batch_id and b.batch_number <> ''
    join goods_receipt_items l on l.id = g.receipt_item_id
    join purchase_order_items i on i.id = l.order_item_id
    join purchase_orders o on o.id = i.order_id
    left join batch_costs c on c.batch_id = m.batch_id
    group by m.batch_id
    having min(c.unit_cost) is distinct from
      case when count(distinct o.currency) = 1 then round(sum(m.quantity * i.unit_price) / sum(m.quantity), 5) end`,
  'batch cost: that of the batch that was split': `
    select format('batch %s', l.output_batch) as row, made.unit_cost as stored, source.unit_cost as worked_out
    from batch_links l
    left join batch_costs made on made.batch_id = l.output_batch
    left join batch_costs source on source.batch_id = l.input_batch
    where l.source = 'split' and l.undone_at is null
      and (made.unit_cost, made.currency) is distinct from (source.unit_cost, source.currency)`,
};
