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
  'reel: its diameter as last measured': `
    select format('reel %s', r.code) as row, r.od_mm as stored, d.od_mm as worked_out
    from reels r left join lateral (
      select od_mm from reel_readings m
      where m.batch_id = r.batch_id and m.od_mm is not null and m.id not in (select undoes from reel_readings where undoes is not null)
      order by id desc limit 1
    ) d on true
    where r.od_mm is distinct from d.od_mm`,
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
  'batch cost: the average of its receipts and their invoices': `
    with price as (
      select l.id, l.quantity, i.unit_price, o.currency, coalesce(b.quantity, 0) as billed, coalesce(b.amount, 0) as amount,
        coalesce(b.currencies, '{}') || case when coalesce(b.quantity, 0) < l.quantity then array[o.currency] else '{}' end as currencies
      from goods_receipt_items l
      join purchase_order_items i on i.id = l.order_item_id
      join purchase_orders o on o.id = i.order_id
      left join (
        select n.receipt_item_id, sum(n.matched_quantity) as quantity, sum(n.matched_quantity * n.net_amount / n.quantity) as amount, array_agg(v.currency) as currencies
        from purchase_invoice_lines n join purchase_invoices v on v.id = n.purchase_invoice_id
        where v.status = 'accepted' and v.kind = 'invoice' and n.matched_quantity > 0 and n.net_amount >= 0 group by 1
      ) b on b.receipt_item_id = l.id
    ), worked as (
      select m.batch_id, sum(m.quantity * (p.amount + (p.quantity - p.billed) * p.unit_price) / p.quantity) / sum(m.quantity) as cost,
        (select count(distinct c) from goods_receipt_movements g2 join price p2 on p2.id = g2.receipt_item_id join stock_movements m2 on m2.id = g2.movement_id and m2.deleted_at is null,
          unnest(p2.currencies) c where m2.batch_id = m.batch_id) as currencies
      from goods_receipt_movements g
      join stock_movements m on m.id = g.movement_id and m.deleted_at is null
      join batches b on b.id = m.batch_id and b.batch_number <> ''
      join price p on p.id = g.receipt_item_id
      group by m.batch_id
    )
    select format('batch %s', w.batch_id) as row, c.unit_cost as stored, case when w.currencies = 1 then round(w.cost, 5) end as worked_out
    from worked w left join batch_costs c on c.batch_id = w.batch_id
    where (c.unit_cost is null) <> (w.currencies <> 1) or abs(c.unit_cost - w.cost) > 0.00001`,
  'split or pallet link: the movements that it joins': `
    select format('link %s', l.id) as row, 'link' as stored, null as worked_out
    from batch_links l
    where l.source in ('split', 'pallet') and l.undone_at is null and not exists (
      select from stock_movements s join stock_movements c on c.product_id = s.product_id and c.warehouse_id = s.warehouse_id
      where s.id = l.source_id and s.batch_id = l.input_batch and s.movement_type = 'S' and s.source_type = 'SPL' and s.deleted_at is null
        and c.batch_id = l.output_batch and c.movement_type = 'C' and c.source_type = 'SPL' and c.deleted_at is null)`,
  'batch cost: the average of what it was split from or palletized of': `
    with worked as (
      select l.output_batch as batch_id, min(c.currency) as currency, round(sum(s.quantity * c.unit_cost) / sum(s.quantity), 5) as unit_cost,
        count(c.unit_cost) = count(*) and count(distinct c.currency) = 1 as is_known
      from batch_links l join stock_movements s on s.id = l.source_id left join batch_costs c on c.batch_id = l.input_batch
      where l.source in ('split', 'pallet') and l.undone_at is null and not exists (select from run_outputs o where o.batch_id = l.output_batch)
        and not exists (
          select from goods_receipt_movements g join stock_movements m on m.id = g.movement_id and m.deleted_at is null
          where m.batch_id = l.output_batch)
      group by 1
    )
    select format('batch %s', w.batch_id) as row, c.unit_cost as stored, case when w.is_known then w.unit_cost end as worked_out
    from worked w left join batch_costs c on c.batch_id = w.batch_id
    where (c.unit_cost, c.currency) is distinct from (case when w.is_known then w.unit_cost end, case when w.is_known then w.currency end)`,
};
