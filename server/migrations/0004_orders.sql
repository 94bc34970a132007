-- Orders of customers. What becomes of a line later (produced, scheduled, loaded, delivered, invoiced) is counted on the
-- line itself by the areas above, so that this one can tell of it and protect it without knowing them.

create table customer_orders (
  id integer generated always as identity primary key,
  order_number text not null check (order_number <> ''),
  customer_id integer not null references customers,
  -- the customer's own
  customer_order_number text,
  order_date date not null,
  requested_delivery_date date not null,
  notes text,
  -- the sum of its lines
  total_amount total not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create unique index customer_orders_number_unique on customer_orders (lower(order_number)) where deleted_at is null;
create index customer_orders_number on customer_orders ((lower(order_number) collate "C"), id) where deleted_at is null;
create index customer_orders_date on customer_orders (order_date, id) where deleted_at is null;
create index customer_orders_customer on customer_orders (customer_id, order_date) where deleted_at is null;
create index customer_orders_own_number on customer_orders (customer_id, lower(customer_order_number)) where deleted_at is null;

create table customer_order_items (
  id integer generated always as identity primary key,
  order_id integer not null references customer_orders,
  position integer not null,
  product_id integer not null references products,
  quantity amount not null check (quantity > 0),
  unit_price amount not null,
  packs amount not null default 0,
  delivery_date date not null,
  -- quantity × price, to 2 decimals
  total total not null,
  priority text not null default 'standard' check (priority in ('alta', 'media', 'standard')),
  -- counted by production
  produced_quantity amount not null default 0,
  operations_count integer not null default 0 check (operations_count >= 0),
  completed_operations integer not null default 0 check (completed_operations >= 0),
  scheduled_quantity amount not null default 0,
  loaded_quantity amount not null default 0,
  -- completed as it is, whatever was produced
  forced boolean not null default false,
  -- counted by sales
  delivered_quantity amount not null default 0,
  invoiced_quantity amount not null default 0,
  -- both follow from the columns above, by the trigger below
  production_status text not null default 'da_produrre' check (production_status in ('da_produrre', 'in_produzione', 'completato')),
  completed_at timestamptz,
  scheduling_status text not null generated always as (
    case when scheduled_quantity = 0 then 'non_programmato' when quantity - scheduled_quantity <= 0.001 then 'completamente_programmato'
      else 'parzialmente_programmato' end
  ) stored,
  constraint customer_order_items_scheduled check (scheduled_quantity <= quantity)
);
create index customer_order_items_order on customer_order_items (order_id, position);
create index customer_order_items_product on customer_order_items (product_id);
create index customer_order_items_open on customer_order_items (order_id) where production_status <> 'completato';
create index customer_order_items_undelivered on customer_order_items (order_id) where delivered_quantity < quantity;

-- The status is worked out on every change, in the transaction that makes it: nobody can write another one.
create function settle_customer_order_item() returns trigger language plpgsql as $$
begin
  new.production_status := case
    when new.forced or new.completed_operations > 0 or new.produced_quantity >= new.quantity then 'completato'
    when new.operations_count > 0 then 'in_produzione'
    else 'da_produrre'
  end;
  new.completed_at := case when new.production_status = 'completato' then coalesce(new.completed_at, now()) end;
  return new;
end $$;
create trigger customer_order_items_settle before insert or update on customer_order_items
  for each row execute function settle_customer_order_item();

-- What happened to a line stays: it keeps its product, is not removed, and sinks under none of it (rules §4).
create function refuse_changing_used_line() returns trigger language plpgsql as $$
declare
  used numeric := greatest(old.produced_quantity, old.scheduled_quantity, old.delivered_quantity);
begin
  if used > 0 and (tg_op = 'DELETE' or new.product_id <> old.product_id or (new.quantity <> old.quantity and new.quantity < used)) then
    raise exception 'line % is used', old.id using errcode = 'restrict_violation', constraint = 'customer_order_items_used';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger customer_order_items_used before update of product_id, quantity or delete on customer_order_items
  for each row execute function refuse_changing_used_line();

create function refuse_deleting_used_order() returns trigger language plpgsql as $$
begin
  if exists (
    select from customer_order_items i
    where i.order_id = new.id and (i.produced_quantity > 0 or i.scheduled_quantity > 0 or i.delivered_quantity > 0 or i.operations_count > 0)
  ) then
    raise exception 'order % is used', new.id using errcode = 'restrict_violation', constraint = 'customer_orders_used';
  end if;
  return new;
end $$;
create trigger customer_orders_used before update of deleted_at on customer_orders for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_deleting_used_order();

-- ── what orders answer for the registry ─────────────────────────────────────────────────────────────────────────
create function refuse_deleting_product_of_customer() returns trigger language plpgsql as $$
begin
  if exists (
    select from customer_order_items i join customer_orders o on o.id = i.order_id
    where i.product_id = new.id and o.deleted_at is null and i.delivered_quantity < i.quantity
  ) then
    raise exception 'product % is awaited by a customer', new.id using errcode = 'restrict_violation', constraint = 'products_awaited';
  end if;
  return new;
end $$;
create trigger products_awaited before update of deleted_at on products for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_deleting_product_of_customer();

create function refuse_deleting_waiting_customer() returns trigger language plpgsql as $$
begin
  if exists (
    select from customer_orders o join customer_order_items i on i.order_id = o.id
    where o.customer_id = new.id and o.deleted_at is null and i.delivered_quantity < i.quantity
  ) then
    raise exception 'customer % awaits goods', new.id using errcode = 'restrict_violation', constraint = 'customers_waiting';
  end if;
  return new;
end $$;
create trigger customers_waiting before update of deleted_at on customers for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_deleting_waiting_customer();
