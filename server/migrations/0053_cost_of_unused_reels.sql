-- A reel that was returned unused no longer makes the cost of its run partial: batches whose runs are known in full now get
-- their cost. Runs that used these batches keep the cost with which they ended.
select keep_run_costs(array_agg(batch_id), array_agg(unit_cost))
from (
  select o.batch_id, round(sum(o.cost) / sum(o.quantity), 5) as unit_cost
  from run_outputs o
  join production_runs r on r.id = o.run_id
  join batch_costs b on b.batch_id = o.batch_id and b.source = 'run' and b.unit_cost is null
  where o.undone_at is null
  group by o.batch_id
  having bool_and(r.ended_at is not null) and sum(o.cost) >= 0 and not bool_or(exists (
    select from run_inputs i
    where i.run_id = o.run_id and i.undone_at is null and i.quantity > 0 and i.currency is distinct from 'EUR'))
) known;
