-- Stock changes per product, warehouse and month of their entry date, for the stock at the end of a past day.
--
-- A key has one or more rows, which are summed on reading: each posting adds rows instead of updating one. Postings of
-- different batches of a product would otherwise wait for each other until the commit.
create table stock_months (
  product_id integer not null references products,
  warehouse_id integer not null references warehouses,
  -- The first day of the month.
  month date not null check (extract(day from month) = 1),
  -- Signed: a month in which more left than came in is below zero.
  quantity numeric not null check (quantity <> 'NaN')
);
create index stock_months_key on stock_months (product_id, warehouse_id, month) include (quantity);

-- Fills the months before postings can add to them: the lock makes concurrent postings wait for this transaction.
lock table stock_entries in share row exclusive mode;
insert into stock_months (product_id, warehouse_id, month, quantity)
select product_id, warehouse_id, date_trunc('month', entry_date), sum(quantity) from stock_entries
group by 1, 2, 3 having sum(quantity) <> 0
order by 1, 2, 3;

create function add_stock_months() returns trigger language plpgsql as $$
begin
  insert into stock_months (product_id, warehouse_id, month, quantity)
  select a.product_id, a.warehouse_id, date_trunc('month', a.entry_date), sum(a.quantity) from added a
  group by 1, 2, 3 having sum(a.quantity) <> 0;
  return null;
end $$;
-- Triggers run in the order of their names: after the balances, which refuse what is not in stock.
create trigger stock_entries_sum_months after insert on stock_entries
  referencing new table as added for each statement execute function add_stock_months();

-- Replaces the rows of each key by their sum, in months before `until`. One transaction at a time; postings do not wait.
create function merge_stock_months(until date) returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended('merge_stock_months', 0)) then return; end if;
  with several as (
    select product_id, warehouse_id, month from stock_months where month < until
    group by 1, 2, 3 having count(*) > 1
  ), taken as (
    delete from stock_months m using several s
    where (m.product_id, m.warehouse_id, m.month) = (s.product_id, s.warehouse_id, s.month)
    returning m.*
  )
  insert into stock_months (product_id, warehouse_id, month, quantity)
  select product_id, warehouse_id, month, sum(quantity) from taken
  group by 1, 2, 3 having sum(quantity) <> 0;
end $$;

-- The board starts a job no sooner than on this day.
alter table production_schedulings add column not_before date;
