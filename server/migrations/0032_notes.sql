-- Notes at records, with mentions of users.
create table notes (
  id integer generated always as identity primary key,
  -- The wire name of the record's list: `customer-orders`.
  entity text not null check (entity <> ''),
  entity_id integer not null,
  text text not null check (text <> ''),
  -- The ids of the mentioned users.
  mentions integer[] not null default '{}',
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by integer not null references users,
  edited_at timestamptz(3)
);
create index notes_record on notes (entity, entity_id, id);

-- A note can be edited for ten minutes. Then it stays.
create function keep_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or clock_timestamp() > old.created_at + interval '10 minutes'
    or (new.id, new.entity, new.entity_id, new.created_at, new.created_by)
      is distinct from (old.id, old.entity, old.entity_id, old.created_at, old.created_by) then
    raise exception 'note % stays', old.id using errcode = 'restrict_violation', constraint = 'notes_kept';
  end if;
  return new;
end $$;
create trigger notes_kept before update or delete on notes for each row execute function keep_note();
create trigger notes_no_truncate before truncate on notes for each statement execute function refuse_rewrite();

-- The text of the note that mentions the reader.
alter table notices add column text text;
