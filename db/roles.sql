-- The two roles as which the program connects. The owner (DATABASE_URL) runs this file before every migration. Each step is skipped if it is already
-- done, so the owner needs no CREATEROLE if the administrator of the database made the roles beforehand.
do $$
declare
  wanted text;
  -- `set role` requires this option; since PostgreSQL 16 it is separate from plain membership.
  needed text := case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end;
begin
  foreach wanted in array array['seriatim_app', 'seriatim_system'] loop
    if not exists (select from pg_roles where rolname = wanted) then
      execute format('create role %I login noinherit nobypassrls', wanted);
    end if;
    if not pg_has_role(current_user, wanted, needed) then
      execute format('grant %I to %I', wanted, current_user);
    end if;
  end loop;
end $$;
