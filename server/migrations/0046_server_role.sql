-- The bundled server connects as a role that cannot change append-only tables (platform/database/server-role.ts).
-- Erasing a person must change them, so it runs with the rights of its owner. The schema is fixed, so that the caller
-- cannot put tables or functions of its own before those of the application.
do $$
begin
  execute format('alter function erase_person(text, integer) security definer set search_path = %I, pg_temp', current_schema());
end $$;
revoke execute on function erase_person(text, integer) from public;
