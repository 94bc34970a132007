-- Purchase invoices: the files of suppliers as they came, what was read from them, and the receipts that they bill.

alter table suppliers add column tipo_pagamento_id integer references condizioni_pagamento;
alter table settings
  add column invoice_quantity_tolerance percentage not null default 0,
  add column invoice_price_tolerance percentage not null default 1;

-- ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- A file can hold several documents. The file of a deleted invoice stays.
create table purchase_invoice_files (
  id integer generated always as identity primary key,
  name text not null check (name <> ''),
  format text not null check (format in ('fatturapa', 'facturx', 'cii', 'ubl')),
  bytes bytea not null,
  sha256 text not null generated always as (encode(sha256(bytes), 'hex')) stored,
  channel text not null check (channel in ('upload', 'folder')),
  received_at timestamptz not null default now(),
  received_by integer references users,
  constraint purchase_invoice_files_once unique (sha256)
);
create trigger purchase_invoice_files_append_only before update or delete on purchase_invoice_files for each row execute function refuse_rewrite();
create trigger purchase_invoice_files_no_truncate before truncate on purchase_invoice_files for each statement execute function refuse_rewrite();

-- ── invoices ────────────────────────────────────────────────────────────────────────────────────────────────────
create table purchase_invoices (
  id integer generated always as identity primary key,
  -- null: nobody of the register has the VAT number, and nobody was chosen yet
  supplier_id integer references suppliers,
  -- as read or, of a typed one, as in the register
  supplier_name text not null check (supplier_name <> ''),
  -- with the code of the country, upper case, letters and digits alone
  supplier_vat text,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- TD01, 380 …
  document_type text,
  number text not null check (number <> ''),
  document_date date not null,
  received_date date not null,
  -- the day of acceptance, by which it enters the VAT register
  registered_date date,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- units of the currency for 1 EUR
  exchange_rate numeric(15, 5) check (exchange_rate > 0 and exchange_rate <> 'NaN'),
  net_amount total not null,
  vat_amount total not null,
  total_amount total not null,
  -- what is in the net amount and in no line: charges and allowances of the whole document
  charges_amount numeric(30, 4) not null default 0 check (charges_amount <> 'NaN'),
  -- what is in the total and neither net nor VAT: rounding, stamp duty
  rounding_amount numeric(30, 4) not null default 0 check (rounding_amount <> 'NaN'),
  -- the total less what the supplier is not paid: withheld tax, VAT under split payment
  to_pay_amount total not null,
  -- the number of the invoice that a credit note names
  credited_number text,
  notes text,
  status text not null default 'new' check (status in ('new', 'accepted', 'disputed')),
  match text not null default 'none' check (match in ('complete', 'partial', 'none')),
  dispute_notes text,
  disputed_at timestamptz,
  disputed_by integer references users,
  accepted_at timestamptz,
  accepted_by integer references users,
  file_id integer references purchase_invoice_files,
  -- of the documents in its file
  file_position integer not null default 1 check (file_position > 0),
  format text not null check (format in ('fatturapa', 'facturx', 'cii', 'ubl', 'typed')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users,
  search_text text not null generated always as (
    lower(strip_accents(number || E'\n' || supplier_name || E'\n' || coalesce(supplier_vat, '') || E'\n' || coalesce(notes, '')))
  ) stored,
  constraint purchase_invoices_total check (total_amount::numeric = net_amount::numeric + vat_amount::numeric + rounding_amount),
  check ((format = 'typed') = (file_id is null)),
  check ((status = 'accepted') = (accepted_at is not null)),
  check ((status = 'accepted') = (registered_date is not null)),
  check (status <> 'accepted' or supplier_id is not null),
  check (status <> 'disputed' or (dispute_notes is not null and disputed_at is not null)),
  check (deleted_at is null or status = 'new')
);
create unique index purchase_invoices_one_per_file on purchase_invoices (file_id, file_position) where deleted_at is null;
create unique index purchase_invoices_supplier_number on purchase_invoices
  (supplier_id, lower(number), extract(year from document_date), kind) where deleted_at is null and supplier_id is not null;
create unique index purchase_invoices_vat_number on purchase_invoices
  (supplier_vat, lower(number), extract(year from document_date), kind) where deleted_at is null and supplier_vat is not null;
create index purchase_invoices_date on purchase_invoices (document_date, id) where deleted_at is null;
create index purchase_invoices_registered on purchase_invoices (registered_date, id) where status = 'accepted';
create index purchase_invoices_supplier on purchase_invoices (supplier_id, document_date, id) where deleted_at is null;
create index purchase_invoices_number_order on purchase_invoices ((lower(number) collate "C"), id) where deleted_at is null;
create index purchase_invoices_supplier_order on purchase_invoices ((lower(supplier_name) collate "C"), id) where deleted_at is null;
create index purchase_invoices_total_order on purchase_invoices (total_amount, id) where deleted_at is null;
create index purchase_invoices_status on purchase_invoices (status, document_date, id) where deleted_at is null;
create index purchase_invoices_search on purchase_invoices using gin (search_text gin_trgm_ops) where deleted_at is null;

create table purchase_invoice_lines (
  id integer generated always as identity primary key,
  purchase_invoice_id integer not null references purchase_invoices,
  position integer not null,
  description text not null,
  supplier_code text,
  -- all codes of the line, as read
  barcode text,
  -- null: a text, or an amount without a quantity
  quantity numeric(21, 8) check (quantity <> 'NaN'),
  unit_of_measure text,
  unit_price numeric(21, 8) not null check (unit_price <> 'NaN'),
  net_amount numeric(30, 4) not null check (net_amount <> 'NaN'),
  vat_rate percentage not null,
  natura text,
  ddt_number text,
  ddt_date date,
  order_number text,
  product_id integer references products,
  receipt_item_id integer references goods_receipt_items,
  -- of the receipt's quantity
  matched_quantity amount not null default 0,
  -- chosen by a user: matching again leaves it alone
  is_confirmed boolean not null default false,
  match text not null default 'no_product' check (match in ('equal', 'tolerance', 'different', 'no_receipt', 'no_product')),
  -- [{field, invoiced, expected, difference}]
  differences jsonb not null default '[]' check (jsonb_typeof(differences) = 'array'),
  unique (purchase_invoice_id, position),
  check (matched_quantity = 0 or receipt_item_id is not null),
  check (receipt_item_id is null or product_id is not null)
);
create index purchase_invoice_lines_receipt on purchase_invoice_lines (receipt_item_id) where receipt_item_id is not null;
create index purchase_invoice_lines_product on purchase_invoice_lines (product_id) where product_id is not null;

-- Sums by rate and nature. They make the net and the VAT amount.
create table purchase_invoice_vat (
  purchase_invoice_id integer not null references purchase_invoices,
  position integer not null,
  vat_rate percentage not null,
  natura text,
  net_amount numeric(30, 4) not null check (net_amount <> 'NaN'),
  vat_amount numeric(30, 4) not null check (vat_amount <> 'NaN'),
  -- I at once, D when it is paid, S paid by the buyer to the state
  esigibilita text check (esigibilita in ('I', 'D', 'S')),
  primary key (purchase_invoice_id, position)
);

-- Of a new invoice those of its file, if it has any; of an accepted one those that hold. They make the amount to pay.
create table purchase_invoice_instalments (
  id integer generated always as identity primary key,
  purchase_invoice_id integer not null references purchase_invoices,
  position integer not null,
  due_date date not null,
  amount total not null check (amount = round(amount::numeric, 2)),
  -- MP05 …
  method text,
  -- as read: what is paid goes to the account in the register
  iban text,
  paid_date date,
  paid_at timestamptz,
  paid_by integer references users,
  unique (purchase_invoice_id, position),
  check ((paid_date is null) = (paid_at is null))
);
create index purchase_invoice_instalments_due on purchase_invoice_instalments (due_date, id) where paid_date is null;

-- ── codes of suppliers ──────────────────────────────────────────────────────────────────────────────────────────
-- Learned when a user confirms the product of a line.
create table supplier_codes (
  id integer generated always as identity primary key,
  supplier_id integer not null references suppliers,
  code text not null check (code <> ''),
  product_id integer not null references products,
  learned_at timestamptz not null default now(),
  learned_by integer references users
);
create unique index supplier_codes_once on supplier_codes (supplier_id, lower(code));
create index supplier_codes_product on supplier_codes (product_id);

-- ── invariants ──────────────────────────────────────────────────────────────────────────────────────────────────
-- What was read or typed stays. Of an accepted invoice only its match changes: a later receipt can be matched.
create function keep_purchase_invoice() returns trigger language plpgsql as $$
declare
  free text[] := array['supplier_id', 'status', 'match', 'registered_date', 'exchange_rate', 'dispute_notes', 'disputed_at', 'disputed_by',
    'accepted_at', 'accepted_by', 'version', 'modified_at', 'modified_by', 'deleted_at', 'deleted_by', 'search_text'];
begin
  if tg_op = 'UPDATE' and old.status = 'accepted' then
    free := array['match', 'version', 'modified_at', 'modified_by', 'search_text'];
  end if;
  if tg_op = 'DELETE' or old.deleted_at is not null
    or to_jsonb(new) - free <> to_jsonb(old) - free
    or (old.status = 'disputed' and new.status = 'new') then
    raise exception 'purchase invoice % stays', old.id using errcode = 'restrict_violation', constraint = 'purchase_invoices_kept';
  end if;
  return new;
end $$;
create trigger purchase_invoices_kept before update or delete on purchase_invoices for each row execute function keep_purchase_invoice();
create trigger purchase_invoices_no_truncate before truncate on purchase_invoices for each statement execute function refuse_rewrite();

-- Of a line only its match changes.
create function keep_purchase_invoice_line() returns trigger language plpgsql as $$
declare
  free text[] := array['product_id', 'receipt_item_id', 'matched_quantity', 'is_confirmed', 'match', 'differences'];
begin
  if tg_op = 'DELETE' or (tg_op = 'UPDATE' and to_jsonb(new) - free <> to_jsonb(old) - free)
    or (tg_op = 'INSERT' and exists (select from purchase_invoices where id = new.purchase_invoice_id and status = 'accepted')) then
    raise exception 'the lines of a purchase invoice stay' using errcode = 'restrict_violation', constraint = 'purchase_invoices_kept';
  end if;
  return new;
end $$;
create trigger purchase_invoice_lines_kept before insert or update or delete on purchase_invoice_lines
  for each row execute function keep_purchase_invoice_line();
create trigger purchase_invoice_lines_no_truncate before truncate on purchase_invoice_lines for each statement execute function refuse_rewrite();

create function keep_purchase_invoice_vat() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' or exists (select from purchase_invoices where id = new.purchase_invoice_id and status = 'accepted') then
    raise exception 'the sums of a purchase invoice stay' using errcode = 'restrict_violation', constraint = 'purchase_invoices_kept';
  end if;
  return new;
end $$;
create trigger purchase_invoice_vat_kept before insert or update or delete on purchase_invoice_vat
  for each row execute function keep_purchase_invoice_vat();
create trigger purchase_invoice_vat_no_truncate before truncate on purchase_invoice_vat for each statement execute function refuse_rewrite();

-- Of the instalments of an accepted invoice only the payment changes.
create function keep_purchase_invoice_instalments() returns trigger language plpgsql as $$
declare
  paid text[] := array['paid_date', 'paid_at', 'paid_by'];
begin
  if exists (
    select from purchase_invoices
    where id in (case when tg_op <> 'INSERT' then old.purchase_invoice_id end, case when tg_op <> 'DELETE' then new.purchase_invoice_id end)
      and status = 'accepted'
  ) and (tg_op <> 'UPDATE' or to_jsonb(new) - paid <> to_jsonb(old) - paid) then
    raise exception 'the instalments of an accepted purchase invoice stay' using errcode = 'restrict_violation', constraint = 'purchase_invoices_kept';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger purchase_invoice_instalments_kept before insert or update or delete on purchase_invoice_instalments
  for each row execute function keep_purchase_invoice_instalments();
create trigger purchase_invoice_instalments_no_truncate before truncate on purchase_invoice_instalments for each statement execute function refuse_rewrite();

-- A line of a receipt is billed at most once over all invoices. Locks the line of the receipt: of two invoices at once
-- the second sees the first.
create function bill_received_goods() returns trigger language plpgsql as $$
declare
  received numeric;
begin
  select quantity::numeric into received from goods_receipt_items where id = new.receipt_item_id for no key update;
  if (select sum(matched_quantity::numeric) from purchase_invoice_lines where receipt_item_id = new.receipt_item_id) > received then
    raise exception 'receipt line % is billed twice', new.receipt_item_id using errcode = 'restrict_violation', constraint = 'purchase_invoice_lines_received';
  end if;
  return null;
end $$;
create trigger purchase_invoice_lines_received after insert or update of receipt_item_id, matched_quantity on purchase_invoice_lines
  for each row when (new.matched_quantity > 0) execute function bill_received_goods();

-- ── cost ────────────────────────────────────────────────────────────────────────────────────────────────────────
-- What a unit of a receipt line costs: the price of the accepted invoices for what they bill, that of the order for the
-- rest. Null in several currencies.
create function receipt_line_cost(item integer) returns table (unit_price numeric, currency text) language sql stable as $$
  with billed as (
    select l.matched_quantity::numeric as quantity, l.net_amount / l.quantity as price, v.currency
    from purchase_invoice_lines l join purchase_invoices v on v.id = l.purchase_invoice_id
    where l.receipt_item_id = item and v.status = 'accepted' and v.kind = 'invoice' and l.matched_quantity > 0 and l.net_amount >= 0
  ), parts as (
    select quantity, price, billed.currency from billed
    union all
    select r.quantity::numeric - coalesce((select sum(quantity) from billed), 0), i.unit_price::numeric, o.currency
    from goods_receipt_items r
    join purchase_order_items i on i.id = r.order_item_id
    join purchase_orders o on o.id = i.order_id
    where r.id = item
  )
  select case when count(distinct p.currency) = 1 then sum(p.quantity * p.price) / sum(p.quantity) end,
    case when count(distinct p.currency) = 1 then min(p.currency) end
  from parts p where p.quantity > 0
$$;

-- As in 0022, with the prices of accepted purchase invoices.
create or replace function received_costs(batch_ids integer[]) returns table (batch_id integer, unit_cost numeric, currency text) language sql stable as $$
  select m.batch_id,
    case when count(distinct c.currency) = 1 and count(c.currency) = count(*) then round(sum(m.quantity * c.unit_price) / sum(m.quantity), 5) end,
    case when count(distinct c.currency) = 1 and count(c.currency) = count(*) then min(c.currency) end
  from stock_movements m
  join batches b on b.id = m.batch_id and b.batch_number <> ''
  join goods_receipt_movements g on g.movement_id = m.id
  cross join lateral receipt_line_cost(g.receipt_item_id) c
  where m.batch_id = any (batch_ids) and m.deleted_at is null
  group by m.batch_id
$$;
