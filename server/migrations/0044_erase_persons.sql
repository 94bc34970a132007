-- Erasing a person: the name, address and devices of a user or contact are replaced by a pseudonym. `erase_person` is the
-- one change that the append-only triggers below let through.

-- What a person is called after the erasure. @param entity `users` or `contacts`
create function pseudonym_of(entity text, id integer) returns text language sql immutable strict as $$
  select case entity when 'users' then 'user-' else 'contact-' end || id
$$;

-- Whether the running `erase_person` erases this person.
create function is_erasing(entity text, id integer) returns boolean language sql stable as $$
  select coalesce(current_setting('bobina.erasing', true) = entity || ' ' || id, false)
$$;

-- Acts on users and contacts: their words may be erased. The hash chain does not cover these (platform/chain/content.ts).
create function keep_activity() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.entity_type in ('users', 'contacts') and is_erasing(old.entity_type, old.entity_id)
    and (new.id, new.user_id, new.action, new.entity_type, new.entity_id, new.created_at, new.undoes, new.token_name)
      is not distinct from (old.id, old.user_id, old.action, old.entity_type, old.entity_id, old.created_at, old.undoes, old.token_name)
    and new.details = pseudonym_of(old.entity_type, old.entity_id) and new.kept is null
    and not jsonb_path_exists(coalesce(new.changes, '[]'), '$[*] ? (@.field == "username" || @.field == "name" || @.field == "email" || @.field == "phone")')
  then
    return new;
  end if;
  raise exception 'activities is append-only' using errcode = 'integrity_constraint_violation';
end $$;
drop trigger activities_append_only on activities;
create trigger activities_append_only before update or delete on activities for each row execute function keep_activity();

-- As before, and: the account and the address of an erased user.
create or replace function keep_security_event() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.kind in ('sign_in', 'sign_in_failed') and old.at < now() - interval '1 year' then
    return old;
  end if;
  if tg_op = 'UPDATE' and is_erasing('users', old.user_id)
    and (new.id, new.at, new.kind, new.user_id, new.actor_id, new.role_before, new.role_after)
      is not distinct from (old.id, old.at, old.kind, old.user_id, old.actor_id, old.role_before, old.role_after)
    and (new.account, new.address, new.network) = (pseudonym_of('users', old.user_id), '', '')
  then
    return new;
  end if;
  raise exception 'security_events is append-only' using errcode = 'integrity_constraint_violation';
end $$;

-- As before, and: the words that name an erased person.
create or replace function keep_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('bobina.erasing', true), '') <> ''
    and (new.id, new.entity, new.entity_id, new.mentions, new.created_at, new.created_by, new.edited_at)
      is not distinct from (old.id, old.entity, old.entity_id, old.mentions, old.created_at, old.created_by, old.edited_at) then
    return new;
  end if;
  if tg_op = 'DELETE' or clock_timestamp() > old.created_at + interval '10 minutes'
    or (new.id, new.entity, new.entity_id, new.created_at, new.created_by)
      is distinct from (old.id, old.entity, old.entity_id, old.created_at, old.created_by) then
    raise exception 'note % stays', old.id using errcode = 'restrict_violation', constraint = 'notes_kept';
  end if;
  return new;
end $$;

-- A pattern that finds any of the words, between characters that are no letters and no digits; null without words.
create function pattern_of(words text[]) returns text language sql immutable as $$
  select '(?<![[:alnum:]])(?:' || string_agg(regexp_replace(word, '([^[:alnum:]\s])', '\\\1', 'g'), '|' order by length(word) desc)
    || ')(?![[:alnum:]])' from unnest(words) word
$$;

-- Replaces a user or contact by its pseudonym wherever no law keeps it, and answers what still names the person.
-- Reasons: `law` for documents, `chain` for acts that the hash chain covers, `audit` for the acts of the pseudonym, `text`
-- for words that users wrote, `backup` for the backups that exist.
create function erase_person(person_entity text, person_id integer)
returns table (entity text, count bigint, reason text) language plpgsql as $$
#variable_conflict use_column
declare
  pseudonym constant text := pseudonym_of(person_entity, person_id);
  free_username text := pseudonym;
  -- Current and earlier names, usernames, addresses and numbers; those of them that are addresses; those that are usernames.
  words text[];
  mails text[];
  usernames text[];
  -- What is replaced within longer texts. A single word is replaced as a mention only: it may mean something else.
  written text;
  word text;
  erased_outbox integer[];
  scanned record;
  named bigint;
begin
  if person_entity not in ('users', 'contacts') then
    raise exception 'no persons in %', person_entity;
  end if;
  perform set_config('bobina.erasing', person_entity || ' ' || person_id, true);

  with logged as (
    select c ->> 'field' as field, v.worth as value
    from activities a cross join jsonb_array_elements(coalesce(a.changes, '[]')) c
      cross join lateral (values (c ->> 'before'), (c ->> 'after')) v (worth)
    where a.entity_type = person_entity and a.entity_id = person_id and c ->> 'field' in ('username', 'name', 'email', 'phone')
    union select 'username', u.username from users u where person_entity = 'users' and u.id = person_id
    union select 'name', u.name from users u where person_entity = 'users' and u.id = person_id
    union select 'email', u.email from users u where person_entity = 'users' and u.id = person_id
    union select 'name', p.name from contacts p where person_entity = 'contacts' and p.id = person_id
    union select 'email', p.email from contacts p where person_entity = 'contacts' and p.id = person_id
    union select 'phone', p.phone from contacts p where person_entity = 'contacts' and p.id = person_id
  ), known as (
    select distinct field, btrim(value) as value from logged where btrim(value) <> '' and value not like pseudonym || '%'
  )
  select coalesce(array_agg(distinct value), '{}'),
    coalesce(array_agg(distinct lower(value)) filter (where field = 'email'), '{}'),
    coalesce(array_agg(distinct value) filter (where field = 'username'), '{}'),
    pattern_of(array_agg(distinct case when field = 'username' then '@' || value else value end)
      filter (where field in ('username', 'email', 'phone') or value ~ '\s'))
  into words, mails, usernames, written from known;

  if person_entity = 'users' then
    while exists (select from users u where u.id <> person_id and fold_account(u.username) = fold_account(free_username)) loop
      free_username := free_username || '~';
    end loop;
    update users u set username = free_username, name = pseudonym, email = null, last_login = null, version = u.version + 1
    where u.id = person_id;
    delete from sessions where user_id = person_id;
    delete from sign_in_tickets where user_id = person_id;
    delete from recovery_codes where user_id = person_id;
    delete from totp_factors where user_id = person_id;
    delete from passkey_challenges where user_id = person_id;
    delete from passkeys where user_id = person_id;
    delete from password_resets where user_id = person_id;
    delete from known_devices where user_id = person_id;
    delete from service_tokens where user_id = person_id;
    delete from calendars where user_id = person_id;
    delete from views where user_id = person_id;
    delete from preferences where user_id = person_id;
    delete from notices where user_id = person_id;
    delete from notice_reads where user_id = person_id;
    delete from idempotency_keys where user_id = person_id;
    delete from sign_in_failures f where fold_account(f.username) in (select fold_account(u) from unnest(usernames) u);
    update security_events set account = pseudonym, address = '', network = '' where user_id = person_id;
  else
    update contacts p set name = pseudonym, email = null, phone = null, roles = '{}', version = p.version + 1 where p.id = person_id;
  end if;

  update activities a set details = pseudonym, kept = null,
    changes = (select coalesce(jsonb_agg(c order by place), '[]') from jsonb_array_elements(a.changes) with ordinality l (c, place)
      where c ->> 'field' not in ('username', 'name', 'email', 'phone'))
  where a.entity_type = person_entity and a.entity_id = person_id;

  -- Mails to the person, and the copies of what a user sent. Those that still wait are cancelled.
  select array_agg(distinct o.id) into erased_outbox from outbox o left join outbox_recipients r on r.outbox_id = o.id
  where o.kind = 'mail' and (lower(r.address) = any (mails) or (person_entity = 'users' and o.created_by = person_id and o.state <> 'waiting'));
  update outbox o set state = 'cancelled', next_attempt_at = null, lease = null, leased_until = null, is_handing_over = false
  where o.id = any (erased_outbox) and o.state = 'waiting';
  update outbox o set message = null where o.id = any (erased_outbox) and o.message is not null;
  update outbox_recipients r set address = pseudonym, message = null where lower(r.address) = any (mails);

  if written is not null then
    update notes n set text = regexp_replace(n.text, written, pseudonym, 'gi') where n.text ~* written;
    update notices n set label = regexp_replace(n.label, written, pseudonym, 'gi'), text = regexp_replace(n.text, written, pseudonym, 'gi')
    where concat_ws(' ', n.label, n.text) ~* written;
    update outbox o set subject = regexp_replace(o.subject, written, pseudonym, 'gi'), last_error = regexp_replace(o.last_error, written, pseudonym, 'gi')
    where concat_ws(' ', o.subject, o.last_error) ~* written;
    update outbox_recipients r set message = regexp_replace(r.message, written, pseudonym, 'gi') where r.message ~* written;
    update idempotency_keys k set answer = regexp_replace(k.answer, written, pseudonym, 'gi') where k.answer ~* written;
  end if;
  foreach word in array words loop
    update idempotency_keys k set answer = replace(k.answer, ':' || to_json(word), ':' || to_json(pseudonym))
    where strpos(k.answer, ':' || to_json(word)) > 0;
  end loop;
  perform set_config('bobina.erasing', '', true);

  return query select 'activities', count(*), 'audit' from activities a where person_entity = 'users' and a.user_id = person_id having count(*) > 0;
  -- A username that is the name of a role says nothing about a person.
  words := array(select w from unnest(words) w where w not in ('admin', 'direction', 'administration', 'orders', 'warehouse', 'sales'));
  if cardinality(words) > 0 then
    for scanned in
      select c.table_name::text as name,
        string_agg(case when c.data_type = 'ARRAY' then format('array_to_string(%I, '' '')', c.column_name) else format('%I', c.column_name) end, ', ') as texts
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = current_schema() and t.table_type = 'BASE TABLE'
        and (c.data_type in ('text', 'jsonb', 'json', 'character varying') or c.udt_name = '_text')
        and c.table_name not in ('schema_migrations', 'schema_range', 'chain', 'chain_queue')
      group by c.table_name order by c.table_name
    loop
      execute format('select count(*) from %I where concat_ws(E''\n'', %s) ~* $1', scanned.name, scanned.texts)
      into named using pattern_of(words);
      if named > 0 then
        return query select replace(scanned.name, '_', '-'), named, case
          when scanned.name = 'activities' then 'chain'
          when scanned.name in ('invoices', 'invoice_items', 'packing_lists', 'packing_list_items', 'document_files', 'transmissions',
            'transmission_receipts', 'purchase_invoices', 'purchase_invoice_lines', 'purchase_invoice_files', 'reminders', 'bank_slips',
            'payments', 'recalls', 'declarations_of_intent') then 'law'
          else 'text' end;
      end if;
    end loop;
  end if;
  return query select 'backups', count(*), 'backup' from backups having count(*) > 0;
end $$;
