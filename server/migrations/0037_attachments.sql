-- Files at records. Their bytes are rows, not large objects, so that a backup by COPY contains them.
alter table settings
  add column attachment_quota_mb integer not null default 5000
    constraint settings_attachment_quota check (attachment_quota_mb between 0 and 1000000);

create table attachments (
  id integer generated always as identity primary key,
  -- The wire name of the record's list: `customer-orders`.
  entity text not null check (entity <> ''),
  entity_id integer not null,
  name text not null check (name <> '' and length(name) <= 200),
  -- By the content, not by the name.
  media_type text not null check (media_type <> ''),
  size integer not null check (size between 1 and 25000000),
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- WebP of at most 400 × 400 pixels.
  thumbnail bytea check (octet_length(thumbnail) between 1 and 200000),
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by integer not null references users
);
create index attachments_record on attachments (entity, entity_id, id);

create table attachment_chunks (
  attachment_id integer not null references attachments on delete cascade,
  -- 0, 1, 2, …
  position integer not null check (position >= 0),
  content bytea not null check (octet_length(content) between 1 and 256000),
  primary key (attachment_id, position)
);
-- Most files are compressed already.
alter table attachment_chunks alter column content set storage external;
alter table attachments alter column thumbnail set storage external;

-- A file is added and deleted, never changed.
create trigger attachments_kept before update on attachments for each row execute function refuse_rewrite();
create trigger attachment_chunks_kept before update on attachment_chunks for each row execute function refuse_rewrite();

-- Uploads of all users take turns here, so that two of them together cannot exceed the quota.
create function check_attachment_quota() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('attachments'));
  if (select sum(size) from attachments) > (select attachment_quota_mb * 1000000::bigint from settings) then
    raise exception 'attachment quota exceeded' using errcode = 'check_violation', constraint = 'attachments_quota';
  end if;
  return null;
end $$;
create trigger attachments_quota after insert on attachments for each row execute function check_attachment_quota();

-- At the commit all bytes are there.
create function check_attachment_whole() returns trigger language plpgsql as $$
begin
  if new.size is distinct from (select sum(octet_length(content)) from attachment_chunks where attachment_id = new.id)
    and exists (select from attachments where id = new.id) then
    raise exception 'attachment % is incomplete', new.id using errcode = 'check_violation', constraint = 'attachments_whole';
  end if;
  return null;
end $$;
create constraint trigger attachments_whole after insert on attachments deferrable initially deferred
  for each row execute function check_attachment_whole();

-- The files at the batches of a recall: evidence, which cannot be deleted any more.
create table recall_attachments (
  recall_id integer not null references recalls,
  attachment_id integer not null references attachments,
  primary key (recall_id, attachment_id)
);
create index recall_attachments_attachment on recall_attachments (attachment_id);
create trigger recall_attachments_kept before update or delete on recall_attachments
  for each row execute function refuse_rewrite();
