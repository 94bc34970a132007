-- Bank slips: receipts (Ri.Ba.), SEPA direct debits and SEPA credit transfers that are presented to a bank together.

alter table company add column sia_code text, add column creditor_id text;
alter table customers add column mandate_id text, add column mandate_day date;

-- ── slips ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- One bank and one due day. The file is kept as it was written.
create table bank_slips (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('riba', 'pain008', 'pain001')),
  due_date date not null,
  -- the company's account
  iban text not null check (iban <> ''),
  bank text,
  file_name text not null check (file_name <> ''),
  content text not null check (content <> ''),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users
);
create index bank_slips_due on bank_slips (due_date, id) where deleted_at is null;

-- An instalment of an invoice, or of a purchase invoice, with what was open of it.
create table bank_slip_items (
  id integer generated always as identity primary key,
  slip_id integer not null references bank_slips,
  position integer not null check (position > 0),
  invoice_id integer references invoices,
  purchase_invoice_id integer references purchase_invoices,
  instalment integer not null,
  due_date date not null,
  amount total not null check (amount > 0 and amount = round(amount::numeric, 2)),
  -- withdrawn: the slip was deleted before it was presented
  state text not null default 'new' check (state in ('new', 'presented', 'credited', 'unpaid', 'withdrawn')),
  -- the payment that crediting entered
  payment_id integer constraint bank_slip_items_payment_once unique references payments,
  unique (slip_id, position),
  check ((invoice_id is null) <> (purchase_invoice_id is null)),
  check (payment_id is null or invoice_id is not null),
  check (state not in ('new', 'presented', 'withdrawn') or payment_id is null),
  constraint bank_slip_items_credited check (state <> 'credited' or invoice_id is null or payment_id is not null)
);
-- A credited item has settled its instalment: what is still open of it may be on a later slip.
create unique index bank_slip_items_one_live on bank_slip_items (invoice_id, instalment)
  where invoice_id is not null and state in ('new', 'presented');
create unique index bank_slip_items_one_live_purchase on bank_slip_items (purchase_invoice_id, instalment)
  where purchase_invoice_id is not null and state in ('new', 'presented');

-- The state of a slip: unpaid when all of its items are, otherwise that of the others.
create function bank_slip_state(slip integer) returns text language sql stable as $$
  select coalesce(min(state) filter (where state <> 'unpaid'), 'unpaid') from bank_slip_items where slip_id = slip
$$;

-- ── invariants ──────────────────────────────────────────────────────────────────────────────────────────────────
-- A slip keeps its content. It is deleted only before it is presented.
create function keep_bank_slip() returns trigger language plpgsql as $$
declare
  free text[] := array['version', 'modified_at', 'modified_by', 'deleted_at', 'deleted_by'];
begin
  if tg_op = 'DELETE' or old.deleted_at is not null or to_jsonb(new) - free <> to_jsonb(old) - free
    or (new.deleted_at is not null and exists (select from bank_slip_items where slip_id = old.id and state not in ('new', 'withdrawn')))
  then
    raise exception 'bank slip % stays', old.id using errcode = 'restrict_violation', constraint = 'bank_slips_kept';
  end if;
  return new;
end $$;
create trigger bank_slips_kept before update or delete on bank_slips for each row execute function keep_bank_slip();
create trigger bank_slips_no_truncate before truncate on bank_slips for each statement execute function refuse_rewrite();

-- Of an item only its state and its payment change, and the state only forward.
create function keep_bank_slip_item() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.state <> 'new' or not exists (
      select from bank_slips where id = new.slip_id and deleted_at is null and (kind = 'pain001') = (new.purchase_invoice_id is not null)
    ) then
      raise exception 'slip % has no such item', new.slip_id using errcode = 'restrict_violation', constraint = 'bank_slips_kept';
    end if;
    return new;
  end if;
  if tg_op = 'DELETE'
    or to_jsonb(new) - array['state', 'payment_id'] <> to_jsonb(old) - array['state', 'payment_id']
    or (new.payment_id is distinct from old.payment_id and (old.payment_id is not null or new.state <> 'credited'))
    or (old.state, new.state) not in (
      ('new', 'presented'), ('new', 'withdrawn'), ('presented', 'credited'), ('presented', 'unpaid'), ('credited', 'unpaid'))
  then
    raise exception 'item % of a bank slip stays', old.id using errcode = 'restrict_violation', constraint = 'bank_slips_kept';
  end if;
  return new;
end $$;
create trigger bank_slip_items_kept before insert or update or delete on bank_slip_items
  for each row execute function keep_bank_slip_item();
create trigger bank_slip_items_no_truncate before truncate on bank_slip_items for each statement execute function refuse_rewrite();
