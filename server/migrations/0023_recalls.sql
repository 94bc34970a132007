-- Recalls and drills: what was found is kept as it was.
create table recalls (
  id integer generated always as identity primary key,
  number text not null unique,
  reason text not null check (reason <> ''),
  drill boolean not null,
  held boolean not null,
  batch_ids integer[] not null check (cardinality(batch_ids) > 0),
  -- Batches, customers with their deliveries, and suppliers, in the shape of the answer.
  pack jsonb not null,
  batch_count integer not null,
  customer_count integer not null,
  seconds numeric(9, 3) not null check (seconds >= 0),
  created_at timestamptz not null default now(),
  created_by integer not null references users
);
create trigger recalls_append_only before update or delete on recalls for each row execute function refuse_rewrite();
create trigger recalls_no_truncate before truncate on recalls for each statement execute function refuse_rewrite();
create index recalls_search on recalls using gin (lower(strip_accents(number || E'\n' || reason)) gin_trgm_ops);
