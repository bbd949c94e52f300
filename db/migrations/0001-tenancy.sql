-- Tenant scoping (ARCHITECTURE.md, "Tenant scoping"): the settings of one transaction, and the one policy of every customer table.

create function current_customer_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.customer_id', true), '')::bigint $$;

create function current_user_id() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('app.user_id', true), '')::bigint $$;

-- 'all' for the customer admin and for jobs, 'some' for everybody else.
create function current_location_scope() returns text language sql stable parallel safe
  as $$ select nullif(current_setting('app.location_scope', true), '') $$;

create function current_location_ids() returns bigint[] language sql stable parallel safe
  as $$ select coalesce(nullif(current_setting('app.location_ids', true), ''), '{}')::bigint[] $$;

-- `set local`, not set_config: only the former reaches the workers when the tables are distributed one day.
create function set_scope(customer_id bigint, user_id bigint, scope text, location_ids bigint[]) returns void language plpgsql as $$
begin
  execute format('set local app.customer_id = %L', coalesce(customer_id::text, ''));
  execute format('set local app.user_id = %L', coalesce(user_id::text, ''));
  execute format('set local app.location_scope = %L', coalesce(scope, ''));
  execute format('set local app.location_ids = %L', coalesce(location_ids::text, ''));
end $$;

-- Makes a table a customer's own. No policy is written by hand; the catalogue test compares every one with what this makes.
--
-- `location`: read and written by who works there. `unplaced`: a row without a location is its maker's. `shared`: a row without a location is read by
-- all of the customer, and written only by who works at all locations.
create function protect(name text, location boolean default false, unplaced boolean default false, shared boolean default false) returns void language plpgsql as $$
declare
  own text := format('%I = (select current_customer_id())', case when name = 'customer' then 'id' else 'customer_id' end);
  rule text := own;
  writing text;
begin
  if location then
    rule := rule || ' and ((select current_location_scope()) = ''all'' or location_id = any ((select current_location_ids())::bigint[])';
    if unplaced then
      rule := rule || ' or (location_id is null and created_by_id = (select current_user_id()))';
    end if;
    writing := rule || ')';
    if shared then
      rule := rule || ' or location_id is null';
    end if;
    rule := rule || ')';
  end if;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy customer_only on %I using (%s) with check (%s)', name, rule, coalesce(writing, rule));
  execute format('grant select, insert, update, delete on %I to seriatim_app, seriatim_system', name);
end $$;

create table state (
  id   bigint not null generated always as identity primary key,
  name text not null,
  code char(2) not null
);
create unique index state__code on state (code);
grant select on state to seriatim_app, seriatim_system;

insert into state (name, code) values
  ('Alabama', 'AL'), ('Alaska', 'AK'), ('Arizona', 'AZ'), ('Arkansas', 'AR'), ('California', 'CA'), ('Colorado', 'CO'), ('Connecticut', 'CT'),
  ('Delaware', 'DE'), ('District of Columbia', 'DC'), ('Florida', 'FL'), ('Georgia', 'GA'), ('Hawaii', 'HI'), ('Idaho', 'ID'), ('Illinois', 'IL'),
  ('Indiana', 'IN'), ('Iowa', 'IA'), ('Kansas', 'KS'), ('Kentucky', 'KY'), ('Louisiana', 'LA'), ('Maine', 'ME'), ('Maryland', 'MD'),
  ('Massachusetts', 'MA'), ('Michigan', 'MI'), ('Minnesota', 'MN'), ('Mississippi', 'MS'), ('Missouri', 'MO'), ('Montana', 'MT'), ('Nebraska', 'NE'),
  ('Nevada', 'NV'), ('New Hampshire', 'NH'), ('New Jersey', 'NJ'), ('New Mexico', 'NM'), ('New York', 'NY'), ('North Carolina', 'NC'),
  ('North Dakota', 'ND'), ('Ohio', 'OH'), ('Oklahoma', 'OK'), ('Oregon', 'OR'), ('Pennsylvania', 'PA'), ('Rhode Island', 'RI'),
  ('South Carolina', 'SC'), ('South Dakota', 'SD'), ('Tennessee', 'TN'), ('Texas', 'TX'), ('Utah', 'UT'), ('Vermont', 'VT'), ('Virginia', 'VA'),
  ('Washington', 'WA'), ('West Virginia', 'WV'), ('Wisconsin', 'WI'), ('Wyoming', 'WY'), ('Puerto Rico', 'PR'), ('Guam', 'GU'),
  ('U.S. Virgin Islands', 'VI'), ('American Samoa', 'AS'), ('Northern Mariana Islands', 'MP');
