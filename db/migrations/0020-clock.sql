-- How papers and mails of a customer write the time of day: 17:05 or 5:05 PM.
alter table customer add column clock_hours int not null default 24 check (clock_hours = 12 or clock_hours = 24);

-- Who somebody is and where they work, in one round trip and in the scope of their customer; null when deactivated or unknown. The scope is as it was
-- afterwards. Keys are those of the program.
create or replace function find_person(of_customer bigint, of_user bigint) returns jsonb language plpgsql as $$
declare
  was_customer  bigint := current_customer_id();
  was_user      bigint := current_user_id();
  was_scope     text := current_location_scope();
  was_locations bigint[] := current_location_ids();
  person        jsonb;
begin
  perform set_scope(of_customer, of_user, 'all', '{}');
  person := (
    select jsonb_build_object(
      'id', u.id, 'firstName', u.first_name, 'middleName', u.middle_name, 'lastName', u.last_name, 'title', u.title, 'emailAddress', u.email_address,
      'isActive', u.is_active, 'suspectMedEmailAddress', u.suspect_med_email_address,
      'customerId', c.id, 'customerName', c.name, 'clockHours', c.clock_hours, 'adminId', c.admin_id,
      'locations', coalesce((
        select jsonb_agg(jsonb_build_object(
          'id', l.id, 'name', l.name, 'isAdmin', a.is_admin,
          -- Those that receive what this one owns (340B).
          'ownedIds', (
            select coalesce(jsonb_agg(o.id), '[]') from location o where o.customer_id = l.customer_id and o.owner_location_id = l.id
          )
        ) order by l.name)
        from user_location a join location l on l.customer_id = a.customer_id and l.id = a.location_id
        where a.customer_id = u.customer_id and a.user_id = u.id
      ), '[]')
    )
    from "user" u join customer c on c.id = u.customer_id
    where u.customer_id = of_customer and u.id = of_user and u.is_active
  );
  perform set_scope(was_customer, was_user, was_scope, was_locations);
  return person;
end $$;
