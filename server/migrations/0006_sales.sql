-- Sales: packing lists take goods out of stock for a customer's order, invoices bill packing lists, credit notes take
-- invoices back. An issued document never changes: what it printed (customer, company, lines, rates) is kept in it.

-- ── numbers and their dates ─────────────────────────────────────────────────────────────────────────────────────
-- The day of the last number: dates follow the numbers within packing lists, invoices and credit notes.
alter table number_series add column last_day date;

-- The earliest day that the next number may bear: the day itself, unless a number of its year bears a later one.
create function day_of_next_number(series text, day date) returns date language sql stable as $$
  select greatest(day, (select last_day from number_series where kind = series and year = extract(year from day)))
$$;
-- The next number, locked as by next_number. When a later day was numbered meanwhile the act starts again.
create function next_dated_number(series text, day date) returns text language plpgsql as $$
declare
  number text;
begin
  insert into number_series as s (kind, year, last, last_day) values (series, extract(year from day), 1, day)
  on conflict (kind, year) do update set last = s.last + 1, last_day = excluded.last_day
    where s.last_day is null or s.last_day <= excluded.last_day
  returning s.kind || '-' || s.year || '/' || lpad(s.last::text, greatest(5, length(s.last::text)), '0') into number;
  if number is null then
    raise exception 'a later day is numbered in %', series using errcode = 'serialization_failure';
  end if;
  return number;
end $$;

-- ── what was delivered and invoiced of an order ─────────────────────────────────────────────────────────────────
alter table customer_order_items
  add constraint customer_order_items_delivered check (delivered_quantity <= quantity),
  add constraint customer_order_items_invoiced check (invoiced_quantity <= delivered_quantity);

-- ── packing lists ───────────────────────────────────────────────────────────────────────────────────────────────
create table packing_lists (
  id integer generated always as identity primary key,
  -- taken last, so empty within the act that makes it, and never after
  packing_list_number text constraint packing_lists_number_unique unique check (packing_list_number <> ''),
  packing_date date not null,
  status text not null default 'issued' check (status in ('issued', 'cancelled')),
  customer_id integer not null references customers,
  order_id integer not null references customer_orders,
  order_number text not null,
  customer_order_number text,
  -- as they were on that day, under the names of their own columns
  customer jsonb not null,
  company jsonb not null,
  destination_id integer references destinazioni_merce,
  destination jsonb,
  carrier text,
  reason text,
  appearance text,
  packages integer check (packages >= 0),
  gross_weight amount,
  net_weight amount,
  transport_date date,
  notes text,
  -- the sum of its items, without VAT
  total_amount total not null default 0,
  -- its live invoice, written by the trigger on invoices
  invoice_id integer,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  cancelled_at timestamptz,
  cancelled_by integer references users,
  customer_name text not null generated always as (customer ->> 'business_name') stored,
  search_text text not null generated always as (
    lower(coalesce(packing_list_number, '') || E'\n' || (customer ->> 'business_name') || E'\n' || coalesce(customer ->> 'vat_number', '')
      || E'\n' || coalesce(customer ->> 'city', '') || E'\n' || order_number || E'\n' || coalesce(customer_order_number, '') || E'\n' || coalesce(notes, ''))
  ) stored,
  check ((status = 'cancelled') = (cancelled_at is not null)),
  constraint packing_lists_invoiced check (invoice_id is null or status = 'issued')
);
create index packing_lists_date on packing_lists (packing_date, id);
create index packing_lists_number_order on packing_lists ((lower(packing_list_number) collate "C"), id);
create index packing_lists_customer_name on packing_lists ((lower(customer_name) collate "C"), id);
create index packing_lists_customer on packing_lists (customer_id, packing_date, id);
create index packing_lists_order on packing_lists (order_id);
create index packing_lists_status on packing_lists (status, packing_date, id);
create index packing_lists_to_invoice on packing_lists (packing_date, id) where status = 'issued' and invoice_id is null;
create index packing_lists_search on packing_lists using gin (search_text gin_trgm_ops);

-- What was taken from one batch in one warehouse.
create table packing_list_items (
  id integer generated always as identity primary key,
  packing_list_id integer not null references packing_lists,
  position integer not null,
  order_item_id integer not null references customer_order_items,
  product_id integer not null references products,
  -- the product as it was then
  code text not null,
  product_name text not null,
  unit_of_measure text not null,
  warehouse_id integer not null references warehouses,
  warehouse_name text not null,
  batch_number text check (batch_number <> ''),
  expiry_date date,
  quantity amount not null check (quantity > 0),
  unit_price amount not null,
  total_price total not null,
  movement_id integer not null references stock_movements,
  constraint packing_list_items_position unique (packing_list_id, position),
  constraint packing_list_items_movement unique (movement_id)
);
create index packing_list_items_order_item on packing_list_items (order_item_id);
create index packing_list_items_product on packing_list_items (product_id);

-- Issued, it is only cancelled, once, and told of its invoice.
create function keep_packing_list() returns trigger language plpgsql as $$
declare
  free text[] := array['status', 'version', 'modified_at', 'modified_by', 'cancelled_at', 'cancelled_by', 'invoice_id', 'customer_name', 'search_text'];
begin
  if tg_op = 'DELETE' or old.packing_list_number is not null and (
    to_jsonb(new) - free <> to_jsonb(old) - free or old.status = 'cancelled'
  ) then
    raise exception 'packing list % is issued', old.id using errcode = 'restrict_violation', constraint = 'packing_lists_issued';
  end if;
  return new;
end $$;
create trigger packing_lists_issued before update or delete on packing_lists for each row execute function keep_packing_list();
create trigger packing_lists_no_truncate before truncate on packing_lists for each statement execute function refuse_rewrite();

create function require_packing_list_number() returns trigger language plpgsql as $$
begin
  if exists (select from packing_lists where id = new.id and packing_list_number is null) then
    raise exception 'packing list % has no number', new.id using errcode = 'integrity_constraint_violation', constraint = 'packing_lists_numbered';
  end if;
  return null;
end $$;
create constraint trigger packing_lists_numbered after insert on packing_lists deferrable initially deferred
  for each row execute function require_packing_list_number();

create function keep_packing_list_items() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' or exists (select from packing_lists where id = new.packing_list_id and packing_list_number is not null) then
    raise exception 'the items of a packing list stay' using errcode = 'restrict_violation', constraint = 'packing_lists_issued';
  end if;
  return new;
end $$;
create trigger packing_list_items_stay before insert or update or delete on packing_list_items for each row execute function keep_packing_list_items();
create trigger packing_list_items_no_truncate before truncate on packing_list_items for each statement execute function refuse_rewrite();

-- ── invoices and credit notes ───────────────────────────────────────────────────────────────────────────────────
create table invoices (
  id integer generated always as identity primary key,
  type text not null default 'invoice' check (type in ('invoice', 'credit_note')),
  -- given by sending, or by crediting
  invoice_number text constraint invoices_number_unique unique check (invoice_number <> ''),
  status text not null default 'draft' check (status in ('draft', 'sent', 'paid', 'cancelled')),
  invoice_date date not null,
  due_date date not null,
  due_date_typed boolean not null default false,
  packing_list_id integer not null references packing_lists,
  packing_list_number text not null,
  order_number text not null,
  customer_order_number text,
  customer_id integer not null references customers,
  -- as they were when it was sent; a draft's are of the day that it was made
  customer jsonb not null,
  company jsonb not null,
  -- {descrizione, giorni_differita, fine_mese, giorno_fisso_scadenza, modalita_pagamento}
  payment jsonb not null,
  net_amount total not null default 0,
  vat_amount total not null default 0,
  total_amount total not null default 0,
  notes text,
  credited_invoice_id integer constraint invoices_credited_once unique references invoices,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  sent_at timestamptz,
  paid_at timestamptz,
  deleted_at timestamptz,
  deleted_by integer references users,
  customer_name text not null generated always as (customer ->> 'business_name') stored,
  search_text text not null generated always as (
    lower(coalesce(invoice_number, 'bozza-' || id) || E'\n' || (customer ->> 'business_name') || E'\n' || coalesce(customer ->> 'vat_number', '')
      || E'\n' || coalesce(customer ->> 'city', '') || E'\n' || packing_list_number || E'\n' || order_number
      || E'\n' || coalesce(customer_order_number, '') || E'\n' || coalesce(notes, ''))
  ) stored,
  check (due_date >= invoice_date),
  check (total_amount = net_amount + vat_amount),
  check ((type = 'credit_note') = (credited_invoice_id is not null)),
  check (status <> 'draft' or invoice_number is null),
  check (status not in ('sent', 'paid') or invoice_number is not null),
  check ((invoice_number is null) = (sent_at is null)),
  check ((status = 'paid') = (paid_at is not null)),
  check (deleted_at is null or invoice_number is null)
);
create unique index invoices_one_live on invoices (packing_list_id)
  where type = 'invoice' and status in ('draft', 'sent', 'paid') and deleted_at is null;
create index invoices_packing_list on invoices (packing_list_id) where deleted_at is null;
create index invoices_date on invoices (invoice_date, id) where deleted_at is null;
create index invoices_due on invoices (due_date, id) where deleted_at is null;
create index invoices_number_order on invoices ((lower(invoice_number) collate "C"), id) where deleted_at is null;
create index invoices_packing_list_order on invoices ((lower(packing_list_number) collate "C"), id) where deleted_at is null;
create index invoices_customer_name on invoices ((lower(customer_name) collate "C"), id) where deleted_at is null;
create index invoices_total on invoices (total_amount, id) where deleted_at is null;
create index invoices_customer on invoices (customer_id, invoice_date, id) where deleted_at is null;
create index invoices_status on invoices (status, invoice_date, id) where deleted_at is null;
create index invoices_open on invoices (due_date, id) where deleted_at is null and status = 'sent' and type = 'invoice';
create index invoices_search on invoices using gin (search_text gin_trgm_ops) where deleted_at is null;
alter table packing_lists add foreign key (invoice_id) references invoices;

create table invoice_items (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  position integer not null,
  order_item_id integer not null references customer_order_items,
  product_id integer not null references products,
  code text not null,
  product_name text not null,
  unit_of_measure text not null,
  quantity amount not null check (quantity > 0),
  unit_price amount not null,
  net_amount total not null,
  vat_amount total not null,
  -- with VAT
  total_price total not null,
  -- none while a draft's rate is not known
  vat_code text,
  vat_rate percentage,
  natura text,
  vat_description text,
  constraint invoice_items_position unique (invoice_id, position),
  check (total_price = net_amount + vat_amount)
);
create index invoice_items_order_item on invoice_items (order_item_id);
create index invoice_items_product on invoice_items (product_id);

-- A draft is anybody's. Issued, an invoice is paid, no longer paid, or cancelled by its credit note; a cancelled or
-- deleted document is over.
create function keep_invoice() returns trigger language plpgsql as $$
declare
  free text[] := array['status', 'version', 'modified_at', 'modified_by', 'paid_at', 'customer_name', 'search_text'];
begin
  if tg_op = 'DELETE' or old.status = 'cancelled' or old.deleted_at is not null or (
    old.invoice_number is not null and (
      to_jsonb(new) - free <> to_jsonb(old) - free
      or (new.status <> old.status and (old.type, old.status, new.status) not in (
        ('invoice', 'sent', 'paid'), ('invoice', 'paid', 'sent'), ('invoice', 'sent', 'cancelled')))
      or (new.status = 'cancelled' and not exists (
        select from invoices c where c.credited_invoice_id = old.id and c.invoice_number is not null))
    )
  ) then
    raise exception 'invoice % is issued', old.id using errcode = 'restrict_violation', constraint = 'invoices_issued';
  end if;
  return new;
end $$;
create trigger invoices_issued before update or delete on invoices for each row execute function keep_invoice();
create trigger invoices_no_truncate before truncate on invoices for each statement execute function refuse_rewrite();

create function keep_invoice_items() returns trigger language plpgsql as $$
begin
  if exists (
    select from invoices
    where id in (case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end)
      and (invoice_number is not null or status <> 'draft')
  ) then
    raise exception 'the items of an issued invoice stay' using errcode = 'restrict_violation', constraint = 'invoices_issued';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger invoice_items_stay before insert or update or delete on invoice_items for each row execute function keep_invoice_items();
create trigger invoice_items_no_truncate before truncate on invoice_items for each statement execute function refuse_rewrite();

-- A packing list knows its live invoice, so that what awaits one is found through an index.
create function tell_packing_list() returns trigger language plpgsql as $$
declare
  live boolean := new.type = 'invoice' and new.status <> 'cancelled' and new.deleted_at is null;
begin
  if live then
    update packing_lists set invoice_id = new.id where id = new.packing_list_id and invoice_id is null;
  else
    update packing_lists set invoice_id = null where id = new.packing_list_id and invoice_id = new.id;
  end if;
  return null;
end $$;
create trigger invoices_tell_packing_list after insert or update of status, deleted_at on invoices
  for each row execute function tell_packing_list();

-- ── what sales answers for the registry ─────────────────────────────────────────────────────────────────────────
-- Open are a packing list without an issued invoice, a draft, and an invoice that awaits its payment.
create function refuse_deleting_sold_product() returns trigger language plpgsql as $$
begin
  if exists (
    select from packing_list_items i join packing_lists p on p.id = i.packing_list_id left join invoices v on v.id = p.invoice_id
    where i.product_id = new.id and p.status = 'issued' and (v.id is null or v.status = 'draft')
  ) then
    raise exception 'product % is yet to be invoiced', new.id using errcode = 'restrict_violation', constraint = 'products_in_sales';
  end if;
  return new;
end $$;
create trigger products_in_sales before update of deleted_at on products for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_deleting_sold_product();

create function refuse_deleting_owing_customer() returns trigger language plpgsql as $$
begin
  if exists (select from packing_lists where customer_id = new.id and status = 'issued' and invoice_id is null)
    or exists (select from invoices where customer_id = new.id and type = 'invoice' and status in ('draft', 'sent') and deleted_at is null)
  then
    raise exception 'customer % has open documents', new.id using errcode = 'restrict_violation', constraint = 'customers_in_sales';
  end if;
  return new;
end $$;
create trigger customers_in_sales before update of deleted_at on customers for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_deleting_owing_customer();
