-- The hash chain over the activity log and the issued documents. It is written after the commit, by the sealer
-- (platform/chain), so that no write waits for another one.

-- Rows to seal. The triggers below add them within the act.
create table chain_queue (
  id bigint generated always as identity primary key,
  -- the table of the row
  source text not null check (source in ('activities', 'invoices', 'packing_lists', 'document_files')),
  row_id bigint not null
);

create table chain (
  -- from 1, without gaps: the order of commits
  position bigint primary key check (position > 0),
  -- the list of columns that the content consists of
  format smallint not null check (format > 0),
  source text not null,
  row_id bigint not null,
  -- SHA-256 of the content when it was sealed
  content bytea not null check (octet_length(content) = 32),
  -- SHA-256 of the hash before, the format, the source, the row and the content
  hash bytea not null constraint chain_hash_unique unique check (octet_length(hash) = 32)
);
create index chain_row on chain (source, row_id, position);
create trigger chain_append_only before update or delete on chain for each row execute function refuse_rewrite();
create trigger chain_no_truncate before truncate on chain for each statement execute function refuse_rewrite();
create trigger chain_queue_no_truncate before truncate on chain_queue for each statement execute function refuse_rewrite();

-- Finds the oldest act that GET /changes answers.
create index activities_created on activities using brin (created_at);

create function queue_added_rows() returns trigger language plpgsql as $$
begin
  insert into chain_queue (source, row_id) select tg_table_name, id from added order by id;
  return null;
end $$;
create trigger activities_queue after insert on activities
  referencing new table as added for each statement execute function queue_added_rows();
create trigger packing_lists_queue after insert on packing_lists
  referencing new table as added for each statement execute function queue_added_rows();
create trigger document_files_queue after insert on document_files
  referencing new table as added for each statement execute function queue_added_rows();

-- An invoice or credit note is sealed when it gets its number.
create function queue_invoice() returns trigger language plpgsql as $$
begin
  insert into chain_queue (source, row_id) values ('invoices', new.id);
  return null;
end $$;
create trigger invoices_queue_numbered after insert on invoices for each row
  when (new.invoice_number is not null) execute function queue_invoice();
create trigger invoices_queue_issued after update of invoice_number on invoices for each row
  when (old.invoice_number is null and new.invoice_number is not null) execute function queue_invoice();

-- A reissue after a rejection corrects the document: it is sealed once more.
create function queue_reissued_invoice() returns trigger language plpgsql as $$
begin
  insert into chain_queue (source, row_id) values ('invoices', new.invoice_id);
  return null;
end $$;
create trigger document_files_queue_reissued after insert on document_files for each row
  when (new.issue > 1 and new.is_transmitted) execute function queue_reissued_invoice();

-- What exists already, by time. The server seals it beside its work.
insert into chain_queue (source, row_id)
select source, id from (
  select 'activities' as source, id, created_at as at from activities
  union all select 'invoices', id, sent_at from invoices where invoice_number is not null
  union all select 'packing_lists', id, created_at from packing_lists
  union all select 'document_files', id, made_at from document_files
) present order by at, source, id;
