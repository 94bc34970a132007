-- Runs of machines: what was mounted, what was made, and what was wasted.

alter table machines
  add column cost_per_hour amount,
  add column people smallint check (people between 0 and 99);
alter table settings
  add column mass_balance_percent percentage not null default 1,
  add column waste_price_per_kg amount not null default 0,
  add column wages_per_hour amount not null default 0;

create table production_runs (
  id integer generated always as identity primary key,
  machine_id integer not null references machines,
  -- The job of the board, and its order line; the line stays when the job is deleted.
  scheduling_id integer references production_schedulings on delete set null,
  order_item_id integer references customer_order_items,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  setup_minutes amount,
  -- Null: the time from start to end less setup_minutes.
  run_minutes amount,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  check (ended_at >= started_at)
);
create unique index production_runs_open on production_runs (machine_id) where ended_at is null;
create index production_runs_machine on production_runs (machine_id, started_at, id);
create index production_runs_started on production_runs (started_at, id);
create index production_runs_item on production_runs (order_item_id) where order_item_id is not null;
create index production_runs_scheduling on production_runs (scheduling_id) where scheduling_id is not null;

-- A batch that was mounted. Quantity and kg are what it used: null while a reel is mounted.
create table run_inputs (
  id integer generated always as identity primary key,
  run_id integer not null references production_runs,
  batch_id integer not null references batches,
  -- Reels are returned or finished. Other batches are booked at once and belong to the whole run.
  is_reel boolean not null,
  mounted_at timestamptz not null default now(),
  dismounted_at timestamptz,
  quantity amount,
  kg amount,
  -- The cost of the batch, fixed when the run ends.
  unit_cost numeric(15, 5) check (unit_cost >= 0 and unit_cost <> 'NaN'),
  currency text check (currency in ('EUR', 'USD', 'MAD', 'CNY')),
  cost_source text check (cost_source in ('receipt', 'run', 'list', 'none')),
  -- The return of a reel: what was read, and the splices that were added.
  reading_id integer references reel_readings,
  splices smallint check (splices >= 0),
  version integer not null default 1,
  created_by integer references users,
  undone_at timestamptz,
  undone_by integer references users,
  check (dismounted_at >= mounted_at),
  check ((quantity is null) = (is_reel and dismounted_at is null)),
  check ((unit_cost is null) = (currency is null))
);
create unique index run_inputs_mounted on run_inputs (batch_id) where is_reel and dismounted_at is null and undone_at is null;
create index run_inputs_run on run_inputs (run_id, id);
create index run_inputs_batch on run_inputs (batch_id);

-- The movements that booked what an input used, one for each warehouse.
create table run_input_movements (
  input_id integer not null references run_inputs,
  movement_id integer not null unique references stock_movements,
  primary key (input_id, movement_id)
);

-- A batch that was made. An output of an order line is an operation of the line; another is loaded into stock at once.
create table run_outputs (
  id integer generated always as identity primary key,
  run_id integer not null references production_runs,
  operation_id integer references production_operations on delete set null,
  order_item_id integer references customer_order_items,
  product_id integer not null references products,
  -- Null: the product is not managed by batch.
  batch_id integer references batches,
  -- From the end of the previous output, or the start of the run, to the end of this one.
  from_at timestamptz not null,
  to_at timestamptz not null default now(),
  quantity amount not null check (quantity > 0),
  -- Null: the weight is not known.
  kg amount,
  movement_id integer unique references stock_movements,
  version integer not null default 1,
  created_by integer references users,
  undone_at timestamptz,
  undone_by integer references users,
  check (to_at >= from_at)
);
create index run_outputs_run on run_outputs (run_id, id);
create index run_outputs_batch on run_outputs (batch_id);
create index run_outputs_item on run_outputs (order_item_id) where order_item_id is not null;
create unique index run_outputs_operation on run_outputs (operation_id) where operation_id is not null and undone_at is null;

create table run_wastes (
  id integer generated always as identity primary key,
  run_id integer not null references production_runs,
  kind text not null check (kind in ('trim', 'setup', 'scrap')),
  kg amount not null check (kg > 0),
  reason text,
  at timestamptz not null default now(),
  by integer references users
);
create index run_wastes_run on run_wastes (run_id, id);

-- A run that is open, or that is ended while a reel is still mounted, cannot lose its machine: see machines_busy in 0005.
create function refuse_deleting_running_machine() returns trigger language plpgsql as $$
begin
  if exists (select from production_runs where machine_id = new.id and ended_at is null) then
    raise exception 'machine % has an open run', new.id using errcode = 'restrict_violation', constraint = 'machines_busy';
  end if;
  return new;
end $$;
create trigger machines_running before update of deleted_at on machines for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_deleting_running_machine();

-- The inputs, outputs and wastes of an ended run stay, and no run ends while a reel is mounted. An act that changes them
-- has locked the run first.
create function keep_ended_run() returns trigger language plpgsql as $$
begin
  if exists (
    select from production_runs
    where id in (case when tg_op <> 'INSERT' then old.run_id end, case when tg_op <> 'DELETE' then new.run_id end)
      and ended_at is not null
  ) then
    raise exception 'the run is ended' using errcode = 'restrict_violation', constraint = 'production_runs_ended';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger run_inputs_of_open_run before insert or delete or update of run_id, batch_id, mounted_at, dismounted_at, quantity, kg, undone_at
  on run_inputs for each row execute function keep_ended_run();
create trigger run_wastes_of_open_run before insert or delete or update on run_wastes for each row execute function keep_ended_run();
create trigger run_outputs_of_open_run before insert or delete or update of run_id, batch_id, from_at, to_at, quantity, kg, undone_at
  on run_outputs for each row execute function keep_ended_run();

create function refuse_ending_run() returns trigger language plpgsql as $$
begin
  if exists (select from run_inputs where run_id = new.id and is_reel and dismounted_at is null and undone_at is null) then
    raise exception 'run % has a mounted reel', new.id using errcode = 'restrict_violation', constraint = 'production_runs_mounted';
  end if;
  return new;
end $$;
create trigger production_runs_ending before update of ended_at on production_runs for each row
  when (old.ended_at is null and new.ended_at is not null) execute function refuse_ending_run();
