-- Who wants the next number of a series stands in line for it. The row of the series alone keeps no line: whoever comes
-- just as it is released has it, and of sixteen orders at once one waited two seconds while a hundred passed.
create function stand_in_line(series text, day date) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('number ' || series || extract(year from day), 0))
$$;

create or replace function next_number(series text, day date) returns text language sql as $$
  select stand_in_line(series, day);
  insert into number_series as s (kind, year, last) values (series, extract(year from day), 1)
  on conflict (kind, year) do update set last = s.last + 1
  returning s.kind || '-' || s.year || '/' || lpad(s.last::text, greatest(5, length(s.last::text)), '0')
$$;

create or replace function next_dated_number(series text, day date) returns text language plpgsql as $$
declare
  number text;
begin
  perform stand_in_line(series, day);
  insert into number_series as s (kind, year, last, last_day) values (series, extract(year from day), 1, day)
  on conflict (kind, year) do update set last = s.last + 1, last_day = excluded.last_day
    where s.last_day is null or s.last_day <= excluded.last_day
  returning s.kind || '-' || s.year || '/' || lpad(s.last::text, greatest(5, length(s.last::text)), '0') into number;
  if number is null then
    raise exception 'a later day is numbered in %', series using errcode = 'serialization_failure';
  end if;
  return number;
end $$;
