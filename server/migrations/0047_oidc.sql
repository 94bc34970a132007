-- Signing in by OpenID Connect.

-- The person at the provider that a user is. A user is known by this pair and never by a name or an address.
create table oidc_links (
  user_id integer primary key references users,
  issuer text not null check (issuer <> ''),
  subject text not null check (subject <> ''),
  created_at timestamptz not null default now(),
  constraint oidc_links_subject_unique unique (issuer, subject)
);

-- Sign-ins that wait for the provider, each once: SHA-256 of the state and of the secret in the browser's cookie. Left out
-- of backups.
create table oidc_states (
  state_hash bytea primary key constraint oidc_states_hash check (octet_length(state_hash) = 32),
  browser_hash bytea not null constraint oidc_states_browser_hash check (octet_length(browser_hash) = 32),
  nonce text not null,
  code_verifier text not null,
  redirect_uri text not null,
  created_at timestamptz not null default now()
);

-- What the provider has said of a person, until the browser signs in with the ticket. Left out of backups.
create table oidc_tickets (
  ticket_hash bytea primary key constraint oidc_tickets_hash check (octet_length(ticket_hash) = 32),
  issuer text not null,
  subject text not null,
  username text not null,
  name text not null,
  groups text[] not null,
  created_at timestamptz not null default now()
);

-- The provider has checked the second factor of these sessions.
alter table sessions add column by_provider boolean not null default false;

-- The role of each group: a list of {group, role}, of which the first that fits counts.
alter table settings add column oidc_roles jsonb not null default '[]'
  constraint settings_oidc_roles check (jsonb_typeof(oidc_roles) = 'array');
