-- A customer often drops what is left of a line. A closed line is neither produced nor delivered any more.
alter table customer_order_items
  add column closed_at timestamptz,
  -- what is left to deliver
  add column open_quantity numeric not null generated always as (
    case when closed_at is null then quantity - delivered_quantity else 0 end
  ) stored;

drop index customer_order_items_undelivered;
create index customer_order_items_undelivered on customer_order_items (order_id) where open_quantity > 0;
drop index customer_order_items_due;
create index customer_order_items_due on customer_order_items (delivery_date) include (order_id) where open_quantity > 0;

create or replace function settle_customer_order_item() returns trigger language plpgsql as $$
begin
  new.production_status := case
    when new.forced or new.closed_at is not null or new.completed_operations > 0 or new.produced_quantity >= new.quantity then 'completato'
    when new.operations_count > 0 then 'in_produzione'
    else 'da_produrre'
  end;
  new.completed_at := case when new.production_status = 'completato' then coalesce(new.completed_at, now()) end;
  return new;
end $$;

create or replace function refuse_deleting_product_of_customer() returns trigger language plpgsql as $$
begin
  if exists (
    select from customer_order_items i join customer_orders o on o.id = i.order_id
    where i.product_id = new.id and o.deleted_at is null and i.open_quantity > 0
  ) then
    raise exception 'product % is awaited by a customer', new.id using errcode = 'restrict_violation', constraint = 'products_awaited';
  end if;
  return new;
end $$;

create or replace function refuse_deleting_waiting_customer() returns trigger language plpgsql as $$
begin
  if exists (
    select from customer_orders o join customer_order_items i on i.order_id = o.id
    where o.customer_id = new.id and o.deleted_at is null and i.open_quantity > 0
  ) then
    raise exception 'customer % awaits goods', new.id using errcode = 'restrict_violation', constraint = 'customers_waiting';
  end if;
  return new;
end $$;
