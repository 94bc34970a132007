-- The stock ledger. Every change of stock is a movement; what it does to the stock is written as signed entries, which
-- are never rewritten; the balance per product, warehouse and batch is kept beside them, here, by the database itself.

-- Signed, and never NaN.
create domain signed_amount as numeric(15, 5) check (value <> 'NaN');

-- A product that is not managed by batch has one batch, '', so that every stock key is (product, warehouse, batch).
create table batches (
  id integer generated always as identity primary key,
  product_id integer not null references products,
  batch_number text not null,
  production_date date,
  expiry_date date,
  constraint batches_number_unique unique (product_id, batch_number),
  unique (id, product_id)
);

-- A movement as it is now. What it was before an edit, or that it was deleted, is told by its entries.
create table stock_movements (
  id integer generated always as identity primary key,
  movement_type text not null check (movement_type in ('C', 'S', 'T')),
  source_type text not null check (source_type in ('PO', 'SO', 'MAN', 'PRD', 'INV')),
  movement_date date not null,
  product_id integer not null references products,
  batch_id integer not null,
  warehouse_id integer not null references warehouses,
  destination_warehouse_id integer references warehouses,
  quantity amount not null check (quantity > 0),
  notes text,
  -- the document that booked it: none for a manual one
  document_id integer,
  document_number text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users,
  foreign key (batch_id, product_id) references batches (id, product_id),
  check ((movement_type = 'T') = (destination_warehouse_id is not null)),
  check (destination_warehouse_id <> warehouse_id)
);
create index stock_movements_date on stock_movements (movement_date, id) where deleted_at is null;
create index stock_movements_product on stock_movements (product_id, movement_date) where deleted_at is null;
create index stock_movements_batch on stock_movements (batch_id) where deleted_at is null and movement_type = 'C';
create index stock_movements_document on stock_movements (source_type, document_id) where document_id is not null;

-- ── the ledger ──────────────────────────────────────────────────────────────────────────────────────────────────
create table stock_entries (
  id bigint generated always as identity primary key,
  movement_id integer not null references stock_movements,
  entry_date date not null,
  product_id integer not null references products,
  warehouse_id integer not null references warehouses,
  batch_id integer not null,
  quantity signed_amount not null check (quantity <> 0),
  -- the entry that this one takes back
  reverses bigint references stock_entries,
  created_at timestamptz not null default now(),
  foreign key (batch_id, product_id) references batches (id, product_id),
  constraint stock_entries_reversed_once unique (reverses)
);
-- with the quantity in it, what a key was on a day is read from the index alone
create index stock_entries_key on stock_entries (product_id, warehouse_id, batch_id, entry_date) include (quantity);
create index stock_entries_date on stock_entries (entry_date);
create index stock_entries_movement on stock_entries (movement_id);
create trigger stock_entries_append_only before update or delete on stock_entries for each row execute function refuse_rewrite();
create trigger stock_entries_no_truncate before truncate on stock_entries for each statement execute function refuse_rewrite();

create table stock_balances (
  id integer generated always as identity unique,
  product_id integer not null references products,
  warehouse_id integer not null references warehouses,
  batch_id integer not null,
  quantity amount not null default 0,
  primary key (product_id, warehouse_id, batch_id),
  foreign key (batch_id, product_id) references batches (id, product_id),
  -- amount says so too; this is the one with a name
  constraint stock_balances_not_negative check (quantity >= 0)
);
create index stock_balances_warehouse on stock_balances (warehouse_id) where quantity > 0;

-- Refuses what is not in stock. The area turns the detail into the answer.
create function refuse_for_stock(product integer, warehouse integer, batch integer, what jsonb) returns void language plpgsql as $$
begin
  raise exception 'not in stock' using errcode = 'check_violation', constraint = 'stock_not_negative',
    detail = what || jsonb_build_object('product_id', product, 'warehouse_id', warehouse,
      'batch_number', (select batch_number from batches where id = batch));
end $$;

-- Keeps the balances. One statement's entries are taken per key, so that an edit (a reversal and a new entry) counts as
-- its difference. Keys are made, locked and changed in their own order, so that concurrent documents never deadlock.
create function keep_stock_balances() returns trigger language plpgsql as $$
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

  -- From here on nobody else changes these keys.
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

-- Refuses when a day from `since` on would end below zero: the balance of now, less what came after that day.
create function refuse_bad_past_days(product integer, warehouse integer, batch integer, since date, taken numeric) returns void language plpgsql as $$
declare
  bad record;
begin
  with days as (
    select since as day, 0::numeric as quantity
    union all
    select e.entry_date, e.quantity from stock_entries e
    where e.product_id = product and e.warehouse_id = warehouse and e.batch_id = batch and e.entry_date > since
  ), ends as (
    select d.day, b.quantity - coalesce(sum(sum(d.quantity)) over (order by d.day desc rows between unbounded preceding and 1 preceding), 0) as quantity
    from days d, stock_balances b
    where b.product_id = product and b.warehouse_id = warehouse and b.batch_id = batch
    group by d.day, b.quantity
  )
  select e.day, e.quantity, min(e.quantity) over () as least into bad from ends e where e.quantity < 0 order by e.day limit 1;
  if found then
    perform refuse_for_stock(product, warehouse, batch,
      jsonb_build_object('day', bad.day, 'quantity', bad.quantity, 'available', greatest(taken + bad.least, 0)));
  end if;
end $$;

create trigger stock_entries_keep_balances after insert on stock_entries
  referencing new table as added for each statement execute function keep_stock_balances();

-- ── posting ─────────────────────────────────────────────────────────────────────────────────────────────────────
create type stock_line as (
  movement_id integer, -- the movement that this one replaces, which keeps its id
  movement_type text,
  source_type text,
  movement_date date,
  product_id integer,
  warehouse_id integer,
  destination_warehouse_id integer,
  batch_number text,
  production_date date,
  expiry_date date,
  keep_dates boolean, -- the batch's own dates stand, whatever is sent
  quantity numeric,
  notes text,
  document_id integer,
  document_number text
);

-- The batches that the lines name, made where they are new. A batch has one production date and one expiry date: those
-- of its loads; they may be given later, and changed while no other load stands by them.
create function hold_batches(lines stock_line[], replaced integer[]) returns void language plpgsql as $$
declare
  bad record;
begin
  insert into batches (product_id, batch_number)
  select distinct l.product_id, l.batch_number from unnest(lines) l
  where not exists (select from batches b where b.product_id = l.product_id and b.batch_number = l.batch_number)
  order by l.product_id, l.batch_number
  on conflict do nothing;

  perform from batches b
  where (b.product_id, b.batch_number) in (
    select l.product_id, l.batch_number from unnest(lines) l
    where l.movement_type = 'C' and (l.production_date is not null or l.expiry_date is not null)
  )
  order by b.product_id, b.batch_number
  for no key update;
  if not found then return; end if;

  select b.product_id, b.batch_number, b.production_date, b.expiry_date into bad
  from unnest(lines) with ordinality l join batches b using (product_id, batch_number)
  where l.movement_type = 'C' and l.keep_dates is not true
    and (b.production_date <> l.production_date or b.expiry_date <> l.expiry_date)
    and exists (
      select from stock_movements m
      where m.batch_id = b.id and m.movement_type = 'C' and m.deleted_at is null and m.id <> all (replaced)
    )
  order by l.ordinality limit 1;
  if found then perform refuse_batch_dates(bad.product_id, bad.batch_number); end if;

  -- Two lines of one document agree with each other too.
  select l.product_id, l.batch_number into bad from unnest(lines) l
  where l.movement_type = 'C' and l.keep_dates is not true
  group by l.product_id, l.batch_number
  having count(distinct l.production_date) > 1 or count(distinct l.expiry_date) > 1
  limit 1;
  if found then perform refuse_batch_dates(bad.product_id, bad.batch_number); end if;

  update batches b
  set production_date = case when l.keep_dates then coalesce(b.production_date, l.production_date) else coalesce(l.production_date, b.production_date) end,
      expiry_date = case when l.keep_dates then coalesce(b.expiry_date, l.expiry_date) else coalesce(l.expiry_date, b.expiry_date) end
  from (
    select product_id, batch_number, bool_and(keep_dates is true) as keep_dates, min(production_date) as production_date, min(expiry_date) as expiry_date
    from unnest(lines) where movement_type = 'C' group by product_id, batch_number
  ) l
  where b.product_id = l.product_id and b.batch_number = l.batch_number;
end $$;

create function refuse_batch_dates(product integer, batch text) returns void language plpgsql as $$
begin
  raise exception 'other dates' using errcode = 'check_violation', constraint = 'batches_one_date',
    detail = jsonb_build_object('product_id', product, 'batch_number', batch)::text;
end $$;

-- The one writer of the ledger: movements, batches and entries in one round trip. Takes back the movements `undone`
-- (dated as they were) and books the lines; a line with a movement_id replaces that movement. Locks batches, then stock
-- keys, each in their own order; the caller holds the documents, products and warehouses.
-- @returns the movements of the lines, in their order
create function post_stock(actor integer, lines_json jsonb, undone integer[]) returns integer[] language plpgsql as $$
declare
  lines stock_line[] := array(select l from jsonb_populate_recordset(null::stock_line, lines_json) l);
  replaced integer[] := array(select l.movement_id from unnest(lines) l where l.movement_id is not null);
  line stock_line;
  batch integer;
  movement integer;
  posted integer[] := '{}';
begin
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

-- ── stock counts ────────────────────────────────────────────────────────────────────────────────────────────────
create table stock_counts (
  id integer generated always as identity primary key,
  warehouse_id integer not null references warehouses,
  status text not null default 'open' check (status in ('open', 'posted')),
  notes text,
  posted_at timestamptz,
  posted_by integer references users,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  created_by integer references users,
  modified_at timestamptz,
  modified_by integer references users,
  deleted_at timestamptz,
  deleted_by integer references users,
  check ((status = 'posted') = (posted_at is not null))
);
create index stock_counts_created on stock_counts (created_at, id) where deleted_at is null;

-- What was found, beside what the ledger said at the moment that it was counted.
create table stock_count_items (
  count_id integer not null references stock_counts,
  product_id integer not null references products,
  batch_number text not null,
  counted_quantity amount not null,
  book_quantity amount not null,
  counted_at timestamptz not null default now(),
  counted_by integer not null references users,
  primary key (count_id, product_id, batch_number)
);

-- ── what the ledger answers for the registry ────────────────────────────────────────────────────────────────────
create or replace function warehouse_holds_stock(warehouse integer) returns boolean language sql stable as
  'select exists (select from stock_balances where warehouse_id = warehouse and quantity > 0)';

create function product_has_stock(product integer) returns boolean language sql stable as
  'select exists (select from stock_balances where product_id = product and quantity > 0)';

create function refuse_emptying_warehouse() returns trigger language plpgsql as $$
begin
  if warehouse_holds_stock(new.id) then
    raise exception 'warehouse % holds stock', new.id using errcode = 'restrict_violation', constraint = 'warehouses_not_empty';
  end if;
  return new;
end $$;
create trigger warehouses_not_empty before update of deleted_at on warehouses for each row
  when (old.deleted_at is null and new.deleted_at is not null) execute function refuse_emptying_warehouse();

-- What is in stock stays in the registry, and is counted and traced as it came in. The refusal names the column.
create function refuse_changing_stocked_product() returns trigger language plpgsql as $$
declare
  changed text := case
    when new.deleted_at is not null then 'deleted_at'
    when new.has_batch <> old.has_batch then 'has_batch'
    when new.has_expiry_date <> old.has_expiry_date then 'has_expiry_date'
    when new.has_production_date <> old.has_production_date then 'has_production_date'
    else 'unit_of_measure'
  end;
begin
  if product_has_stock(new.id) then
    raise exception 'product % has stock', new.id using errcode = 'restrict_violation', constraint = 'products_stock_' || changed;
  end if;
  return new;
end $$;
create trigger products_stocked before update on products for each row
  when (old.deleted_at is null and (new.deleted_at is not null or new.has_batch <> old.has_batch or new.has_expiry_date <> old.has_expiry_date
    or new.has_production_date <> old.has_production_date or new.unit_of_measure <> old.unit_of_measure))
  execute function refuse_changing_stocked_product();
