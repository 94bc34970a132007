-- Signing in: passwords set by others, sessions of a user, second factors.

-- The user must choose another password before any other call.
alter table users add column must_change_password boolean not null default false;

-- The user's list of sessions. The id is not the token.
alter table sessions
  add column id integer generated always as identity,
  -- Where it was opened; empty for sessions of earlier versions.
  add column address text not null default '',
  add column user_agent text not null default '',
  add constraint sessions_id_unique unique (id);

-- The authenticator app of a user. It counts once it is confirmed.
create table totp_factors (
  user_id integer primary key references users,
  secret bytea not null constraint totp_factors_secret check (octet_length(secret) >= 16),
  created_at timestamptz not null default now(),
  confirmed_at timestamptz,
  -- The newest 30-second step that was used. Steps go forward only.
  last_step bigint not null default 0
);
create function keep_step_forward() returns trigger language plpgsql as $$
begin
  if new.last_step < old.last_step then
    raise exception 'the steps of a one-time password go forward only'
      using errcode = 'check_violation', constraint = 'totp_factors_forward';
  end if;
  return new;
end $$;
create trigger totp_factors_forward before update on totp_factors for each row execute function keep_step_forward();

-- SHA-256 of the codes that replace a lost app, each once.
create table recovery_codes (
  user_id integer not null references totp_factors on delete cascade,
  code_hash bytea not null constraint recovery_codes_hash check (octet_length(code_hash) = 32),
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins whose second factor is missing: SHA-256 of the ticket. Left out of backups.
create table sign_in_tickets (
  token_hash bytea primary key constraint sign_in_tickets_hash check (octet_length(token_hash) = 32),
  user_id integer not null references users,
  created_at timestamptz not null default now(),
  failures integer not null default 0 constraint sign_in_tickets_failures check (failures between 0 and 5),
  used_at timestamptz
);
create index sign_in_tickets_user on sign_in_tickets (user_id);

-- Users of these roles need a second factor.
alter table settings add column second_factor_roles text[] not null default '{}'
  constraint settings_second_factor_roles check (
    second_factor_roles <@ array['admin', 'direction', 'administration', 'orders', 'warehouse', 'sales']);

-- Passkeys (WebAuthn): the public keys of a user's devices.
create table passkeys (
  id integer generated always as identity primary key,
  user_id integer not null references users,
  name text not null check (name <> ''),
  -- Base64url.
  credential_id text not null constraint passkeys_credential_unique unique,
  public_key bytea not null,
  -- Of the authenticator; 0 when it does not count.
  counter bigint not null default 0,
  transports text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_user on passkeys (user_id);

-- SHA-256 of the challenges that wait for an answer. Left out of backups.
create table passkey_challenges (
  challenge_hash bytea primary key constraint passkey_challenges_hash check (octet_length(challenge_hash) = 32),
  purpose text not null check (purpose in ('add', 'sign_in')),
  -- Null for a sign-in without a password.
  user_id integer references users,
  created_at timestamptz not null default now()
);
create index passkey_challenges_user on passkey_challenges (user_id);
