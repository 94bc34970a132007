-- The name of the imported file, its headers by field, and the refused rows with their values and reasons. Type json
-- keeps the order of the columns.
alter table imports add column file text;
alter table imports add column headers json;
alter table imports add column refused_rows json;
