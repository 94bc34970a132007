-- What the formats of the law need: fields of the registers, declarations of intent, stamp duty, CONAI, currencies.

-- ── registers ───────────────────────────────────────────────────────────────────────────────────────────────────
alter table customers
  add column siren text,
  add column siret text,
  add column ice text,
  add column routing_code text,
  add column is_public_body boolean not null default false,
  add column esigibilita text check (esigibilita in ('I', 'D', 'S')),
  add column iban text,
  add column bank text,
  add column abi text,
  add column cab text,
  add column invoice_by text not null default 'customer' check (invoice_by in ('customer', 'destination'));
alter table suppliers add column iban text;
alter table company add column siret text;
alter table customer_orders add column cig text, add column cup text;
alter table products add column conai_material text, add column conai_kg amount;
alter table settings
  add column recharge_stamp_duty boolean not null default false,
  -- EUR per tonne, by material
  add column conai_rates jsonb not null default '{}' check (jsonb_typeof(conai_rates) = 'object'),
  add column fr_note_pmt text not null default 'Indemnité forfaitaire pour frais de recouvrement en cas de retard de paiement : 40 € (article D. 441-5 du Code de commerce).',
  add column fr_note_pmd text not null default 'Tout retard de paiement entraîne, sans rappel, des pénalités calculées au taux de refinancement de la Banque centrale européenne majoré de 10 points (article L. 441-10 du Code de commerce).',
  add column fr_note_aab text not null default 'Aucun escompte n''est accordé en cas de paiement anticipé.';

create or replace function fill_product_search_text() returns trigger language plpgsql as $$
begin
  new.search_text := lower(concat_ws(E'\n', new.code, new.name, new.description, new.category, new.barcode, new.hs_code,
    new.unit_of_measure, new.currency, new.colore_film, new.acquisti_categoria, new.acquisti_conto_codice,
    new.acquisti_conto_descrizione, new.vendite_categoria, new.vendite_conto_codice, new.vendite_conto_descrizione,
    new.categoria_vat_codice, new.conai_material, (select business_name from suppliers where id = new.supplier_id)));
  return new;
end $$;

-- ── declarations of intent ──────────────────────────────────────────────────────────────────────────────────────
create table declarations_of_intent (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  protocol text not null check (protocol <> ''),
  -- the day of the declaration, and the year whose invoices it covers
  day date not null,
  year integer not null check (year between 1900 and 9999),
  -- EUR without VAT
  ceiling amount not null check (ceiling > 0),
  notes text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create unique index declarations_of_intent_protocol_unique on declarations_of_intent (lower(protocol)) where deleted_at is null;
create index declarations_of_intent_order on declarations_of_intent (day, id) where deleted_at is null;
create index declarations_of_intent_customer on declarations_of_intent (customer_id, year, day, id) where deleted_at is null;

-- ── invoices ────────────────────────────────────────────────────────────────────────────────────────────────────
alter table invoices
  add column currency text not null default 'EUR' check (currency in ('EUR', 'USD', 'MAD', 'CNY')),
  -- units of the currency for 1 EUR, as typed
  add column exchange_rate amount check (exchange_rate > 0),
  -- of its order, or as typed when a rejected document was issued again
  add column cig text,
  add column cup text,
  -- the declaration that its lines with N3.5 draw down
  add column declaration_id integer references declarations_of_intent,
  -- its protocol and day when the invoice was sent
  add column declaration jsonb,
  add constraint invoices_rate_of_currency check (currency <> 'EUR' or exchange_rate is null);
-- A document in another currency could not be sent, so only drafts have one.
update invoices set currency = customer ->> 'valuta'
where status = 'draft' and deleted_at is null and customer ->> 'valuta' in ('USD', 'MAD', 'CNY');
create index invoices_declaration on invoices (declaration_id) where declaration_id is not null;

-- A line without an order line and a product charges the stamp duty.
alter table invoice_items
  alter column order_item_id drop not null,
  alter column product_id drop not null,
  add column conai_material text,
  add column conai_kg amount,
  -- the contribution in EUR; null where it was paid before
  add column conai_amount amount,
  add constraint invoice_items_of_order check ((order_item_id is null) = (product_id is null));

-- Net EUR with N3.5 of the issued invoices of a declaration, less their credit notes. One expression for the register,
-- for sending and for the invariant below.
create function used_of_declaration(wanted integer) returns numeric language sql stable as $$
  select coalesce(sum(round(
    (case v.type when 'invoice' then i.net_amount else -i.net_amount end)::numeric / coalesce(v.exchange_rate::numeric, 1), 2)), 0)
  from invoices v join invoice_items i on i.invoice_id = v.id and i.natura = 'N3.5'
  where v.invoice_number is not null and v.deleted_at is null and (
    v.declaration_id = wanted
    or v.credited_invoice_id in (select id from invoices where declaration_id = wanted))
$$;

create function keep_declaration_ceiling() returns trigger language plpgsql as $$
declare
  most numeric;
begin
  select ceiling into most from declarations_of_intent where id = new.declaration_id for no key update;
  if used_of_declaration(new.declaration_id) > most then
    raise exception 'declaration % is used up', new.declaration_id using errcode = 'restrict_violation', constraint = 'declarations_of_intent_ceiling';
  end if;
  return null;
end $$;
create trigger invoices_within_declaration after update of invoice_number on invoices for each row
  when (old.invoice_number is null and new.invoice_number is not null and new.declaration_id is not null and new.type = 'invoice')
  execute function keep_declaration_ceiling();

-- A declaration that issued invoices draw down keeps its customer and year and cannot be deleted; its ceiling stays
-- above what is used.
create function keep_used_declaration() returns trigger language plpgsql as $$
declare
  used numeric := used_of_declaration(old.id);
begin
  if new.ceiling < used then
    raise exception 'declaration % is used', old.id using errcode = 'restrict_violation', constraint = 'declarations_of_intent_ceiling';
  end if;
  if (new.customer_id, new.year, new.deleted_at) is distinct from (old.customer_id, old.year, old.deleted_at)
    and exists (select from invoices where declaration_id = old.id) then
    raise exception 'declaration % is used', old.id using errcode = 'restrict_violation', constraint = 'declarations_of_intent_used';
  end if;
  return new;
end $$;
create trigger declarations_of_intent_used before update on declarations_of_intent for each row execute function keep_used_declaration();
