-- The reading of a return that was undone: what it measured is no longer compared with later measurements.
alter table reel_readings add column undoes integer references reel_readings;
create unique index reel_readings_undoes on reel_readings (undoes) where undoes is not null;
