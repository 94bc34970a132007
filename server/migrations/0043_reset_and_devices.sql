-- Signing in: links that set a new password, and the devices that a user has signed in from.

-- The mails with a link for a new password, by the SHA-256 of its token. An unknown account leaves a row without a user, so
-- that asking takes the same work. Left out of backups.
create table password_resets (
  token_hash bytea primary key constraint password_resets_hash check (octet_length(token_hash) = 32),
  user_id integer references users,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create index password_resets_user on password_resets (user_id, created_at);

-- What a user has signed in from: the SHA-256 of the network and the user agent.
create table known_devices (
  user_id integer not null references users,
  device_hash bytea not null constraint known_devices_hash check (octet_length(device_hash) = 32),
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);

-- The bytes of mails that hold a secret, until they are handed over. Nobody reads them, and they are left out of backups.
create table outbox_secrets (
  outbox_id integer primary key references outbox on delete cascade,
  message bytea not null
);
create function forget_outbox_secret() returns trigger language plpgsql as $$
begin
  delete from outbox_secrets where outbox_id = new.id;
  return null;
end $$;
create trigger outbox_forget_secret after update of state on outbox
  for each row when (old.state = 'waiting' and new.state <> 'waiting') execute function forget_outbox_secret();
