-- Payments: instalments of payment terms and invoices, receipts of money, and what they settle.
-- `settle_invoice` alone moves an issued invoice between sent, partly_paid and paid.

-- ── instalments of payment terms ────────────────────────────────────────────────────────────────────────────────
-- [{days, percent}]; empty: one instalment by giorni_differita.
create function are_instalments(given jsonb) returns boolean language sql immutable as $$
  select jsonb_typeof(given) = 'array' and (jsonb_array_length(given) = 0 or (
    select sum((i ->> 'percent')::numeric) = 100 and min((i ->> 'percent')::numeric) > 0 and min((i ->> 'days')::integer) >= 0
    from jsonb_array_elements(given) i))
$$;
alter table condizioni_pagamento add column instalments jsonb not null default '[]',
  add constraint condizioni_pagamento_instalments check (are_instalments(instalments));

-- ── what an invoice is owed ─────────────────────────────────────────────────────────────────────────────────────
-- Written by settle_invoice. next_due_date is the day of the oldest instalment with something open.
alter table invoices
  add column paid_amount total not null default 0,
  add column open_amount total not null default 0,
  add column next_due_date date;

create table invoice_instalments (
  invoice_id integer not null references invoices,
  position integer not null,
  due_date date not null,
  amount total not null,
  primary key (invoice_id, position)
);

-- ── payments ────────────────────────────────────────────────────────────────────────────────────────────────────
create table payments (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  day date not null,
  amount total not null check (amount = round(amount::numeric, 2)),
  currency text not null default 'EUR' check (currency in ('EUR', 'USD', 'MAD', 'CNY')),
  bank text,
  method text,
  notes text,
  -- flag: made by marking an invoice as paid; slip: made by a credited bank slip
  origin text not null default 'user' check (origin in ('user', 'flag', 'slip')),
  -- the payment that this row reverses
  reverses integer constraint payments_reversed_once unique references payments,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  -- an invoice over 0 can be marked as paid
  check (amount > 0 or origin = 'flag')
);
create index payments_day on payments (day, id) where reverses is null;
create index payments_customer on payments (customer_id, day, id);

-- Signed: a negative row frees what an earlier row allotted.
create table payment_allocations (
  id integer generated always as identity primary key,
  payment_id integer not null references payments,
  invoice_id integer not null references invoices,
  amount numeric(30, 4) not null check (amount <> 0 and amount <> 'NaN' and amount = round(amount, 2)),
  -- what freed it: the reversal of the payment, or a credit note above what was open
  reversal_id integer references payments,
  credit_note_id integer references invoices,
  created_at timestamptz not null default now(),
  created_by integer references users,
  check (amount < 0 or (reversal_id is null and credit_note_id is null))
);
create index payment_allocations_payment on payment_allocations (payment_id, id);
create index payment_allocations_invoice on payment_allocations (invoice_id, id);

-- What is to be paid of an invoice: its total, less the VAT that a customer under split payment pays to the state.
create function amount_to_pay(invoice invoices) returns numeric language sql stable as $$
  select invoice.total_amount::numeric - case when invoice.customer ->> 'esigibilita' = 'S' then invoice.vat_amount::numeric else 0 end
$$;
-- What issued credit notes take off an invoice.
create function credited_of(invoice integer) returns numeric language sql stable as $$
  select coalesce(sum(amount_to_pay(c)), 0) from invoices c
  where c.credited_invoice_id = invoice and c.type = 'credit_note' and c.invoice_number is not null
$$;
-- What is open of each instalment: what is settled fills the oldest first.
create function open_instalments(invoice integer, settled numeric)
  returns table (place integer, due date, amount numeric, open numeric) language sql stable as $$
  select i.position, i.due_date, i.amount::numeric,
    least(i.amount::numeric, greatest(0, sum(i.amount::numeric) over (order by i.due_date, i.position) - settled))
  from invoice_instalments i where i.invoice_id = invoice order by i.due_date, i.position
$$;

-- A payment of 0 marks an invoice over 0 as paid: an allocation of 0 would allot nothing.
create table zero_payments (
  payment_id integer primary key references payments,
  invoice_id integer not null references invoices
);
create index zero_payments_invoice on zero_payments (invoice_id);

-- Recomputes paid, open, the next due date and the state of an issued invoice. Locks the invoice.
create function settle_invoice(settled integer, person integer) returns void language plpgsql as $$
declare
  v invoices;
  due numeric;
  paid numeric;
  left_open numeric;
  next_due date;
  last_paid timestamptz;
  state text;
  moved boolean;
begin
  select * into v from invoices where id = settled for no key update;
  if v.type <> 'invoice' or v.invoice_number is null or v.status = 'cancelled' then
    return;
  end if;
  due := amount_to_pay(v);
  insert into invoice_instalments (invoice_id, position, due_date, amount)
  select v.id, 1, v.due_date, due where not exists (select from invoice_instalments where invoice_id = v.id);
  paid := (select coalesce(sum(amount), 0) from payment_allocations where invoice_id = v.id);
  left_open := greatest(0, due - credited_of(v.id) - paid);
  next_due := (select min(i.due) from open_instalments(v.id, due - left_open) i where i.open > 0);
  last_paid := (
    select max(p.created_at) from payments p
    where p.id in (
      select payment_id from payment_allocations where invoice_id = v.id group by 1 having sum(amount) > 0
      union all
      select z.payment_id from zero_payments z where z.invoice_id = v.id and not exists (select from payments r where r.reverses = z.payment_id)));
  state := case when last_paid is null then 'sent' when left_open = 0 then 'paid' else 'partly_paid' end;
  moved := paid <> v.paid_amount or state <> v.status;
  if moved or left_open <> v.open_amount or next_due is distinct from v.next_due_date then
    update invoices set
      paid_amount = paid, open_amount = left_open, next_due_date = next_due, status = state,
      paid_at = case when state = 'paid' then last_paid end,
      version = version + case when moved then 1 else 0 end,
      modified_at = case when moved then now() else modified_at end,
      modified_by = case when moved then person else modified_by end
    where id = v.id;
  end if;
end $$;

-- ── invariants ──────────────────────────────────────────────────────────────────────────────────────────────────
-- A payment stays: only its version counts its later allocations.
create function keep_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or to_jsonb(new) - array['version', 'modified_at', 'modified_by'] <> to_jsonb(old) - array['version', 'modified_at', 'modified_by'] then
    raise exception 'payments is append-only' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger payments_stay before update or delete on payments for each row execute function keep_payment();
create trigger payments_no_truncate before truncate on payments for each statement execute function refuse_rewrite();
create trigger payment_allocations_append_only before update or delete on payment_allocations for each row execute function refuse_rewrite();
create trigger payment_allocations_no_truncate before truncate on payment_allocations for each statement execute function refuse_rewrite();
create trigger zero_payments_append_only before update or delete on zero_payments for each row execute function refuse_rewrite();
create trigger zero_payments_no_truncate before truncate on zero_payments for each statement execute function refuse_rewrite();

-- A reversal is of the whole payment, and frees it.
create function check_reversal() returns trigger language plpgsql as $$
begin
  if not exists (select from payments p where p.id = new.reverses and p.reverses is null
    and (p.customer_id, p.amount::numeric, p.currency) = (new.customer_id, new.amount::numeric, new.currency))
    or (select coalesce(sum(amount), 0) from payment_allocations where payment_id = new.reverses) <> 0
  then
    raise exception 'payment % is not reversed as a whole', new.reverses using errcode = 'restrict_violation', constraint = 'payments_reversal';
  end if;
  return null;
end $$;
create constraint trigger payments_reversal after insert on payments deferrable initially deferred
  for each row when (new.reverses is not null) execute function check_reversal();

-- Allotted is at most the payment, of its own customer, to an issued invoice, at most what is open of it; freed is at
-- most what this payment allotted to the invoice.
create function allot_payment() returns trigger language plpgsql as $$
declare
  p payments;
  v invoices;
begin
  select * into v from invoices where id = new.invoice_id for no key update;
  select * into p from payments where id = new.payment_id for no key update;
  if new.amount > 0 and (v.type <> 'invoice' or v.status not in ('sent', 'partly_paid', 'paid') or v.customer_id <> p.customer_id
    or p.reverses is not null or exists (select from payments r where r.reverses = p.id)) then
    raise exception 'payment % cannot pay invoice %', p.id, v.id using errcode = 'restrict_violation', constraint = 'payments_allotted';
  end if;
  if new.amount > v.open_amount and new.amount > 0 then
    raise exception 'invoice % is overpaid', v.id using errcode = 'restrict_violation', constraint = 'invoices_overpaid';
  end if;
  if (select coalesce(sum(amount), 0) from payment_allocations where payment_id = p.id) > p.amount
    or (select coalesce(sum(amount), 0) from payment_allocations where payment_id = p.id and invoice_id = v.id) < 0 then
    raise exception 'payment % is allotted wrongly', p.id using errcode = 'restrict_violation', constraint = 'payments_allotted';
  end if;
  perform settle_invoice(v.id, new.created_by);
  return null;
end $$;
create trigger payment_allocations_settle after insert on payment_allocations for each row execute function allot_payment();

create function settle_zero_payment() returns trigger language plpgsql as $$
begin
  perform settle_invoice(new.invoice_id, (select created_by from payments where id = new.payment_id));
  return null;
end $$;
create trigger zero_payments_settle after insert on zero_payments for each row execute function settle_zero_payment();
create function settle_reversed_zero_payment() returns trigger language plpgsql as $$
begin
  perform settle_invoice(z.invoice_id, new.created_by) from zero_payments z where z.payment_id = new.reverses;
  return null;
end $$;
create trigger payments_settle_reversed after insert on payments for each row
  when (new.reverses is not null) execute function settle_reversed_zero_payment();

-- The instalments of an issued document stay, unless its newest file was rejected. One that was issued without them gets
-- a single one.
create function keep_invoice_instalments() returns trigger language plpgsql as $$
begin
  if exists (
    select from invoices
    where id in (case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end)
      and invoice_number is not null and transmission is distinct from 'rejected'
  ) and (tg_op <> 'INSERT' or exists (select from invoice_instalments where invoice_id = new.invoice_id)) then
    raise exception 'the instalments of an issued invoice stay' using errcode = 'restrict_violation', constraint = 'invoices_issued';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger invoice_instalments_stay before insert or update or delete on invoice_instalments for each row execute function keep_invoice_instalments();
create trigger invoice_instalments_no_truncate before truncate on invoice_instalments for each statement execute function refuse_rewrite();

-- An invoice is settled when it is issued, and again when a credit note of it is issued.
create function settle_issued() returns trigger language plpgsql as $$
begin
  perform settle_invoice(case new.type when 'invoice' then new.id else new.credited_invoice_id end, coalesce(new.modified_by, new.created_by));
  return null;
end $$;
create trigger invoices_settle_issued after update of invoice_number on invoices for each row
  when (old.invoice_number is null and new.invoice_number is not null) execute function settle_issued();
-- ── the states of an invoice ────────────────────────────────────────────────────────────────────────────────────
alter table invoices drop constraint invoices_status_check;
alter table invoices add constraint invoices_status_check check (status in ('draft', 'sent', 'partly_paid', 'paid', 'cancelled'));
alter table invoices add constraint invoices_issued_state check (status <> 'partly_paid' or invoice_number is not null);
-- As in 0028, with what payments write and the states among which settle_invoice moves an invoice.
create or replace function keep_invoice() returns trigger language plpgsql as $$
declare
  free text[] := array['status', 'version', 'modified_at', 'modified_by', 'paid_at', 'customer_name', 'search_text', 'transmission',
    'paid_amount', 'open_amount', 'next_due_date'];
  corrected text[] := array['customer', 'company', 'payment', 'due_date', 'notes', 'cig', 'cup', 'vat_amount', 'total_amount'];
  followed text[] := array['transmission', 'customer_name', 'search_text'];
begin
  if tg_op = 'UPDATE' then
    if new.transmission is distinct from old.transmission and new.transmission is distinct from transmission_state(old.id) then
      raise exception 'the transmission of invoice % follows its events', old.id using errcode = 'restrict_violation', constraint = 'invoices_issued';
    end if;
    -- Generated columns are not computed yet in a trigger before the update.
    if to_jsonb(new) - followed = to_jsonb(old) - followed then
      return new;
    end if;
    if old.transmission = 'rejected' then
      free := free || corrected;
    end if;
  end if;
  if tg_op = 'DELETE' or old.status = 'cancelled' or old.deleted_at is not null or (
    old.invoice_number is not null and (
      to_jsonb(new) - free <> to_jsonb(old) - free
      or (new.status <> old.status and (old.type, old.status, new.status) not in (
        ('invoice', 'sent', 'cancelled'),
        ('invoice', 'sent', 'partly_paid'), ('invoice', 'sent', 'paid'), ('invoice', 'partly_paid', 'sent'),
        ('invoice', 'partly_paid', 'paid'), ('invoice', 'paid', 'sent'), ('invoice', 'paid', 'partly_paid')))
      or (new.status = 'cancelled' and not exists (
        select from invoices c where c.credited_invoice_id = old.id and c.invoice_number is not null))
    )
  ) then
    raise exception 'invoice % is issued', old.id using errcode = 'restrict_violation', constraint = 'invoices_issued';
  end if;
  return new;
end $$;

create or replace function refuse_deleting_owing_customer() returns trigger language plpgsql as $$
begin
  if exists (select from packing_lists where customer_id = new.id and status = 'issued' and invoice_id is null)
    or exists (select from invoices where customer_id = new.id and type = 'invoice' and status in ('draft', 'sent', 'partly_paid') and deleted_at is null)
  then
    raise exception 'customer % has open documents', new.id using errcode = 'restrict_violation', constraint = 'customers_in_sales';
  end if;
  return new;
end $$;

-- ── documents issued before ─────────────────────────────────────────────────────────────────────────────────────
insert into invoice_instalments (invoice_id, position, due_date, amount)
select v.id, 1, v.due_date, amount_to_pay(v) from invoices v
where v.type = 'invoice' and v.deleted_at is null and (v.invoice_number is not null or v.status = 'draft');

-- The triggers would raise versions and name the wrong user: what they would write is written here.
alter table payment_allocations disable trigger payment_allocations_settle;
alter table zero_payments disable trigger zero_payments_settle;
do $$
declare
  v record;
  paid integer;
begin
  for v in
    select i.id, i.customer_id, i.paid_at, i.modified_by, amount_to_pay(i) as due,
      (i.paid_at at time zone (select time_zone from settings limit 1))::date as day, i.payment ->> 'modalita_pagamento' as method
    from invoices i where i.status = 'paid' and i.type = 'invoice' and i.deleted_at is null order by i.paid_at, i.id
  loop
    insert into payments (customer_id, day, amount, method, origin, created_at, created_by)
    values (v.customer_id, v.day, v.due, v.method, 'flag', v.paid_at, v.modified_by) returning id into paid;
    if v.due > 0 then
      insert into payment_allocations (payment_id, invoice_id, amount, created_at, created_by) values (paid, v.id, v.due, v.paid_at, v.modified_by);
    else
      insert into zero_payments (payment_id, invoice_id) values (paid, v.id);
    end if;
  end loop;
end $$;
update invoices v set paid_amount = amount_to_pay(v) where v.status = 'paid' and v.type = 'invoice';
update invoices v set open_amount = amount_to_pay(v), next_due_date = v.due_date
where v.status = 'sent' and v.type = 'invoice' and v.deleted_at is null;
update invoices set next_due_date = null where open_amount = 0 and next_due_date is not null;
alter table payment_allocations enable trigger payment_allocations_settle;
alter table zero_payments enable trigger zero_payments_settle;

-- The state says what is paid and open.
alter table invoices add constraint invoices_settled check (
  (status = 'paid') <= (open_amount = 0)
  and (status = 'partly_paid') <= (open_amount > 0 and paid_amount > 0)
  and (status = 'sent') <= (paid_amount = 0)
  and (status in ('draft', 'cancelled')) <= (paid_amount = 0 and open_amount = 0)
  and (type = 'invoice' or (paid_amount = 0 and open_amount = 0)));
create index invoices_next_due on invoices (next_due_date, id) where next_due_date is not null;

-- ── reminders ───────────────────────────────────────────────────────────────────────────────────────────────────
-- Percent a year: the reference rate of the central bank, to which Directive 2011/7/EU adds 8 points.
alter table settings add column reference_rate percentage not null default 2.15;

create table reminders (
  id integer generated always as identity primary key,
  customer_id integer not null references customers,
  step integer not null check (step between 1 and 3),
  status text not null default 'draft' check (status in ('draft', 'sent')),
  day date not null,
  -- what was overdue, kept when it is sent
  items jsonb,
  interest_rate percentage,
  sent_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users,
  check ((status = 'sent') = (sent_at is not null)),
  check ((status = 'sent') = (items is not null)),
  check ((status = 'sent') = (interest_rate is not null)),
  check (deleted_at is null or status = 'draft')
);
create index reminders_day on reminders (day, id) where deleted_at is null;
create index reminders_customer on reminders (customer_id, day, id) where deleted_at is null;

-- Sent, it stays.
create function keep_reminder() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.status = 'sent' then
    raise exception 'reminder % is sent', old.id using errcode = 'restrict_violation', constraint = 'reminders_sent';
  end if;
  return new;
end $$;
create trigger reminders_sent before update or delete on reminders for each row execute function keep_reminder();
