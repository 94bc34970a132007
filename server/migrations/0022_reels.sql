-- Reels: batches of one, with their physical data, readings and links; holds of batches; the cost of batches.

-- ── registry ────────────────────────────────────────────────────────────────────────────────────────────────────
alter table products
  add column is_reel boolean not null default false,
  add column peso_adesivo amount,
  add column spessore_carta amount;
alter table products add constraint products_reel check (
  not is_reel or (has_batch and unit_of_measure in ('kg', 'm') and (coalesce(peso_carta, 0) > 0 or coalesce(spessore_film, 0) > 0))
) not valid;
alter table products validate constraint products_reel;
alter table company add column gs1_prefix text check (gs1_prefix ~ '^[0-9]{7,10}$');
alter table settings
  add column reel_check_percent percentage not null default 3,
  add column scrap_below_m amount not null default 0,
  add column use_proposals boolean not null default true,
  add column use_reels boolean not null default true,
  add column use_runs boolean not null default true,
  add column use_slitting boolean not null default true,
  add column use_schedule boolean not null default true;

create or replace function refuse_changing_stocked_product() returns trigger language plpgsql as $$
declare
  changed text := case
    when new.deleted_at is not null then 'deleted_at'
    when new.has_batch <> old.has_batch then 'has_batch'
    when new.has_expiry_date <> old.has_expiry_date then 'has_expiry_date'
    when new.has_production_date <> old.has_production_date then 'has_production_date'
    when old.is_reel and not new.is_reel then 'is_reel'
    else 'unit_of_measure'
  end;
begin
  if product_has_stock(new.id) then
    raise exception 'product % has stock', new.id using errcode = 'restrict_violation', constraint = 'products_stock_' || changed;
  end if;
  return new;
end $$;
drop trigger products_stocked on products;
create trigger products_stocked before update on products for each row
  when (old.deleted_at is null and (new.deleted_at is not null or new.has_batch <> old.has_batch or new.has_expiry_date <> old.has_expiry_date
    or new.has_production_date <> old.has_production_date or new.unit_of_measure <> old.unit_of_measure or (old.is_reel and not new.is_reel)))
  execute function refuse_changing_stocked_product();

-- ── batches and reels ───────────────────────────────────────────────────────────────────────────────────────────
alter table batches
  add column hold_reason text check (hold_reason <> ''),
  add column held_at timestamptz,
  add column held_by integer references users,
  add column sscc text check (sscc ~ '^[0-9]{18}$'),
  add column version integer not null default 1,
  add constraint batches_hold check ((hold_reason is null) = (held_at is null) and (hold_reason is null or batch_number <> ''));
create unique index batches_sscc on batches (sscc) where sscc is not null;
create unique index batches_whole on batches (id, product_id, batch_number);
-- The balances of one batch in all warehouses.
create index stock_balances_batch on stock_balances (batch_id);

create table reels (
  batch_id integer primary key,
  product_id integer not null references products,
  -- The batch number, by the foreign key.
  code text not null unique check (code <> ''),
  width_mm numeric(7, 1) not null check (width_mm > 0),
  -- By the certificate of the mill; null: that of the product.
  gsm amount check (gsm > 0),
  caliper_um amount check (caliper_um > 0),
  core_mm amount check (core_mm > 0),
  core_inner_mm amount check (core_inner_mm > 0),
  -- As last measured.
  od_mm amount check (od_mm > 0),
  tare_kg amount,
  initial_quantity amount not null check (initial_quantity > 0),
  splices smallint check (splices >= 0),
  winding smallint check (winding in (0, 1, 9)),
  supplier_lot text,
  mill_number text,
  location text,
  -- The machine that bears the reel.
  machine_id integer references machines,
  mounted_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  foreign key (batch_id, product_id, code) references batches (id, product_id, batch_number),
  check ((machine_id is null) = (mounted_at is null))
);

-- A reel is the only load of its batch. Another act can use a number between its choice and the posting: the act with
-- the reel then starts again with the next number.
create function refuse_shared_reel() returns trigger language plpgsql as $$
begin
  if (select count(*) from stock_movements where batch_id = new.batch_id) > 1 then
    raise exception 'batch % has other movements', new.code using errcode = 'serialization_failure';
  end if;
  return new;
end $$;
create trigger reels_alone before insert on reels for each row execute function refuse_shared_reel();
create index reels_product_width on reels (product_id, width_mm);
create index reels_mill_number on reels (lower(mill_number)) where mill_number is not null;
create index reels_machine on reels (machine_id) where machine_id is not null;
create index reels_code_order on reels ((lower(code) collate "C"), batch_id);
create index reels_search on reels using gin (
  lower(strip_accents(code || E'\n' || coalesce(supplier_lot, '') || E'\n' || coalesce(mill_number, '') || E'\n' || coalesce(location, ''))) gin_trgm_ops
);

-- What was measured on a reel, and its quantity in all warehouses before and after.
create table reel_readings (
  id integer generated always as identity primary key,
  batch_id integer not null references reels,
  at timestamptz not null default now(),
  by integer references users,
  kind text not null check (kind in ('receipt', 'mount', 'return', 'count')),
  gross_kg amount,
  od_mm amount,
  counter_m amount,
  quantity_before amount not null,
  quantity_after amount not null,
  -- The first of its movements; null if it changed nothing.
  movement_id integer references stock_movements
);
create index reel_readings_batch on reel_readings (batch_id, id);
create trigger reel_readings_append_only before update or delete on reel_readings for each row execute function refuse_rewrite();
create trigger reel_readings_no_truncate before truncate on reel_readings for each statement execute function refuse_rewrite();

-- Which batch was made of which.
create table batch_links (
  id integer generated always as identity primary key,
  input_batch integer not null references batches,
  output_batch integer not null references batches,
  source text not null check (source in ('run', 'load', 'split', 'pallet')),
  -- split, pallet: the movement that took the input out.
  source_id integer not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  check (input_batch <> output_batch)
);
create unique index batch_links_once on batch_links (input_batch, output_batch, source, source_id) where undone_at is null;
create index batch_links_output on batch_links (output_batch, input_batch);

create function refuse_rewriting_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.undone_at is not null or new.undone_at is null
    or (new.id, new.input_batch, new.output_batch, new.source, new.source_id, new.created_at)
      is distinct from (old.id, old.input_batch, old.output_batch, old.source, old.source_id, old.created_at) then
    raise exception 'batch_links can only be undone' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger batch_links_append_only before update or delete on batch_links for each row execute function refuse_rewriting_link();
create trigger batch_links_no_truncate before truncate on batch_links for each statement execute function refuse_rewrite();

-- ── the ledger ──────────────────────────────────────────────────────────────────────────────────────────────────
-- USE: consumption by a run. SPL: a split or a pallet.
alter table stock_movements add constraint stock_movements_source
  check (source_type in ('PO', 'SO', 'MAN', 'PRD', 'INV', 'USE', 'SPL')) not valid;
alter table stock_movements validate constraint stock_movements_source;
alter table stock_movements drop constraint stock_movements_source_type_check;

-- A manual load or a receipt never loads a reel again: its quantity rises only by a count or a reversal.
create function refuse_loading_reel() returns trigger language plpgsql as $$
declare
  taken text;
begin
  select r.code into taken from batches b join reels r on r.code = b.batch_number where b.id = new.batch_id;
  if found then
    raise exception 'reel % exists', taken using errcode = 'restrict_violation', constraint = 'reels_loaded_once',
      detail = jsonb_build_object('product_id', new.product_id, 'warehouse_id', new.warehouse_id, 'batch_number', taken)::text;
  end if;
  return new;
end $$;
create trigger stock_movements_reel_loaded before insert or update of batch_id on stock_movements for each row
  when (new.movement_type = 'C' and new.source_type in ('MAN', 'PO')) execute function refuse_loading_reel();

-- As in 0002, but for the refusals of held batches and mounted reels after the locks. Reversals pass for held batches.
-- For a mounted reel consumption and counts pass; a weighing is an INV movement without a document.
create or replace function keep_stock_balances() returns trigger language plpgsql as $$
declare
  bad record;
begin
  insert into stock_balances (product_id, warehouse_id, batch_id)
  select distinct a.product_id, a.warehouse_id, a.batch_id from added a
  where not exists (
    select from stock_balances b where b.product_id = a.product_id and b.warehouse_id = a.warehouse_id and b.batch_id = a.batch_id
  )
  order by a.product_id, a.warehouse_id, a.batch_id
  on conflict do nothing;

  perform from stock_balances b
  where (b.product_id, b.warehouse_id, b.batch_id) in (select a.product_id, a.warehouse_id, a.batch_id from added a)
  order by b.product_id, b.warehouse_id, b.batch_id
  for no key update;

  -- From here on nobody else changes these keys, and no batch of them is put on hold or mounted.
  select a.product_id, a.warehouse_id, b.batch_number, b.hold_reason is not null and a.reverses is null
      and m.movement_type = 'S' and m.source_type <> 'INV' and not (m.source_type = 'USE' and r.machine_id is not null) as is_held,
    (select code from machines where id = r.machine_id) as machine_code into bad
  from added a
  join batches b on b.id = a.batch_id
  join stock_movements m on m.id = a.movement_id
  left join reels r on r.batch_id = a.batch_id
  where a.quantity < 0 and (
    (b.hold_reason is not null and a.reverses is null and m.movement_type = 'S' and m.source_type <> 'INV'
      and not (m.source_type = 'USE' and r.machine_id is not null))
    or (r.machine_id is not null and m.source_type <> 'USE' and not (m.source_type = 'INV' and m.document_id is not null))
  )
  order by is_held desc, a.product_id, a.warehouse_id, a.batch_id
  limit 1;
  if found then
    raise exception 'batch % is not available', bad.batch_number using errcode = 'restrict_violation',
      constraint = case when bad.is_held then 'batches_on_hold' else 'reels_mounted' end,
      detail = jsonb_build_object('product_id', bad.product_id, 'warehouse_id', bad.warehouse_id,
        'batch_number', bad.batch_number, 'machine_code', bad.machine_code)::text;
  end if;

  select b.product_id, b.warehouse_id, b.batch_id, b.quantity into bad
  from stock_balances b join added a using (product_id, warehouse_id, batch_id)
  group by b.product_id, b.warehouse_id, b.batch_id
  having b.quantity + sum(a.quantity) < 0
  order by b.product_id, b.warehouse_id, b.batch_id
  limit 1;
  if found then
    perform refuse_for_stock(bad.product_id, bad.warehouse_id, bad.batch_id, jsonb_build_object('available', bad.quantity));
  end if;

  update stock_balances b set quantity = b.quantity + a.quantity
  from (select product_id, warehouse_id, batch_id, sum(quantity) as quantity from added group by product_id, warehouse_id, batch_id) a
  where b.product_id = a.product_id and b.warehouse_id = a.warehouse_id and b.batch_id = a.batch_id and a.quantity <> 0;

  perform refuse_bad_past_days(k.product_id, k.warehouse_id, k.batch_id, k.since, k.taken)
  from (
    select a.product_id, a.warehouse_id, a.batch_id, min(a.entry_date) as since, -sum(least(a.quantity, 0)) as taken
    from added a group by a.product_id, a.warehouse_id, a.batch_id having min(a.quantity) < 0
  ) k
  where exists (
    select from stock_entries e
    where e.product_id = k.product_id and e.warehouse_id = k.warehouse_id and e.batch_id = k.batch_id and e.entry_date > k.since
  );
  return null;
end $$;

-- Locks batches and their reels, then all stock keys of the batches: for holds, mounts and weighings, which no posting of
-- these batches may overlap. Keys are locked twice, because a transfer may have added one before the first pass ended.
create function lock_batches(ids integer[]) returns void language plpgsql as $$
begin
  perform from batches where id = any (ids) order by product_id, batch_number for no key update;
  perform from reels where batch_id = any (ids) order by product_id, code for no key update;
  for pass in 1..2 loop
    perform from stock_balances where batch_id = any (ids) order by product_id, warehouse_id, batch_id for no key update;
  end loop;
end $$;

-- ── numbers ─────────────────────────────────────────────────────────────────────────────────────────────────────
-- The next n numbers of reels, without gaps; numbers that a batch has already are passed over. An act calls it after it
-- has locked products and warehouses, and before batches and stock keys: the numbers are needed for the posting.
create function next_reel_numbers(n integer, day date) returns text[] language plpgsql as $$
declare
  codes text[] := '{}';
  at integer;
  code text;
begin
  perform stand_in_line('R', day);
  insert into number_series (kind, year, last) values ('R', extract(year from day), 0) on conflict (kind, year) do nothing;
  select last into at from number_series where kind = 'R' and year = extract(year from day) for update;
  while cardinality(codes) < n loop
    at := at + 1;
    code := 'R' || to_char(day, 'YY') || '-' || lpad(at::text, greatest(6, length(at::text)), '0');
    if not exists (select from batches where lower(batch_number) collate "C" = lower(code) collate "C" and batch_number <> '') then
      codes := codes || code;
    end if;
  end loop;
  update number_series set last = at where kind = 'R' and year = extract(year from day);
  return codes;
end $$;

-- The next n serial shipping container codes (SSCC): extension digit 0, company prefix, serial, check digit. The serial
-- never begins again. Nulls without a company prefix. Taken where next_reel_numbers is.
create function next_ssccs(n integer) returns text[] language plpgsql as $$
declare
  prefix text := (select gs1_prefix from company);
  final integer;
  places integer := 16 - length(prefix);
begin
  if prefix is null then return array_fill(null::text, array[n]); end if;
  insert into number_series as s (kind, year, last) values ('SSCC', 0, n)
  on conflict (kind, year) do update set last = s.last + n
  returning last into final;
  if length(final::text) > places then
    raise exception 'the serials of prefix % are used up', prefix using errcode = 'restrict_violation', constraint = 'sscc_used_up';
  end if;
  return array(
    select body || gs1_check_digit(body)
    from (select '0' || prefix || lpad(serial::text, places, '0') as body, serial from generate_series(final - n + 1, final) serial) s
    order by serial
  );
end $$;

create function gs1_check_digit(body text) returns text language sql immutable parallel safe as $$
  select ((10 - sum(substr(reverse(body), at, 1)::integer * case when at % 2 = 1 then 3 else 1 end) % 10) % 10)::text
  from generate_series(1, length(body)) at
$$;

-- ── cost ────────────────────────────────────────────────────────────────────────────────────────────────────────
create table batch_costs (
  batch_id integer primary key references batches,
  -- Both null: known in part only, or in several currencies.
  unit_cost numeric(15, 5) check (unit_cost >= 0 and unit_cost <> 'NaN'),
  currency text check (currency in ('EUR', 'USD', 'MAD', 'CNY')),
  source text not null check (source in ('receipt', 'run', 'list')),
  check ((unit_cost is null) = (currency is null))
);

-- The cost of a batch by its receipts: the average by quantity; null in several currencies.
create function received_costs(batch_ids integer[]) returns table (batch_id integer, unit_cost numeric, currency text) language sql stable as $$
  select m.batch_id,
    case when count(distinct o.currency) = 1 then round(sum(m.quantity * i.unit_price) / sum(m.quantity), 5) end,
    case when count(distinct o.currency) = 1 then min(o.currency) end
  from stock_movements m
  join batches b on b.id = m.batch_id and b.batch_number <> ''
  join goods_receipt_movements g on g.movement_id = m.id
  join goods_receipt_items l on l.id = g.receipt_item_id
  join purchase_order_items i on i.id = l.order_item_id
  join purchase_orders o on o.id = i.order_id
  where m.batch_id = any (batch_ids) and m.deleted_at is null
  group by m.batch_id
$$;

-- The cost of a batch that was made by a split or a pallet: the average of its inputs by the quantities taken; null if
-- one of them has none, or in several currencies.
create function split_costs(batch_ids integer[]) returns table (batch_id integer, unit_cost numeric, currency text, source text) language sql stable as $$
  select l.output_batch,
    case when count(distinct c.currency) = 1 and count(c.unit_cost) = count(*) then round(sum(m.quantity * c.unit_cost) / sum(m.quantity), 5) end,
    case when count(distinct c.currency) = 1 and count(c.unit_cost) = count(*) then min(c.currency) end,
    coalesce(min(c.source), 'receipt')
  from batch_links l
  join stock_movements m on m.id = l.source_id
  left join batch_costs c on c.batch_id = l.input_batch
  where l.output_batch = any (batch_ids) and l.source in ('split', 'pallet') and l.undone_at is null
  group by l.output_batch
  having count(c.batch_id) > 0
$$;

-- Writes the cost of received batches, and of what was made of them by splits and pallets. The rows are locked first, so
-- that of two receipts of one batch the later one sees both.
create function keep_received_costs(batch_ids integer[]) returns void language plpgsql as $$
begin
  insert into batch_costs (batch_id, source)
  select c.batch_id, 'receipt' from received_costs(batch_ids) c order by c.batch_id on conflict do nothing;
  perform from batch_costs where batch_id = any (batch_ids) order by batch_id for update;
  update batch_costs b set unit_cost = c.unit_cost, currency = c.currency, source = 'receipt'
  from received_costs(batch_ids) c where c.batch_id = b.batch_id;
  perform keep_split_costs(array(
    select distinct output_batch from batch_links
    where input_batch = any (batch_ids) and source in ('split', 'pallet') and undone_at is null
  ));
end $$;

-- Writes the cost of batches that were made by splits and pallets, and of what was made of these.
create function keep_split_costs(batch_ids integer[]) returns void language plpgsql as $$
declare
  made integer[] := batch_ids;
  done integer[] := '{}';
begin
  while cardinality(made) > 0 loop
    insert into batch_costs (batch_id, unit_cost, currency, source)
    select c.batch_id, c.unit_cost, c.currency, c.source from split_costs(made) c order by c.batch_id
    on conflict (batch_id) do update set unit_cost = excluded.unit_cost, currency = excluded.currency, source = excluded.source;
    done := done || made;
    made := array(
      select distinct output_batch from batch_links
      where input_batch = any (made) and source in ('split', 'pallet') and undone_at is null and output_batch <> all (done)
    );
  end loop;
end $$;

select keep_received_costs(array(
  select distinct m.batch_id from goods_receipt_movements g join stock_movements m on m.id = g.movement_id
));
