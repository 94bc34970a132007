-- Invoices go out by PEC through the outbox, and the closed periods hold for the payments of purchase invoices.

-- ── PEC ─────────────────────────────────────────────────────────────────────────────────────────────────────────
-- How FatturaPA files reach the Sistema di Interscambio. It names another address in its first receipt, which is entered
-- here.
alter table settings
  add column sdi_channel text not null default 'folder' constraint settings_sdi_channel check (sdi_channel in ('folder', 'pec')),
  add column sdi_pec text not null default 'sdi01@pec.fatturapa.it' constraint settings_sdi_pec check (sdi_pec <> '');

-- The mails that carry the file of a document to the Sistema di Interscambio.
create table pec_files (
  outbox_id integer primary key references outbox,
  file_id integer not null references document_files
);
create index pec_files_file on pec_files (file_id, outbox_id);
create trigger pec_files_append_only before update or delete on pec_files for each row execute function refuse_rewrite();
create trigger pec_files_no_truncate before truncate on pec_files for each statement execute function refuse_rewrite();

-- Whether a mail with a file of the document waits.
create function waits_for_pec(invoice integer) returns boolean language sql stable as $$
  select exists (
    select from outbox o join pec_files p on p.outbox_id = o.id
    where o.document_kind = 'invoice' and o.document_id = invoice and o.state = 'waiting')
$$;

alter table transmissions drop constraint transmissions_channel_check,
  add constraint transmissions_channel_check check (channel in ('issue', 'user', 'folder', 'receipt', 'pec'));

-- When the mail was handed over, so was the file, in the same transaction. A file whose transmission is known already, by
-- a receipt or from another channel, keeps its events.
create function hand_over_pec_file() returns trigger language plpgsql as $$
begin
  perform from invoices where id = new.document_id for no key update;
  insert into transmissions (invoice_id, file_id, event, channel, user_id)
  select f.invoice_id, f.id, 'handed_over', 'pec', new.created_by
  from pec_files p join document_files f on f.id = p.file_id
  where p.outbox_id = new.id
    and not exists (select from transmissions e where e.file_id = f.id and e.event <> 'to_send');
  return null;
end $$;
create trigger outbox_hands_over_pec_file after update of state on outbox for each row
  when (new.state = 'handed_over' and old.state is distinct from new.state and new.document_kind = 'invoice')
  execute function hand_over_pec_file();

-- A mail is sent again only while its file is still to be sent and no other mail carries it. Each statement of a volatile
-- function has its own snapshot, so what was waited for is seen.
create function keep_pec_file_once() returns trigger language plpgsql volatile as $$
begin
  perform from invoices where id = new.document_id for no key update;
  if exists (select from pec_files where outbox_id = new.id) and (waits_for_pec(new.document_id) or not exists (
    select from invoices v join pec_files p on p.outbox_id = new.id
    where v.id = new.document_id and v.transmission = 'to_send' and p.file_id = (
      select f.id from document_files f where f.invoice_id = v.id and f.is_transmitted order by f.issue desc limit 1)))
  then
    raise exception 'the file of mail % is not to be sent', new.id using errcode = 'restrict_violation', constraint = 'pec_files_once';
  end if;
  return new;
end $$;
create trigger outbox_pec_file_once before update of state on outbox for each row
  when (new.state = 'waiting' and old.state <> 'waiting' and new.document_kind = 'invoice')
  execute function keep_pec_file_once();

-- ── closed periods ──────────────────────────────────────────────────────────────────────────────────────────────
-- The payment of an instalment of a purchase invoice has its own day; taking it back is dated today.
create function refuse_closed_instalment() returns trigger language plpgsql as $$
begin
  perform refuse_closed_day(coalesce(new.paid_date, (now() at time zone (select time_zone from settings))::date));
  return new;
end $$;
create trigger purchase_invoice_instalments_open_period before update of paid_date on purchase_invoice_instalments for each row
  when (new.paid_date is distinct from old.paid_date) execute function refuse_closed_instalment();
