-- What every area stands on: users and sessions, the activity log, remembered answers, and the registry.
-- Conventions: a column is named as the wire names it; deletes of master data are soft (deleted_at); text compares
-- and sorts by lower(…) COLLATE "C", so that no index leans on the collation of the machine.

create extension if not exists pg_trgm;
create extension if not exists btree_gist;

-- numeric accepts NaN, and NaN passes CHECK (x >= 0): these two do not.
create domain amount as numeric(15, 5) check (value >= 0 and value <> 'NaN');
create domain percentage as numeric(8, 5) check (value >= 0 and value <= 100 and value <> 'NaN');

-- ── identity ────────────────────────────────────────────────────────────────────────────────────────────────────
create table users (
  id integer generated always as identity primary key,
  username text not null check (username <> ''),
  password_hash text not null,
  name text not null,
  role text not null default 'warehouse'
    check (role in ('admin', 'direction', 'administration', 'orders', 'warehouse', 'sales')),
  is_active boolean not null default true,
  last_login timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create unique index users_username_unique on users (lower(username)) where deleted_at is null;

create table sessions (
  -- SHA-256 of the bearer token: the token itself is known to its browser alone
  token_hash bytea primary key,
  user_id integer not null references users,
  created_at timestamptz not null default now(),
  last_used timestamptz not null default now(),
  -- kept for a while after its end, so that a deactivated user's token can be told from an unknown one
  ended_at timestamptz
);
create index sessions_user on sessions (user_id);
create index sessions_created on sessions (created_at);

-- Failed sign-ins of the last minutes, counted per account and address and per address; no lock is permanent.
create table sign_in_failures (
  id bigint generated always as identity primary key,
  username text not null,
  address text not null,
  failed_at timestamptz not null default now()
);
create index sign_in_failures_address on sign_in_failures (address, failed_at);

create table activities (
  id bigint generated always as identity primary key,
  user_id integer not null references users,
  action text not null,
  entity_type text not null,
  entity_id integer,
  details text not null default '',
  created_at timestamptz not null default now()
);
create index activities_user on activities (user_id, id desc);

create function refuse_rewrite() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'integrity_constraint_violation';
end $$;
create trigger activities_append_only before update or delete on activities for each row execute function refuse_rewrite();
create trigger activities_no_truncate before truncate on activities for each statement execute function refuse_rewrite();

-- The first answer to a write, so that a retry is answered by it instead of doing the work again.
create table idempotency_keys (
  user_id integer not null references users,
  key text not null,
  fingerprint bytea not null,
  answer text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created on idempotency_keys (created_at);

-- ── registry ────────────────────────────────────────────────────────────────────────────────────────────────────
create table vat_codes (
  id integer generated always as identity primary key,
  code text not null check (code <> ''),
  rate percentage not null,
  natura text,
  description text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create unique index vat_codes_code_unique on vat_codes (lower(code)) where deleted_at is null;

create table condizioni_pagamento (
  id integer generated always as identity primary key,
  descrizione text not null check (descrizione <> ''),
  giorni_differita integer not null default 0 check (giorni_differita >= 0),
  giorno_fisso_scadenza integer not null default 0 check (giorno_fisso_scadenza between 0 and 31),
  fine_mese boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);

create table warehouses (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  description text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);

create table machines (
  id integer generated always as identity primary key,
  code text not null check (code <> ''),
  description text not null,
  abbreviation text,
  area text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create unique index machines_code_unique on machines (lower(code)) where deleted_at is null;

create table suppliers (
  id integer generated always as identity primary key,
  business_name text not null check (business_name <> ''),
  vat_number text not null,
  contact_name text,
  contact_role text,
  contact_phone text,
  address text not null,
  city text not null,
  province text not null,
  zip_code text not null,
  country text not null,
  country_code text,
  email text not null,
  phone text not null,
  shipping_method text,
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create index suppliers_name on suppliers ((lower(business_name) collate "C"), id) where deleted_at is null;
create index suppliers_vat_number on suppliers (lower(vat_number)) where deleted_at is null;

create table customers (
  id integer generated always as identity primary key,
  business_name text not null check (business_name <> ''),
  vat_number text not null,
  contact_name text,
  contact_role text,
  contact_phone text,
  address text not null,
  city text not null,
  province text not null,
  zip_code text not null,
  country text not null,
  country_code text,
  email text not null,
  phone text not null,
  shipping_method text,
  notes text,
  is_active boolean not null default true,
  tax_code text,
  codice_destinatario text,
  tipo_pagamento_id integer references condizioni_pagamento,
  modalita_pagamento text,
  valuta text not null default 'EUR' check (valuta in ('EUR', 'USD', 'MAD', 'CNY')),
  vat_code text,
  indirizzo_fatturazione text,
  email_fatturazione text,
  telefono_fatturazione text,
  codice_invio_elettronico text,
  note_fatturazione text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create index customers_name on customers ((lower(business_name) collate "C"), id) where deleted_at is null;
create index customers_vat_number on customers (lower(vat_number)) where deleted_at is null;
create index customers_payment_term on customers (tipo_pagamento_id) where deleted_at is null;

create table destinazioni_merce (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  indirizzo text not null check (indirizzo <> ''),
  cap text,
  citta text,
  nazione text,
  telefono text,
  orari_consegna text,
  note text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create index destinazioni_merce_customer on destinazioni_merce (customer_id) where deleted_at is null;

create table products (
  id integer generated always as identity primary key,
  code text not null check (code <> ''),
  name text,
  description text not null,
  category text not null,
  supplier_id integer references suppliers,
  unit_of_measure text not null default 'kg' check (unit_of_measure in ('m', 'kg', 'piece', 'l', 'box')),
  barcode text,
  hs_code text,
  currency text not null default 'EUR' check (currency in ('EUR', 'USD', 'MAD', 'CNY')),
  has_bom boolean not null default false,
  is_semi_finished boolean not null default false,
  has_batch boolean not null default false,
  has_expiry_date boolean not null default false,
  has_production_date boolean not null default false,
  status text not null default 'active' check (status in ('active', 'inactive')),
  -- technical data: widths and lengths in cm, paper in g/m², film in µm, density in g/cm³, weights in kg
  larghezza_cm amount,
  lunghezza_cm amount,
  larghezza_bobina amount,
  peso_carta amount,
  minuti_x_confezione integer check (minuti_x_confezione >= 0),
  colore_film text,
  larghezza_film amount,
  spessore_film amount,
  densita_film amount,
  numero_piste integer check (numero_piste >= 0),
  pezzi_per_scatola integer check (pezzi_per_scatola >= 0),
  peso_netto amount,
  peso_lordo amount,
  scorta_minima amount,
  acquisti_categoria text,
  acquisti_conto_codice text,
  acquisti_conto_descrizione text,
  vendite_categoria text,
  vendite_conto_codice text,
  vendite_conto_descrizione text,
  categoria_vat_codice text,
  categoria_vat_valore percentage,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users,
  -- every text of the row and its supplier's name, a line each: what the search looks in, kept by the triggers below
  search_text text not null default ''
);

create function fill_product_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(concat_ws(E'\n', new.code, new.name, new.description, new.category, new.barcode, new.hs_code,
    new.unit_of_measure, new.currency, new.colore_film, new.acquisti_categoria, new.acquisti_conto_codice,
    new.acquisti_conto_descrizione, new.vendite_categoria, new.vendite_conto_codice, new.vendite_conto_descrizione,
    new.categoria_vat_codice, (select business_name from suppliers where id = new.supplier_id)));
  return new;
end $$;
create trigger products_search_text before insert or update on products for each row execute function fill_product_search_text();

create function refill_product_search_text() returns trigger language plpgsql as $$
begin
  update products set search_text = '' where supplier_id = new.id;
  return null;
end $$;
create trigger suppliers_search_text after update of business_name on suppliers for each row
  when (old.business_name <> new.business_name) execute function refill_product_search_text();

create unique index products_code_unique on products (lower(code)) where deleted_at is null;
-- of deleted ones too: what was in stock on a past day is listed in this order
create index products_code_order on products ((lower(code) collate "C"), id);
create index products_description_order on products ((lower(description) collate "C"), id) where deleted_at is null;
create index products_category_order on products ((lower(category) collate "C"), id) where deleted_at is null;
create index products_search on products using gin (search_text gin_trgm_ops);
create index products_supplier on products (supplier_id) where deleted_at is null;

create table company (
  id integer primary key default 1 check (id = 1),
  business_name text,
  vat_number text,
  tax_code text,
  address text,
  city text,
  province text,
  zip_code text,
  country text,
  country_code text,
  phone text,
  email text,
  pec text,
  iban text,
  bank text,
  share_capital text,
  rea text,
  regime_fiscale text,
  siren text,
  ice text,
  logo text,
  version integer not null default 1,
  modified_at timestamptz,
  modified_by integer references users
);
insert into company default values;

create table settings (
  id integer primary key default 1 check (id = 1),
  time_zone text not null default 'Europe/Rome',
  over_receipt_percent percentage not null default 10,
  scrap_percent percentage not null default 0,
  film_layout text not null default 'full_web' check (film_layout in ('full_web', 'per_track')),
  production_warehouse_id integer references warehouses,
  default_vat_code text,
  working_hours_per_day numeric(8, 5) not null default 8 check (working_hours_per_day > 0 and working_hours_per_day <= 24),
  -- ISO weekdays: 1 Monday … 7 Sunday
  working_days integer[] not null default '{1,2,3,4,5}',
  version integer not null default 1,
  modified_at timestamptz,
  modified_by integer references users
);
insert into settings default values;

-- The ledger stands above the registry and fills this in: whether a warehouse holds any stock.
create function warehouse_holds_stock(warehouse integer) returns boolean language sql stable as 'select false';
