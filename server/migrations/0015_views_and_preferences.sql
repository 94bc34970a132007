-- Saved views of lists: filters, sort and columns under a name.
create table views (
  id integer generated always as identity primary key,
  -- The owner: only this user changes or deletes the view.
  user_id integer not null references users,
  -- The path of the list's call without the first slash: `products`, `stock/summary`.
  list text not null check (list <> ''),
  name text not null check (name <> ''),
  shared_with_role text
    check (shared_with_role in ('admin', 'direction', 'administration', 'orders', 'warehouse', 'sales')),
  is_start boolean not null default false,
  state jsonb not null check (jsonb_typeof(state) = 'object'),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create unique index views_name_unique on views (user_id, list, lower(name)) where deleted_at is null;
create unique index views_start_unique on views (user_id, list) where is_start and deleted_at is null;
create index views_shared on views (shared_with_role, list) where shared_with_role is not null and deleted_at is null;

-- What a user has chosen for the screens, such as the columns of lists: one JSON object per user.
create table preferences (
  user_id integer primary key references users,
  content jsonb not null check (jsonb_typeof(content) = 'object')
);
