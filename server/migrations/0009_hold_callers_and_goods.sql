-- Goods that a movement took out come back when it is deleted, changed or taken back: only to a product and a warehouse
-- that are still there, and traced as they were. post_stock is as it was in 0002, but for the call of this at its head.
create function refuse_goods_gone(taken_back integer[]) returns void language plpgsql as $$
begin
  if cardinality(taken_back) = 0 then return; end if;
  -- Held as every document holds what it names: products, then warehouses, before any stock key.
  perform from products where id in (select product_id from stock_movements where id = any (taken_back)) order by id for share;
  perform from warehouses where id in (select warehouse_id from stock_movements where id = any (taken_back)) order by id for share;
  if exists (
    select from stock_movements m
    join products p on p.id = m.product_id join warehouses w on w.id = m.warehouse_id join batches b on b.id = m.batch_id
    where m.id = any (taken_back) and m.movement_type <> 'C' and m.deleted_at is null
      and (p.deleted_at is not null or w.deleted_at is not null or p.has_batch = (b.batch_number = ''))
  ) then
    raise exception 'the goods cannot come back' using errcode = 'restrict_violation', constraint = 'stock_goods_gone';
  end if;
end $$;

-- The one writer of the ledger: movements, batches and entries in one round trip. Takes back the movements `undone`
-- (dated as they were) and books the lines; a line with a movement_id replaces that movement. Locks batches, then stock
-- keys, each in their own order; the caller holds the documents, products and warehouses.
-- @returns the movements of the lines, in their order
create or replace function post_stock(actor integer, lines_json jsonb, undone integer[]) returns integer[] language plpgsql as $$
declare
  lines stock_line[] := array(select l from jsonb_populate_recordset(null::stock_line, lines_json) l);
  replaced integer[] := array(select l.movement_id from unnest(lines) l where l.movement_id is not null);
  line stock_line;
  batch integer;
  movement integer;
  posted integer[] := '{}';
begin
  perform refuse_goods_gone(replaced || undone);
  perform hold_batches(lines, replaced || undone);

  foreach line in array lines loop
    select id into strict batch from batches where product_id = line.product_id and batch_number = line.batch_number;
    if line.movement_id is null then
      insert into stock_movements (movement_type, source_type, movement_date, product_id, batch_id, warehouse_id,
        destination_warehouse_id, quantity, notes, document_id, document_number, created_by)
      values (line.movement_type, line.source_type, line.movement_date, line.product_id, batch, line.warehouse_id,
        line.destination_warehouse_id, line.quantity, line.notes, line.document_id, line.document_number, actor)
      returning id into movement;
    else
      update stock_movements set movement_type = line.movement_type, movement_date = line.movement_date,
        product_id = line.product_id, batch_id = batch, warehouse_id = line.warehouse_id,
        destination_warehouse_id = line.destination_warehouse_id, quantity = line.quantity, notes = line.notes,
        version = version + 1, modified_at = now(), modified_by = actor
      where id = line.movement_id returning id into strict movement;
    end if;
    posted := posted || movement;
  end loop;

  update stock_movements set deleted_at = now(), deleted_by = actor, version = version + 1 where id = any (undone);

  -- One statement, so that what is taken back and what is booked meet in one balance.
  insert into stock_entries (movement_id, entry_date, product_id, warehouse_id, batch_id, quantity, reverses)
  select e.movement_id, e.entry_date, e.product_id, e.warehouse_id, e.batch_id, -e.quantity, e.id
  from stock_entries e
  where e.movement_id = any (replaced || undone) and e.reverses is null
    and not exists (select from stock_entries r where r.reverses = e.id)
  union all
  select m.id, m.movement_date, m.product_id, m.warehouse_id, m.batch_id,
    case m.movement_type when 'C' then m.quantity else -m.quantity end, null
  from stock_movements m where m.id = any (posted)
  union all
  select m.id, m.movement_date, m.product_id, m.destination_warehouse_id, m.batch_id, m.quantity, null
  from stock_movements m where m.id = any (posted) and m.movement_type = 'T';
  return posted;
end $$;

-- An act and the end of its caller's access exclude each other: acts share the user, who ends its sessions has it alone.
-- A lock of this kind is fair, so that no stream of acts keeps it from being ended. What the session is now is read after
-- the wait: an act that was under way when its user was deactivated is refused, or was committed before.
create procedure hold_caller(caller integer, token bytea) language plpgsql as $$
declare
  works boolean;
  ended boolean;
begin
  perform pg_advisory_xact_lock_shared(1, caller);
  select u.is_active and u.deleted_at is null, s.ended_at is not null into works, ended
  from sessions s join users u on u.id = s.user_id where s.token_hash = token;
  if not works then
    raise exception 'the user may no longer work' using errcode = 'insufficient_privilege', constraint = 'caller_inactive';
  elsif ended is distinct from false then
    raise exception 'the session was ended' using errcode = 'insufficient_privilege', constraint = 'caller_ended';
  end if;
end $$;
