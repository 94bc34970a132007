-- What the server's role may not do itself, and what it must not be able to pretend.

-- Appends at most `portion` queued rows to the hash chain, in the order of the queue, and answers their links. Runs with the
-- rights of the owner: the server's role may neither add links nor take rows off the queue (platform/database/server-role.ts).
-- The contents are those of format 1 (platform/chain/content.ts); `verify` recomputes them. A row without content, such as
-- an invoice without a number, leaves the queue without a link.
create function seal_chain(portion integer) returns setof chain language plpgsql security definer as $$
declare
  taken bigint[];
  link chain;
begin
  -- One sealer at a time. The statements below read what the one before has committed.
  perform pg_advisory_xact_lock(hashtextextended('chain', 0));
  taken := array(select q.id from chain_queue q order by q.id limit portion);
  select position, hash into link.position, link.hash from chain order by position desc limit 1;
  link.position := coalesce(link.position, 0);
  link.hash := coalesce(link.hash, decode(repeat('00', 32), 'hex'));
  link.format := 1;
  for link.source, link.row_id, link.content in
    with contents as (
      select 'activities' as source, t.id as row_id, json_build_object('id', t.id, 'user_id', t.user_id, 'action',
        t.action, 'entity_type', t.entity_type, 'entity_id', t.entity_id, 'undoes', t.undoes, 'token_name',
        t.token_name, 'details', case when t.entity_type not in ('users', 'contacts') then t.details end, 'changes',
      case when t.entity_type not in ('users', 'contacts') then t.changes end, 'kept',
      case when t.entity_type not in ('users', 'contacts') then t.kept end, 'created_at',
      to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text as content
      from activities t
      where t.id = any (array(select q.row_id from chain_queue q where q.id = any (taken) and q.source = 'activities'))
      union all
      select 'invoices' as source, t.id as row_id, json_build_object('id', t.id, 'type', t.type, 'invoice_number',
        t.invoice_number, 'due_date_typed', t.due_date_typed, 'packing_list_id', t.packing_list_id,
      'packing_list_number', t.packing_list_number, 'order_number', t.order_number, 'customer_order_number',
        t.customer_order_number, 'customer_id', t.customer_id, 'customer', t.customer, 'company', t.company, 'payment',
        t.payment, 'currency', t.currency, 'exchange_rate', t.exchange_rate, 'cig', t.cig, 'cup', t.cup,
      'declaration_id', t.declaration_id, 'declaration', t.declaration, 'net_amount', t.net_amount, 'vat_amount',
        t.vat_amount, 'total_amount', t.total_amount, 'notes', t.notes, 'credited_invoice_id', t.credited_invoice_id,
      'created_by', t.created_by, 'invoice_date', to_char(t.invoice_date, 'YYYY-MM-DD'), 'due_date',
      to_char(t.due_date, 'YYYY-MM-DD'), 'created_at', to_char(t.created_at at time zone 'UTC',
      'YYYY-MM-DD"T"HH24:MI:SS.US'), 'sent_at', to_char(t.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
      'items', (select json_agg(json_build_object('id', i.id, 'position', i.position, 'packing_list_id',
      i.packing_list_id, 'order_item_id', i.order_item_id, 'product_id', i.product_id, 'code', i.code, 'product_name',
      i.product_name, 'unit_of_measure', i.unit_of_measure, 'quantity', i.quantity, 'unit_price', i.unit_price,
      'net_amount', i.net_amount, 'vat_amount', i.vat_amount, 'total_price', i.total_price, 'vat_code', i.vat_code,
      'vat_rate', i.vat_rate, 'natura', i.natura, 'vat_description', i.vat_description, 'conai_material',
      i.conai_material, 'conai_kg', i.conai_kg, 'conai_amount', i.conai_amount, 'credited_item_id',
      i.credited_item_id) order by i.position, i.id) from invoice_items i where i.invoice_id = t.id))::text as content
      from invoices t
      where t.id = any (array(select q.row_id from chain_queue q where q.id = any (taken) and q.source = 'invoices'))
        and t.invoice_number is not null
      union all
      select 'packing_lists' as source, t.id as row_id, json_build_object('id', t.id, 'packing_list_number',
        t.packing_list_number, 'customer_id', t.customer_id, 'order_id', t.order_id, 'order_number', t.order_number,
      'customer_order_number', t.customer_order_number, 'customer', t.customer, 'company', t.company,
      'destination_id', t.destination_id, 'destination', t.destination, 'carrier', t.carrier, 'reason', t.reason,
      'appearance', t.appearance, 'packages', t.packages, 'gross_weight', t.gross_weight, 'net_weight', t.net_weight,
      'notes', t.notes, 'total_amount', t.total_amount, 'created_by', t.created_by, 'packing_date',
      to_char(t.packing_date, 'YYYY-MM-DD'), 'transport_date', to_char(t.transport_date, 'YYYY-MM-DD'), 'created_at',
      to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), 'items',
      (select json_agg(json_build_object('id', i.id, 'position', i.position, 'order_item_id', i.order_item_id,
      'product_id', i.product_id, 'code', i.code, 'product_name', i.product_name, 'unit_of_measure',
      i.unit_of_measure, 'warehouse_id', i.warehouse_id, 'warehouse_name', i.warehouse_name, 'batch_number',
      i.batch_number, 'quantity', i.quantity, 'unit_price', i.unit_price, 'total_price', i.total_price, 'movement_id',
      i.movement_id, 'expiry_date', to_char(i.expiry_date, 'YYYY-MM-DD')) order by i.position,
      i.id) from packing_list_items i where i.packing_list_id = t.id))::text as content
      from packing_lists t
      where t.id = any (array(select q.row_id from chain_queue q where q.id = any (taken) and q.source = 'packing_lists'))
      union all
      select 'document_files' as source, t.id as row_id, json_build_object('id', t.id, 'invoice_id', t.invoice_id,
      'issue', t.issue, 'format', t.format, 'name', t.name, 'progressive', t.progressive, 'is_transmitted',
        t.is_transmitted, 'made_by', t.made_by, 'sha256', encode(sha256(t.bytes), 'hex'), 'made_at',
      to_char(t.made_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text as content
      from document_files t
      where t.id = any (array(select q.row_id from chain_queue q where q.id = any (taken) and q.source = 'document_files'))
    )
    select q.source, q.row_id, sha256(convert_to(contents.content, 'UTF8'))
    from chain_queue q join contents using (source, row_id)
    where q.id = any (taken) order by q.id
  loop
    link.position := link.position + 1;
    link.hash := sha256(link.hash || convert_to(format('%s %s %s ', link.format, link.source, link.row_id), 'UTF8') || link.content);
    insert into chain select link.*;
    return next link;
  end loop;
  delete from chain_queue q where q.id = any (taken);
end $$;
do $$
begin
  execute format('alter function seal_chain(integer) set search_path = pg_catalog, %I, pg_temp', current_schema());
end $$;
revoke execute on function seal_chain(integer) from public;

-- Whether the statement runs with the rights of the owner of the tables, as within `erase_person`: the setting
-- `bobina.erasing` alone can be made by anybody.
create function is_owner() returns boolean language sql stable as $$
  select pg_has_role(current_user, (select relowner from pg_class where oid = 'chain'::regclass), 'member')
$$;
create or replace function is_erasing(entity text, id integer) returns boolean language sql stable as $$
  select coalesce(current_setting('bobina.erasing', true) = entity || ' ' || id, false) and is_owner()
$$;
-- As before, but for the owner alone: the words that name an erased person.
create or replace function keep_note() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and coalesce(current_setting('bobina.erasing', true), '') <> '' and is_owner()
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
