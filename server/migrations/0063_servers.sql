-- The servers that run on this database, so that a new one can leave out rows that an older one would misread while
-- servers are upgraded one after the other. Each server writes its row every 10 s; not part of a backup.
create table servers (
  id uuid primary key,
  -- The newest migration that the server knows.
  code integer not null,
  seen_at timestamptz not null default now()
);
