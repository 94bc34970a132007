-- Purchasing: document numbers, prices, orders to suppliers and what is received against them.

-- ── document numbers ────────────────────────────────────────────────────────────────────────────────────────────
-- A series per kind and year. Its row is locked until the document that took the number is committed: a failure gives
-- the number back, and no two documents have the same. Taken last, so that documents wait for each other but briefly.
create table number_series (
  kind text not null,
  year integer not null,
  last integer not null,
  primary key (kind, year)
);
create function next_number(series text, day date) returns text language sql as $$
  insert into number_series as s (kind, year, last) values (series, extract(year from day), 1)
  on conflict (kind, year) do update set last = s.last + 1
  returning s.kind || '-' || s.year || '/' || lpad(s.last::text, greatest(5, length(s.last::text)), '0')
$$;

-- ── prices ──────────────────────────────────────────────────────────────────────────────────────────────────────
create table prices (
  id integer generated always as identity primary key,
  product_id integer not null references products,
  supplier_id integer not null references suppliers,
  price amount not null,
  currency text not null check (currency in ('EUR', 'USD', 'MAD', 'CNY')),
  start_date date not null,
  -- the last day that it holds; null for no end
  end_date date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users,
  check (end_date >= start_date),
  constraint prices_no_overlap exclude using gist (product_id with =, supplier_id with =, daterange(start_date, end_date, '[]') with &&)
    where (deleted_at is null)
);
create index prices_product on prices (product_id, start_date) where deleted_at is null;

-- ── orders ──────────────────────────────────────────────────────────────────────────────────────────────────────
-- A quantity times a price, to 4 decimals: wider than either.
create domain total as numeric(30, 4) check (value >= 0 and value <> 'NaN');

create table purchase_orders (
  id integer generated always as identity primary key,
  order_number text not null check (order_number <> ''),
  supplier_id integer not null references suppliers,
  order_date date not null,
  requested_arrival_date date not null,
  confirmed_arrival_date date,
  currency text not null check (currency in ('EUR', 'USD', 'MAD', 'CNY')),
  notes text,
  -- both follow from its lines
  status text not null default 'notReceived' check (status in ('notReceived', 'partiallyReceived', 'fullyReceived')),
  total_amount total not null default 0,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create unique index purchase_orders_number_unique on purchase_orders (lower(order_number)) where deleted_at is null;
create index purchase_orders_date on purchase_orders (order_date, id) where deleted_at is null;
create index purchase_orders_supplier on purchase_orders (supplier_id, order_date) where deleted_at is null;
create index purchase_orders_open on purchase_orders (order_date, id) where deleted_at is null and status <> 'fullyReceived';

create table purchase_order_items (
  id integer generated always as identity primary key,
  order_id integer not null references purchase_orders,
  position integer not null,
  product_id integer not null references products,
  product_name text,
  ordered_quantity amount not null check (ordered_quantity > 0),
  unit_price amount not null check (unit_price > 0),
  total total not null,
  received_quantity amount not null default 0,
  -- marked as completed by hand
  closed boolean not null default false,
  status text not null generated always as (
    case when closed or received_quantity >= ordered_quantity then 'completed' when received_quantity > 0 then 'partiallyReceived' else 'notReceived' end
  ) stored
);
create index purchase_order_items_order on purchase_order_items (order_id, position);
create index purchase_order_items_product on purchase_order_items (product_id);

-- ── receipts ────────────────────────────────────────────────────────────────────────────────────────────────────
create table goods_receipts (
  id integer generated always as identity primary key,
  order_id integer not null references purchase_orders,
  document_number text not null check (document_number <> ''),
  document_date date not null,
  receipt_date date not null,
  -- what the document held: the same document twice is refused
  content bytea not null,
  created_at timestamptz not null default now(),
  created_by integer not null references users,
  constraint goods_receipts_once unique (order_id, document_number, document_date, content)
);
create table goods_receipt_items (
  id integer generated always as identity primary key,
  receipt_id integer not null references goods_receipts,
  order_item_id integer not null references purchase_order_items,
  warehouse_id integer not null references warehouses,
  quantity amount not null check (quantity > 0),
  -- still to come after it
  remaining_quantity amount not null
);
create index goods_receipt_items_receipt on goods_receipt_items (receipt_id);
create index goods_receipt_items_order_item on goods_receipt_items (order_item_id);

-- The movement of each batch, or of the whole line where the product is not managed by batch.
create table goods_receipt_movements (
  receipt_item_id integer not null references goods_receipt_items,
  movement_id integer not null references stock_movements,
  primary key (receipt_item_id, movement_id)
);

-- ── what purchasing answers for the registry ────────────────────────────────────────────────────────────────────
create function refuse_deleting_ordered_product() returns trigger language plpgsql as $$
begin
  if exists (
    select from purchase_order_items i join purchase_orders o on o.id = i.order_id
    where i.product_id = new.id and o.deleted_at is null and o.status <> 'fullyReceived'
  ) then
    raise exception 'product % is on order', new.id using errcode = 'restrict_violation', constraint = 'products_on_order';
  end if;
  return new;
end $$;
create trigger products_on_order before update of deleted_at on products for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_deleting_ordered_product();

create function refuse_deleting_awaited_supplier() returns trigger language plpgsql as $$
begin
  if exists (select from purchase_orders where supplier_id = new.id and deleted_at is null and status <> 'fullyReceived') then
    raise exception 'supplier % is awaited', new.id using errcode = 'restrict_violation', constraint = 'suppliers_on_order';
  end if;
  return new;
end $$;
create trigger suppliers_on_order before update of deleted_at on suppliers for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_deleting_awaited_supplier();
