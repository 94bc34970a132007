-- The cost of ended runs: what an hour and sold waste were worth at the end, and what each output cost. Null while a run
-- is open. The costs of inputs are in run_inputs.
alter table production_runs
  add column cost_per_hour amount,
  add column people smallint,
  add column wages_per_hour amount,
  add column waste_price_per_kg amount,
  add constraint production_runs_rates check ((wages_per_hour is null) = (waste_price_per_kg is null));
-- Negative if the sold waste is worth more than material and time.
alter table run_outputs add column cost numeric(15, 2);

-- Writes the cost of batches that runs made, and of what was made of these by splits and pallets. A null cost: known in
-- part only. The cost of a received batch is that of its receipts.
create function keep_run_costs(batch_ids integer[], unit_costs numeric[]) returns void language plpgsql as $$
begin
  insert into batch_costs (batch_id, unit_cost, currency, source)
  select c.batch_id, c.unit_cost, case when c.unit_cost is not null then 'EUR' end, 'run'
  from unnest(batch_ids, unit_costs) c (batch_id, unit_cost) order by c.batch_id
  on conflict (batch_id) do update set unit_cost = excluded.unit_cost, currency = excluded.currency, source = excluded.source
    where batch_costs.source <> 'receipt';
  perform keep_split_costs(array(
    select distinct output_batch from batch_links
    where input_batch = any (batch_ids) and source in ('split', 'pallet') and undone_at is null
  ));
end $$;
