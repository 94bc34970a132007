-- Production: what was produced of the lines of customer orders, on which machine they are scheduled, and what of it was
-- loaded into a warehouse. Each is counted on its line by the triggers here; who writes has locked the line before.

-- ── operations ──────────────────────────────────────────────────────────────────────────────────────────────────
create table production_operations (
  id integer generated always as identity primary key,
  order_item_id integer not null references customer_order_items,
  batch_number text not null check (batch_number <> ''),
  quantity_produced amount not null check (quantity_produced > 0),
  is_completed boolean not null default false,
  notes text,
  production_date date not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users
);
create index production_operations_item on production_operations (order_item_id, id);

create function count_production_operation() returns trigger language plpgsql as $$
declare
  was production_operations := case when tg_op <> 'INSERT' then old end;
  became production_operations := case when tg_op <> 'DELETE' then new end;
begin
  update customer_order_items
  set produced_quantity = produced_quantity + coalesce(became.quantity_produced, 0) - coalesce(was.quantity_produced, 0),
      operations_count = operations_count + case tg_op when 'INSERT' then 1 when 'DELETE' then -1 else 0 end,
      completed_operations = completed_operations + coalesce(became.is_completed, false)::integer - coalesce(was.is_completed, false)::integer
  where id = coalesce(became.order_item_id, was.order_item_id);
  return null;
end $$;
create trigger production_operations_count after insert or delete or update of quantity_produced, is_completed on production_operations
  for each row execute function count_production_operation();

-- ── scheduling ──────────────────────────────────────────────────────────────────────────────────────────────────
create table production_schedulings (
  id integer generated always as identity primary key,
  order_item_id integer not null references customer_order_items,
  machine_id integer not null references machines,
  quantity_to_produce amount not null check (quantity_to_produce > 0),
  -- as typed, and what it says
  production_time text not null,
  production_minutes integer not null check (production_minutes > 0),
  notes text,
  -- its place on the machine's board; null until it is put in order
  position integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users
);
create index production_schedulings_item on production_schedulings (order_item_id, id);
create index production_schedulings_machine on production_schedulings (machine_id);

-- That no more is scheduled than is ordered is held by the line: customer_order_items_scheduled.
create function count_production_scheduling() returns trigger language plpgsql as $$
declare
  was production_schedulings := case when tg_op <> 'INSERT' then old end;
  became production_schedulings := case when tg_op <> 'DELETE' then new end;
begin
  update customer_order_items
  set scheduled_quantity = scheduled_quantity + coalesce(became.quantity_to_produce, 0) - coalesce(was.quantity_to_produce, 0)
  where id = coalesce(became.order_item_id, was.order_item_id);
  return null;
end $$;
create trigger production_schedulings_count after insert or delete or update of quantity_to_produce on production_schedulings
  for each row execute function count_production_scheduling();

-- ── loads into a warehouse ──────────────────────────────────────────────────────────────────────────────────────
create table production_loads (
  id integer generated always as identity primary key,
  order_item_id integer not null references customer_order_items,
  warehouse_id integer not null references warehouses,
  quantity amount not null check (quantity > 0),
  -- by a forced completion
  forced boolean not null,
  created_at timestamptz not null default now(),
  created_by integer not null references users,
  undone_at timestamptz,
  undone_by integer references users
);
create index production_loads_item on production_loads (order_item_id);
-- A line loads once; forcing its completion may bring what that load left out, once.
create unique index production_loads_once on production_loads (order_item_id) where undone_at is null and not forced;
create unique index production_loads_forced_once on production_loads (order_item_id) where undone_at is null and forced;

create table production_load_movements (
  load_id integer not null references production_loads,
  movement_id integer not null references stock_movements,
  primary key (load_id, movement_id)
);

create function count_production_load() returns trigger language plpgsql as $$
begin
  update customer_order_items
  set loaded_quantity = loaded_quantity + case tg_op when 'INSERT' then new.quantity else -new.quantity end
  where id = new.order_item_id;
  return null;
end $$;
create trigger production_loads_count after insert on production_loads for each row execute function count_production_load();
create trigger production_loads_uncount after update of undone_at on production_loads for each row
  when (old.undone_at is null and new.undone_at is not null) execute function count_production_load();

-- ── what production answers for the registry ────────────────────────────────────────────────────────────────────
create function refuse_deleting_busy_machine() returns trigger language plpgsql as $$
begin
  if exists (
    select from production_schedulings s join customer_order_items i on i.id = s.order_item_id
    where s.machine_id = new.id and i.production_status <> 'completato'
  ) then
    raise exception 'machine % has work', new.id using errcode = 'restrict_violation', constraint = 'machines_busy';
  end if;
  return new;
end $$;
create trigger machines_busy before update of deleted_at on machines for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_deleting_busy_machine();
