-- The name of the imported file, its headers by field, and the refused rows with their values and reasons.
alter table imports add column file text;
alter table imports add column headers jsonb;
alter table imports add column refused_rows jsonb;
