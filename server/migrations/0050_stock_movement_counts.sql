-- How many stock movements there are per day, type, source and warehouses, so that the total of the list and the day of a
-- distant page are read without counting movements.
--
-- The rows of a key are summed on reading: each change of a movement adds a row instead of updating one, for which
-- postings would wait until the commit.
create table stock_movement_counts (
  movement_date date not null,
  movement_type text not null,
  source_type text not null,
  warehouse_id integer not null references warehouses,
  destination_warehouse_id integer references warehouses,
  -- Signed: a deletion adds -1.
  movements integer not null
);
create index stock_movement_counts_date on stock_movement_counts (movement_date);

-- The movements that existed before this table and are not counted yet: no row, or one. The server counts them in
-- portions; until then a change of one of them is not counted either.
create table stock_movements_uncounted (
  is_only boolean primary key default true check (is_only),
  first integer not null,
  last integer not null
);

create function count_stock_movement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if exists (select from stock_movements_uncounted where new.id between first and last) then return null; end if;
    if old.deleted_at is null then
      insert into stock_movement_counts values
        (old.movement_date, old.movement_type, old.source_type, old.warehouse_id, old.destination_warehouse_id, -1);
    end if;
  end if;
  if new.deleted_at is null then
    insert into stock_movement_counts values
      (new.movement_date, new.movement_type, new.source_type, new.warehouse_id, new.destination_warehouse_id, 1);
  end if;
  return null;
end $$;
create trigger stock_movements_count after insert on stock_movements for each row execute function count_stock_movement();
create trigger stock_movements_count_change after update on stock_movements for each row
  when ((old.movement_date, old.movement_type, old.source_type, old.warehouse_id, old.destination_warehouse_id, old.deleted_at is null)
    is distinct from (new.movement_date, new.movement_type, new.source_type, new.warehouse_id, new.destination_warehouse_id, new.deleted_at is null))
  execute function count_stock_movement();

-- Creating the triggers has locked the table against postings until the commit, so none is missed or counted twice.
insert into stock_movements_uncounted (first, last)
select min(id), max(id) from stock_movements having max(id) is not null;

-- Counts the next movements of those that existed before. Returns whether some are left. The lock keeps changes of
-- movements out while the border of the counted ones moves.
create function count_earlier_stock_movements(portion integer) returns boolean language plpgsql set lock_timeout = '2s' as $$
declare
  border integer;
begin
  lock table stock_movements in share row exclusive mode;
  select least(first + portion - 1, last) into border from stock_movements_uncounted for update;
  if border is null then return false; end if;
  insert into stock_movement_counts
  select m.movement_date, m.movement_type, m.source_type, m.warehouse_id, m.destination_warehouse_id, count(*)
  from stock_movements m join stock_movements_uncounted u on m.id between u.first and border
  where m.deleted_at is null group by 1, 2, 3, 4, 5;
  delete from stock_movements_uncounted where last = border;
  update stock_movements_uncounted set first = border + 1;
  return exists (select from stock_movements_uncounted);
end $$;
select count_earlier_stock_movements(10000);

-- Replaces the rows of each key by their sum. One transaction at a time; postings do not wait.
create function merge_stock_movement_counts() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('merge_stock_movement_counts', 0)) then return; end if;
  with several as (
    select movement_date, movement_type, source_type, warehouse_id, destination_warehouse_id, array_agg(ctid) as rows
    from stock_movement_counts group by 1, 2, 3, 4, 5 having count(*) > 1
  ), taken as (
    delete from stock_movement_counts where ctid in (select unnest(rows) from several)
    returning movement_date, movement_type, source_type, warehouse_id, destination_warehouse_id, movements
  )
  insert into stock_movement_counts
  select movement_date, movement_type, source_type, warehouse_id, destination_warehouse_id, sum(movements) from taken
  group by 1, 2, 3, 4, 5 having sum(movements) <> 0;
end $$;
