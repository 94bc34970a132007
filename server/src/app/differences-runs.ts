/** Checks of runs: the bookings of their inputs and outputs, their links, and the machines with their reels. */

/** In kg; the weight of a reel is rounded to 3 decimals. */
const WEIGHT_TOLERANCE = '0.0006';

export const RUN_CHECKS: Record<string, string> = {
  'run input: the movements that booked it': `
    select format('input %s of run %s', i.id, i.run_id) as row, i.quantity as stored, sum(m.quantity) as worked_out
    from run_inputs i
    left join run_input_movements b on b.input_id = i.id
    left join stock_movements m on m.id = b.movement_id and m.deleted_at is null and m.source_type = 'USE'
      and m.batch_id = i.batch_id and m.document_id = i.run_id
    group by i.id
    having coalesce(sum(m.quantity), 0) <> case when i.undone_at is null then coalesce(i.quantity, 0) else 0 end`,
  'consumption: the input that booked it': `
    select format('movement %s', m.id) as row, m.quantity as stored, null as worked_out
    from stock_movements m
    where m.source_type = 'USE' and m.deleted_at is null
      and not exists (select from run_input_movements b join run_inputs i on i.id = b.input_id and i.undone_at is null where b.movement_id = m.id)`,
  'run input: its weight': `
    select format('input %s of run %s', i.id, i.run_id) as row, i.kg as stored, w.kg as worked_out
    from run_inputs i join batches b on b.id = i.batch_id join products p on p.id = b.product_id
    cross join lateral (
      select case when p.unit_of_measure = 'kg' then i.quantity else round(i.quantity * i.kg_per_unit, 5) end as kg
    ) w
    where i.undone_at is null and (abs(i.kg - w.kg) > ${WEIGHT_TOLERANCE} or (i.kg is null and w.kg is not null))`,
  'run output: its weight': `
    select format('output %s of run %s', id, run_id) as row, kg as stored, round(quantity * kg_per_unit, 5) as worked_out
    from run_outputs
    where undone_at is null and kg_per_unit is not null and coalesce(abs(kg - quantity * kg_per_unit) > ${WEIGHT_TOLERANCE}, true)`,
  'mounted reel: the input of an open run': `
    select format('reel %s', coalesce(r.batch_id, i.batch_id)) as row, r.machine_id as stored, t.machine_id as worked_out
    from (select * from run_inputs where is_reel and dismounted_at is null and undone_at is null) i
    join production_runs t on t.id = i.run_id
    full join (select * from reels where machine_id is not null) r on r.batch_id = i.batch_id
    where r.machine_id is distinct from t.machine_id or t.ended_at is not null`,
  'run output: its operation or its load': `
    select format('output %s of run %s', t.id, t.run_id) as row, t.quantity as stored, coalesce(o.quantity_produced, m.quantity) as worked_out
    from run_outputs t
    left join production_operations o on o.id = t.operation_id and o.order_item_id = t.order_item_id
    left join stock_movements m on m.id = t.movement_id and m.deleted_at is null and m.movement_type = 'C' and m.source_type = 'PRD'
    where t.undone_at is null and t.quantity is distinct from coalesce(o.quantity_produced, m.quantity)`,
  // A stored link stays valid when the times of later acts change: links are computed once.
  'run link: each output and what it descends from': `
    with needed as (
      select distinct i.batch_id as input_batch, o.batch_id as output_batch, i.run_id
      from run_inputs i
      join batches ib on ib.id = i.batch_id and ib.batch_number <> ''
      join run_outputs o on o.run_id = i.run_id and o.undone_at is null and o.batch_id <> i.batch_id
      join batches ob on ob.id = o.batch_id and ob.batch_number <> ''
      where i.undone_at is null and (
        not i.is_reel or o.from_at = o.to_at or i.mounted_at = i.dismounted_at
        or (i.mounted_at < o.to_at and coalesce(i.dismounted_at > o.from_at, true)))
    )
    select format('run %s, batch %s of %s', n.run_id, n.output_batch, n.input_batch) as row, null as stored, 'link' as worked_out
    from needed n
    where not exists (
      select from batch_links l where l.source = 'run' and l.source_id = n.run_id and l.input_batch = n.input_batch
        and l.output_batch = n.output_batch and l.undone_at is null)`,
  'run link: an input and an output of its run': `
    select format('link %s', l.id) as row, 'link' as stored, null as worked_out
    from batch_links l
    where l.source = 'run' and l.undone_at is null and not exists (
      select from run_inputs i join run_outputs o on o.run_id = i.run_id
      where i.run_id = l.source_id and i.batch_id = l.input_batch and o.batch_id = l.output_batch
        and i.undone_at is null and o.undone_at is null)`,
  // Outputs after the load, or entered later, are not part of it.
  'load link: what runs made of its line': `
    select format('load %s, batch %s of %s', p.id, m.batch_id, o.batch_id) as row, null as stored, 'link' as worked_out
    from production_loads p
    join production_load_movements b on b.load_id = p.id
    join stock_movements m on m.id = b.movement_id
    join batches lb on lb.id = m.batch_id and lb.batch_number <> ''
    join run_outputs o on o.order_item_id = p.order_item_id and o.operation_id is not null and o.undone_at is null
      and o.from_at < o.to_at and o.to_at <= p.created_at and o.batch_id <> m.batch_id
    where p.undone_at is null
      and not exists (
        select from production_operations d where d.order_item_id = p.order_item_id and d.batch_number = lb.batch_number)
      and not exists (
        select from batch_links l where l.source = 'load' and l.source_id = p.id and l.input_batch = o.batch_id
          and l.output_batch = m.batch_id and l.undone_at is null)`,
  'load link: a load that stands': `
    select format('link %s', l.id) as row, 'link' as stored, null as worked_out
    from batch_links l
    where l.source = 'load' and l.undone_at is null and not exists (
      select from production_loads p join production_load_movements b on b.load_id = p.id
      join stock_movements m on m.id = b.movement_id and m.batch_id = l.output_batch
      where p.id = l.source_id and p.undone_at is null)`,
};
