-- Closed periods, the VAT registers, and the accounts of entries.

-- ── accounts ────────────────────────────────────────────────────────────────────────────────────────────────────
-- Used where a product names no account. An accountant must confirm the defaults, which follow the French chart.
alter table settings
  add column account_customers text not null default '411000' constraint settings_account_customers check (account_customers <> ''),
  add column account_suppliers text not null default '401000' constraint settings_account_suppliers check (account_suppliers <> ''),
  add column account_sales text not null default '701000' constraint settings_account_sales check (account_sales <> ''),
  add column account_purchases text not null default '601000' constraint settings_account_purchases check (account_purchases <> ''),
  add column account_vat_sales text not null default '445710' constraint settings_account_vat_sales check (account_vat_sales <> ''),
  add column account_vat_purchases text not null default '445660' constraint settings_account_vat_purchases check (account_vat_purchases <> ''),
  add column account_bank text not null default '512000' constraint settings_account_bank check (account_bank <> '');

-- ── periods ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- A row closes all days up to `until`. The newest row has the latest day.
create table accounting_periods (
  id integer generated always as identity primary key,
  until date not null,
  created_at timestamptz not null default now(),
  created_by integer not null references users,
  constraint accounting_periods_once unique (until)
);
create trigger accounting_periods_append_only before update or delete on accounting_periods for each row execute function refuse_rewrite();
create trigger accounting_periods_no_truncate before truncate on accounting_periods for each statement execute function refuse_rewrite();

-- Closing excludes every act that is dated: those that began before are committed first, later ones see the closed day.
create function close_period() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('accounting period', 0));
  if new.until <= (select max(until) from accounting_periods) then
    raise exception 'the period until % is closed already', new.until using errcode = 'restrict_violation', constraint = 'accounting_periods_forward';
  end if;
  if new.until >= (now() at time zone (select time_zone from settings))::date then
    raise exception 'the day % is not over', new.until using errcode = 'restrict_violation', constraint = 'accounting_periods_past';
  end if;
  return new;
end $$;
create trigger accounting_periods_close before insert on accounting_periods for each row execute function close_period();

-- Refuses a day of a closed period. Acts share the lock with each other, not with a closing. Each statement of a
-- volatile function has its own snapshot, so a closing that was waited for is seen.
create function refuse_closed_day(day date) returns void language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('accounting period', 0));
  if day <= (select max(until) from accounting_periods) then
    raise exception 'the period of % is closed', day using errcode = 'restrict_violation', constraint = 'accounting_periods_closed';
  end if;
end $$;

-- Sending, credit notes, and the corrections of a reissue. The state, the payments and the transmission of a document of
-- a closed period may still change.
create function refuse_closed_issue() returns trigger language plpgsql as $$
begin
  perform refuse_closed_day(new.invoice_date);
  return new;
end $$;
create trigger invoices_open_period before update of invoice_number on invoices for each row
  when (old.invoice_number is null and new.invoice_number is not null) execute function refuse_closed_issue();
create trigger invoices_inserted_open_period before insert on invoices for each row
  when (new.invoice_number is not null) execute function refuse_closed_issue();
create trigger invoices_corrected_open_period before update on invoices for each row
  when (old.invoice_number is not null and (old.customer, old.company, old.payment, old.due_date, old.notes, old.cig, old.cup,
      old.net_amount, old.vat_amount, old.total_amount, old.invoice_date, old.invoice_number)
    is distinct from (new.customer, new.company, new.payment, new.due_date, new.notes, new.cig, new.cup,
      new.net_amount, new.vat_amount, new.total_amount, new.invoice_date, new.invoice_number))
  execute function refuse_closed_issue();

create function refuse_closed_document() returns trigger language plpgsql as $$
begin
  perform refuse_closed_day(v.invoice_date) from invoices v where v.id = new.invoice_id and v.invoice_number is not null;
  return new;
end $$;
create trigger invoice_items_open_period before update on invoice_items for each row execute function refuse_closed_document();
create trigger document_files_open_period before insert on document_files for each row
  when (new.issue > 1 and new.is_transmitted) execute function refuse_closed_document();

-- Payments, and their reversals, which have the day of the reversal.
create function refuse_closed_payment() returns trigger language plpgsql as $$
begin
  perform refuse_closed_day(new.day);
  return new;
end $$;
create trigger payments_open_period before insert on payments for each row execute function refuse_closed_payment();

-- Purchase invoices enter the register on the day of registration. A later match changes nothing in it.
create function refuse_closed_acceptance() returns trigger language plpgsql as $$
begin
  perform refuse_closed_day(new.registered_date);
  return new;
end $$;
create trigger purchase_invoices_inserted_open_period before insert on purchase_invoices for each row
  when (new.status = 'accepted') execute function refuse_closed_acceptance();
create trigger purchase_invoices_open_period before update on purchase_invoices for each row
  when (new.status = 'accepted' and old.status <> 'accepted') execute function refuse_closed_acceptance();

-- Stock movements by hand: a change also leaves its former day.
create function refuse_closed_movement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform refuse_closed_day(old.movement_date);
  end if;
  perform refuse_closed_day(new.movement_date);
  return new;
end $$;
create trigger stock_movements_open_period before insert on stock_movements for each row
  when (new.source_type = 'MAN') execute function refuse_closed_movement();
create trigger stock_movements_changed_open_period before update on stock_movements for each row
  when (new.source_type = 'MAN' and (old.movement_date, old.movement_type, old.product_id, old.batch_id, old.warehouse_id,
      old.destination_warehouse_id, old.quantity, old.deleted_at)
    is distinct from (new.movement_date, new.movement_type, new.product_id, new.batch_id, new.warehouse_id,
      new.destination_warehouse_id, new.quantity, new.deleted_at))
  execute function refuse_closed_movement();

-- ── VAT registers ───────────────────────────────────────────────────────────────────────────────────────────────
-- The amounts of documents by rate and nature, in EUR. Credit notes are negative. The VAT and the total of a document are
-- converted as a whole, as they are printed: the largest group takes the rounding, and net amounts are the difference.
create type vat_group as (document_id integer, vat_rate numeric, natura text, net numeric, vat numeric, rate numeric, sign integer);
create function vat_in_eur(given vat_group[])
  returns table (document_id integer, vat_rate numeric, natura text, net_amount numeric, vat_amount numeric)
  language sql immutable as $$
  with sums as (
    select g.*, round(g.vat / g.rate, 2) as vat_eur, round((g.net + g.vat) / g.rate, 2) as total_eur,
      round(sum(g.vat) over document / g.rate, 2) as vat_of_document,
      round(sum(g.net + g.vat) over document / g.rate, 2) as total_of_document,
      row_number() over (partition by g.document_id order by g.vat desc, g.net desc, g.vat_rate desc, g.natura) as vat_place,
      row_number() over (partition by g.document_id order by g.net + g.vat desc, g.vat_rate desc, g.natura) as total_place
    from unnest(given) g window document as (partition by g.document_id)
  ), footed as (
    select s.*,
      s.vat_eur + case when s.vat_place = 1 then s.vat_of_document - sum(s.vat_eur) over document else 0 end as vat_footed,
      s.total_eur + case when s.total_place = 1 then s.total_of_document - sum(s.total_eur) over document else 0 end as total_footed
    from sums s window document as (partition by s.document_id)
  )
  select f.document_id, f.vat_rate, f.natura, f.sign * (f.total_footed - f.vat_footed), f.sign * f.vat_footed from footed f
$$;

create function sales_register(since date, until date)
  returns table (document_id integer, vat_rate numeric, natura text, net_amount numeric, vat_amount numeric)
  language sql stable as $$
  select r.* from vat_in_eur(array(
    select (v.id, coalesce(i.vat_rate::numeric, 0), i.natura, sum(i.net_amount::numeric), sum(i.vat_amount::numeric),
      coalesce(v.exchange_rate::numeric, 1), case v.type when 'invoice' then 1 else -1 end)::vat_group
    from invoices v join invoice_items i on i.invoice_id = v.id
    where v.invoice_number is not null and v.deleted_at is null and v.invoice_date between since and until
    group by v.id, coalesce(i.vat_rate::numeric, 0), i.natura)) r
$$;

create function purchase_register(since date, until date)
  returns table (document_id integer, vat_rate numeric, natura text, net_amount numeric, vat_amount numeric)
  language sql stable as $$
  select r.* from vat_in_eur(array(
    select (v.id, s.vat_rate::numeric, s.natura, sum(s.net_amount), sum(s.vat_amount), coalesce(v.exchange_rate, 1),
      case v.kind when 'invoice' then 1 else -1 end)::vat_group
    from purchase_invoices v join purchase_invoice_vat s on s.purchase_invoice_id = v.id
    where v.status = 'accepted' and v.registered_date between since and until
    group by v.id, s.vat_rate::numeric, s.natura)) r
$$;
