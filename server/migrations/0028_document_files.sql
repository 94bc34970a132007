-- The files of issued documents, and what became of them: both append-only.

-- ── files ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- A document has one file of each format per issue. A reissue after a rejection is a new issue; the files before it stay.
create table document_files (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  issue integer not null default 1 check (issue > 0),
  format text not null check (format in ('fatturapa', 'facturx', 'facturx_pdf')),
  name text not null check (name <> ''),
  -- ProgressivoInvio of a FatturaPA
  progressive text,
  -- the file whose transmission is followed; the others are copies of it
  is_transmitted boolean not null,
  bytes bytea not null,
  sha256 text not null generated always as (encode(sha256(bytes), 'hex')) stored,
  made_at timestamptz not null default now(),
  made_by integer references users,
  constraint document_files_once unique (invoice_id, issue, format)
);
create unique index document_files_name on document_files (name) where progressive is not null;
create index document_files_hash on document_files (sha256);
create index document_files_without_pdf on document_files (id) where format = 'facturx';
create trigger document_files_append_only before update or delete on document_files for each row execute function refuse_rewrite();
create trigger document_files_no_truncate before truncate on document_files for each statement execute function refuse_rewrite();

create function require_issued_document() returns trigger language plpgsql as $$
begin
  if not exists (select from invoices where id = new.invoice_id and invoice_number is not null) then
    raise exception 'document % is not issued', new.invoice_id using errcode = 'restrict_violation', constraint = 'document_files_issued';
  end if;
  return new;
end $$;
create trigger document_files_issued before insert on document_files for each row execute function require_issued_document();

-- ── receipts and events ─────────────────────────────────────────────────────────────────────────────────────────
-- Receipts as they came. One that matches no file has no transmission, and is listed.
create table transmission_receipts (
  id integer generated always as identity primary key,
  name text not null,
  kind text not null check (kind in ('RC', 'NS', 'MC', 'NE', 'DT', 'AT', 'CDV')),
  event text not null check (event in ('handed_over', 'undeliverable', 'rejected', 'delivered', 'attested', 'expired', 'accepted', 'refused')),
  -- what it says about the file that it answers
  file_name text,
  file_hash text,
  document_number text,
  stated_at text,
  message text,
  bytes bytea not null,
  sha256 text not null generated always as (encode(sha256(bytes), 'hex')) stored,
  received_at timestamptz not null default now(),
  received_by integer references users,
  constraint transmission_receipts_once unique (sha256)
);
create index transmission_receipts_received on transmission_receipts (received_at, id);
create trigger transmission_receipts_append_only before update or delete on transmission_receipts for each row execute function refuse_rewrite();
create trigger transmission_receipts_no_truncate before truncate on transmission_receipts for each statement execute function refuse_rewrite();

create table transmissions (
  id integer generated always as identity primary key,
  invoice_id integer not null references invoices,
  file_id integer not null references document_files,
  event text not null check (event in
    ('to_send', 'handed_over', 'undeliverable', 'rejected', 'delivered', 'attested', 'expired', 'accepted', 'refused')),
  channel text not null check (channel in ('issue', 'user', 'folder', 'receipt')),
  receipt_id integer references transmission_receipts,
  message text,
  at timestamptz not null default now(),
  user_id integer references users,
  constraint transmissions_receipt_once unique (receipt_id),
  check ((channel = 'receipt') = (receipt_id is not null))
);
create index transmissions_invoice on transmissions (invoice_id, id);
create index transmissions_file on transmissions (file_id, id);
create trigger transmissions_append_only before update or delete on transmissions for each row execute function refuse_rewrite();
create trigger transmissions_no_truncate before truncate on transmissions for each statement execute function refuse_rewrite();

-- The state of the newest transmitted file: the highest event, in whatever order they came. Of accepted and refused the
-- first one stays. Null without such a file.
create function transmission_state(invoice integer) returns text language sql stable as $$
  select e.event from transmissions e
  where e.file_id = (
    select f.id from document_files f where f.invoice_id = invoice and f.is_transmitted order by f.issue desc limit 1)
  order by least(array_position(
    array['to_send', 'handed_over', 'undeliverable', 'rejected', 'delivered', 'attested', 'expired', 'accepted', 'refused'],
    e.event), 8) desc, e.id
  limit 1
$$;

alter table invoices add column transmission text check (transmission in
  ('to_send', 'handed_over', 'undeliverable', 'rejected', 'delivered', 'attested', 'expired', 'accepted', 'refused'));
create index invoices_transmission on invoices (transmission, invoice_date, id) where deleted_at is null;

-- Locks the invoice before it reads the events: of two receipts at once the second sees the first.
create function tell_transmission() returns trigger language plpgsql as $$
begin
  perform from invoices where id = new.invoice_id for no key update;
  update invoices set transmission = transmission_state(id)
  where id = new.invoice_id and transmission is distinct from transmission_state(id);
  return null;
end $$;
create trigger transmissions_tell_invoice after insert on transmissions for each row execute function tell_transmission();

-- ── what may change after the issue ─────────────────────────────────────────────────────────────────────────────
-- As before, and: the state of the transmission follows its events, also of a cancelled invoice. While the newest file
-- is rejected, the document may be corrected in what a reissue takes from the registers or from the user; its number,
-- its day, its lines and its net amount stay.
create or replace function keep_invoice() returns trigger language plpgsql as $$
declare
  free text[] := array['status', 'version', 'modified_at', 'modified_by', 'paid_at', 'customer_name', 'search_text', 'transmission'];
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
        ('invoice', 'sent', 'paid'), ('invoice', 'paid', 'sent'), ('invoice', 'sent', 'cancelled')))
      or (new.status = 'cancelled' and not exists (
        select from invoices c where c.credited_invoice_id = old.id and c.invoice_number is not null))
    )
  ) then
    raise exception 'invoice % is issued', old.id using errcode = 'restrict_violation', constraint = 'invoices_issued';
  end if;
  return new;
end $$;

-- While the newest file is rejected, the VAT of the lines may be corrected.
create or replace function keep_invoice_items() returns trigger language plpgsql as $$
declare
  corrected text[] := array['vat_code', 'vat_rate', 'natura', 'vat_description', 'vat_amount', 'total_price'];
begin
  if exists (
    select from invoices
    where id in (case when tg_op <> 'INSERT' then old.invoice_id end, case when tg_op <> 'DELETE' then new.invoice_id end)
      and (invoice_number is not null or status <> 'draft')
      and (tg_op <> 'UPDATE' or status = 'cancelled' or transmission is distinct from 'rejected'
        or to_jsonb(new) - corrected <> to_jsonb(old) - corrected)
  ) then
    raise exception 'the items of an issued invoice stay' using errcode = 'restrict_violation', constraint = 'invoices_issued';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
