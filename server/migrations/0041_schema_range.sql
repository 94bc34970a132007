-- The lowest migration that a server must know to work with this schema. A migration whose first line is
-- `-- contract: NNNN` raises it to NNNN; all others only add, so that a server of the previous release keeps working.
create table schema_range (
  only_row boolean primary key default true check (only_row),
  oldest_code integer not null
);
insert into schema_range (oldest_code) values (41);
