-- The planner estimates how many rows contain a word from 100 texts of a table. A word that happens to be in one of them
-- counts as one row in a hundred, so that in a long table it expected to find a page soon by reading in the order of the
-- list, and read all rows. 1000 texts are enough for some two million rows.
do $$
declare
  searched record;
  grown regclass;
  tables regclass[] = '{}';
begin
  for searched in
    select i.indexrelid::regclass as index, i.indrelid::regclass as "table", key.position
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_am m on m.oid = c.relam and m.amname = 'gin'
    cross join unnest(i.indkey::smallint[]) with ordinality key (attribute, position)
    where key.attribute = 0 and c.relnamespace = current_schema()::regnamespace
  loop
    execute format('alter index %s alter column %s set statistics 1000', searched.index, searched.position);
    if searched.table <> all (tables) then tables = tables || searched.table; end if;
  end loop;
  foreach grown in array tables loop
    execute format('analyze %s', grown);
  end loop;
end $$;
