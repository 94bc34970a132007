/** The checks of costs: those of ended runs, of their outputs, which the margins sum, and of the batches that they made. */

/** The cost of each ended run, rounded part by part, and whether it is known in part only. */
const RUN_COSTS = `
  select r.id as run_id,
    i.material
      + round(coalesce(r.setup_minutes, 0)::numeric * h.rate / 60, 2)
      + round(coalesce(r.run_minutes::numeric, greatest(h.minutes - coalesce(r.setup_minutes, 0), 0)) * h.rate / 60, 2)
      - round(w.kg * r.waste_price_per_kg::numeric, 2) as cost,
    i.partial
  from production_runs r
  cross join lateral (
    select coalesce(r.cost_per_hour, 0)::numeric + r.wages_per_hour::numeric * coalesce(r.people, 0) as rate,
      extract(epoch from date_trunc('milliseconds', r.ended_at) - date_trunc('milliseconds', r.started_at)) / 60 as minutes
  ) h
  cross join lateral (
    select coalesce(sum(round(quantity::numeric * unit_cost::numeric, 2)) filter (where currency = 'EUR'), 0) as material,
      coalesce(bool_or(quantity > 0 and currency is distinct from 'EUR'), false) as partial
    from run_inputs where run_id = r.id and undone_at is null
  ) i
  cross join lateral (select coalesce(sum(kg), 0)::numeric as kg from run_wastes where run_id = r.id) w
  where r.ended_at is not null`;

export const COST_CHECKS: Record<string, string> = {
  'run: the cost of its outputs': `
    select format('run %s', c.run_id) as row, sum(o.cost) as stored, c.cost as worked_out
    from (${RUN_COSTS}) c join run_outputs o on o.run_id = c.run_id and o.undone_at is null
    group by c.run_id, c.cost having sum(o.cost) is distinct from c.cost`,
  // Outputs before the last are rounded, and the last takes the rest: no share passes the cost of the run.
  'customer order line: the cost of its margin': `
    with weights as (
      select o.id, o.run_id, o.order_item_id, o.cost, c.cost as total,
        row_number() over made as place, count(*) over run as outputs,
        case when bool_and(o.kg is not null) over run and sum(o.kg) over run > 0
          and not bool_and(p.unit_of_measure in ('piece', 'box')) over run then o.kg else o.quantity end::numeric as weight
      from run_outputs o join (${RUN_COSTS}) c on c.run_id = o.run_id join products p on p.id = o.product_id
      where o.undone_at is null
      window run as (partition by o.run_id), made as (partition by o.run_id order by o.to_at, o.id)
    ), rounded as (
      select *, round(total * weight / sum(weight) over (partition by run_id), 2) as part from weights
    ), reached as (
      select *, case when place = outputs then total when total < 0
        then greatest(sum(part) over (partition by run_id order by place), total)
        else least(sum(part) over (partition by run_id order by place), total) end as until
      from rounded
    ), shares as (
      select *, until - coalesce(lag(until) over (partition by run_id order by place), 0) as share from reached
    )
    select format('line %s', order_item_id) as row, sum(cost) as stored, sum(share) as worked_out
    from shares where order_item_id is not null
    group by order_item_id having sum(cost) is distinct from sum(share)`,
  'batch cost: that of its runs': `
    select format('batch %s', o.batch_id) as row, min(b.unit_cost) as stored,
      case when not bool_or(c.partial) and sum(o.cost) >= 0 then round(sum(o.cost) / sum(o.quantity), 5) end as worked_out
    from run_outputs o
    left join (${RUN_COSTS}) c on c.run_id = o.run_id
    left join batch_costs b on b.batch_id = o.batch_id
    where o.undone_at is null and not exists (
      select from goods_receipt_movements g join stock_movements m on m.id = g.movement_id and m.deleted_at is null
      where m.batch_id = o.batch_id)
    group by o.batch_id
    having bool_and(c.run_id is not null) and min(b.unit_cost) is distinct from
      case when not bool_or(c.partial) and sum(o.cost) >= 0 then round(sum(o.cost) / sum(o.quantity), 5) end`,
};
