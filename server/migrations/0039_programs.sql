-- What other programs use: service tokens, webhooks, and calendars under secret addresses.

-- ── service tokens ──────────────────────────────────────────────────────────────────────────────────────────────
create table service_tokens (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  name text not null check (name <> ''),
  -- SHA-256 of the token
  token_hash bytea not null constraint service_tokens_hash unique,
  capabilities text[] not null check (cardinality(capabilities) > 0),
  expires_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  constraint service_tokens_expiry check (expires_at <= created_at + interval '367 days')
);
create index service_tokens_user on service_tokens (user_id, id);

-- The token that an act came with.
alter table activities add column token_name text;

-- As before, and: a call with a service token holds the token, so that its revocation waits for the acts that use it.
create or replace procedure hold_caller(caller integer, token bytea) language plpgsql as $$
declare
  works boolean;
  ended boolean;
  service_token integer;
begin
  perform pg_advisory_xact_lock_shared(1, caller);
  select u.is_active and u.deleted_at is null, s.ended_at is not null into works, ended
  from sessions s join users u on u.id = s.user_id where s.token_hash = token;
  if not found then
    select id into service_token from service_tokens where token_hash = token;
    if found then
      perform pg_advisory_xact_lock_shared(2, service_token);
      select u.is_active and u.deleted_at is null, t.expires_at <= now() into works, ended
      from service_tokens t join users u on u.id = t.user_id where t.id = service_token;
    end if;
  end if;
  if not works then
    raise exception 'the user may no longer work' using errcode = 'insufficient_privilege', constraint = 'caller_inactive';
  elsif ended is distinct from false then
    raise exception 'the session was ended' using errcode = 'insufficient_privilege', constraint = 'caller_ended';
  end if;
end $$;

-- ── webhooks ────────────────────────────────────────────────────────────────────────────────────────────────────
-- Their deliveries are rows of `outbox`, written with the chain.
create table webhooks (
  id integer generated always as identity primary key,
  url text not null check (url <> ''),
  -- the key of the signatures
  secret text not null check (secret <> ''),
  -- wire names of lists; empty: all
  entities text[] not null default '{}',
  description text,
  is_active boolean not null default true,
  disabled_at timestamptz(3),
  disabled_reason text,
  -- the number of the newest delivery
  last_sequence bigint not null default 0 check (last_sequence >= 0),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users,
  constraint webhooks_disabled check (not is_active or disabled_at is null)
);
create index webhooks_active on webhooks (id) where is_active and deleted_at is null;

-- ── calendars ───────────────────────────────────────────────────────────────────────────────────────────────────
create table calendars (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  kind text not null check (kind in ('deliveries', 'arrivals')),
  -- SHA-256 of the secret part of its address
  secret_hash bytea not null constraint calendars_secret unique,
  created_at timestamptz(3) not null default now()
);
create index calendars_user on calendars (user_id, id);
