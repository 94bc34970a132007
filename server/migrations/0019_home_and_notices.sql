-- The lists behind the figures of the home.
create index purchase_orders_expected on purchase_orders ((coalesce(confirmed_arrival_date, requested_arrival_date)), id)
  where deleted_at is null and status <> 'fullyReceived';
create index customer_orders_created on customer_orders (created_at, id) where deleted_at is null;
create index customer_order_items_due on customer_order_items (delivery_date) include (order_id) where delivered_quantity < quantity;
create index stock_counts_open on stock_counts (created_at, id) where deleted_at is null and status = 'open';

-- What the bell shows. A notice belongs to the roles of its kind, not to a user; it is deleted after 30 days.
create table notices (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('order_late', 'goods_arrived', 'import_failed', 'mention')),
  -- The wire name of the record's list: `customer-orders`.
  entity text not null check (entity <> ''),
  entity_id integer not null,
  -- The record's number, and this with the name of its customer or supplier.
  code text not null check (code <> ''),
  label text not null check (label <> ''),
  -- A capability that the reader needs besides the role of the kind.
  needs text check (needs <> ''),
  -- The user whose act caused it, who does not see it.
  caused_by integer references users,
  -- The only reader, of a mention.
  user_id integer references users,
  -- To the millisecond, as the API shows it and a reader sends it back.
  at timestamptz(3) not null default clock_timestamp(),
  check ((kind = 'mention') = (user_id is not null))
);
create index notices_at on notices (at, id);

-- Up to when a user has read the notices.
create table notice_reads (
  user_id integer primary key references users,
  read_until timestamptz not null
);

-- The orders that were late at the last check, so that each is announced once while it stays late.
create table noticed_late_orders (
  order_id integer primary key references customer_orders
);
create table late_order_checks (
  is_only boolean primary key default true check (is_only),
  -- The company's day of the last check.
  day date not null
);

-- The backups that were made of this database; not part of a backup.
create table backups (
  id integer generated always as identity primary key,
  at timestamptz not null default now()
);
