-- One row per import of a spreadsheet. Lists show those of the last 30 days.
create table imports (
  id integer generated always as identity primary key,
  register text not null
    check (register in ('products', 'customers', 'suppliers', 'machines', 'prices', 'opening-stock', 'customer-orders')),
  created integer not null check (created >= 0),
  updated integer not null check (updated >= 0),
  refused integer not null check (refused >= 0),
  user_id integer not null references users,
  at timestamptz not null default now()
);
create index imports_at on imports (at);
