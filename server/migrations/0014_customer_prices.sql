-- Prices of products for customers with their validity periods, in the customer's currency.
create table customer_prices (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  product_id integer not null references products,
  price amount not null,
  currency text not null check (currency in ('EUR', 'USD', 'MAD', 'CNY')),
  start_date date not null,
  -- the last valid day; null for no end
  end_date date,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users,
  check (end_date >= start_date),
  constraint customer_prices_no_overlap exclude using gist (
    customer_id with =, product_id with =, daterange(start_date, end_date, '[]') with &&
  ) where (deleted_at is null)
);
create index customer_prices_product on customer_prices (product_id, start_date) where deleted_at is null;
