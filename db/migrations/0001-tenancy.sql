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

-- Whether the tables of customers are spread over several machines (Citus, docs/scale.md).
create function is_distributed() returns boolean language plpgsql stable as $$
declare
  answer boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = to_regclass(''"user"''))' into answer;
  end if;
  return answer;
end $$;

-- Makes a table a customer's own. No policy is written by hand; the catalogue test compares every one with what this makes.
--
-- `location`: read and written by who works there. `unplaced`: a row without a location is its maker's. `shared`: a row without a location is read by
-- all of the customer, and written only by who works at all locations. In a distributed
-- database the table is distributed at once, and its policy asks without subqueries, which are refused there.
create function protect(name text, location boolean default false, unplaced boolean default false, shared boolean default false) returns void language plpgsql as $$
declare
  asked text := case when is_distributed() then '%s' else '(select %s)' end;
  customer text := format(asked, 'current_customer_id()');
  own text := format('%I = %s', case when name = 'customer' then 'id' else 'customer_id' end, customer);
  rule text := own;
  writing text;
begin
  if location then
    rule := rule || format(' and (%s = ''all'' or location_id = any (%s::bigint[])', format(asked, 'current_location_scope()'), format(asked, 'current_location_ids()'));
    if unplaced then
      rule := rule || format(' or (location_id is null and created_by_id = %s)', format(asked, 'current_user_id()'));
    end if;
    writing := rule || ')';
    if shared then
      rule := rule || ' or location_id is null';
    end if;
    rule := rule || ')';
  end if;
  if is_distributed() then
    perform create_distributed_table(format('%I', name), 'customer_id', colocate_with => '"user"');
  end if;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy customer_only on %I using (%s) with check (%s)', name, rule, coalesce(writing, rule));
  execute format('grant select, insert, update, delete on %I to seriatim_app, seriatim_system', name);
  if is_distributed() then
    -- A distributed table asks its sequences by name, with the rights of who inserts.
    grant usage on all sequences in schema public to seriatim_app, seriatim_system;
  end if;
end $$;

-- A table that is the same for all customers and that their tables name or are joined with: in a distributed database every machine has it.
create function share(name text) returns void language plpgsql as $$
begin
  if is_distributed() then
    perform create_reference_table(format('%I', name));
  end if;
end $$;

-- References of the tables that get a hundred thousand rows in one statement (docs/tenancy.md). A foreign key looks for the parent of each row, and nearly half of
-- an import was spent on that, though all of its rows have the same few parents.

-- The parent's side: rows that others name stay, and so do their keys.
create function keep_referenced() returns trigger language plpgsql as $$
declare
  scope text := current_setting('app.location_scope', true);
  found_one boolean := true;
begin
  -- A snapshot that is older than the lock on the parent would not show who came to name it meanwhile.
  if current_setting('transaction_isolation') <> 'read committed' then
    raise feature_not_supported using message = format('Rows of "%s" are deleted at the isolation level "read committed" only.', tg_table_name);
  end if;
  if tg_op <> 'TRUNCATE' then
    -- Also those at locations that are not the caller's.
    set local app.location_scope = 'all';
    if tg_op = 'DELETE' then
      execute format('select exists (select from gone where exists (select from %I child where child.customer_id = gone.customer_id and child.%I = gone.id))',
        tg_argv[1], tg_argv[2]) into found_one;
    else
      execute format('select exists (select from %I child where child.customer_id = $1 and child.%I = $2)', tg_argv[1], tg_argv[2])
        into found_one using old.customer_id, old.id;
    end if;
    execute format('set local app.location_scope = %L', coalesce(scope, ''));
  end if;
  if found_one then
    raise foreign_key_violation using table = tg_argv[1], constraint = tg_argv[0],
      message = format('%s on table "%s" violates foreign key constraint "%s" on table "%s"', lower(tg_op), tg_table_name, tg_argv[0], tg_argv[1]);
  end if;
  return null;
end $$;

-- Does what a foreign key (customer_id, column_name) to parent (customer_id, id) does, but looks once for each parent that a statement names: a row without its
-- parent is refused, and the parent is locked until the transaction ends. Unlike a foreign key it sees what the caller may see: nobody refers to what is hidden
-- from him, and nobody without a scope writes at all. Where tables are spread over machines such triggers can't be: there it is a foreign key.
create function refer(name text, child text, column_name text, parent text) returns void language plpgsql as $$
begin
  if is_distributed() then
    execute format('alter table %I add constraint %I foreign key (customer_id, %I) references %I (customer_id, id)', child, name, column_name, parent);
    return;
  end if;
  -- A function of its own for each: PostgreSQL keeps the plan of a text that does not change.
  execute format($function$
    create function %1$I() returns trigger language plpgsql as $body$
    declare
      missing text;
    begin
      if tg_op = 'INSERT' then
        select named.id into missing from (select distinct customer_id, %3$I as id from fresh where %3$I is not null) named
        where not exists (select from %4$I parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      else
        select named.id into missing
        from (select customer_id, %3$I as id from fresh where %3$I is not null except select customer_id, %3$I from stale) named
        where not exists (select from %4$I parent where parent.customer_id = named.customer_id and parent.id = named.id for key share) limit 1;
      end if;
      if found then
        raise foreign_key_violation using table = %2$L, constraint = %1$L, detail = format('There is no %%s in "%4$s" (%3$s).', missing),
          message = 'insert or update on table "%2$s" violates foreign key constraint "%1$s"';
      end if;
      return null;
    end $body$
  $function$, name, child, column_name, parent);
  execute format('create trigger %1$I after insert on %2$I referencing new table as fresh for each statement execute function %1$I()', name, child);
  execute format('create trigger %1$I after update on %2$I referencing new table as fresh old table as stale for each statement execute function %3$I()',
    name || '__change', child, name);
  execute format('create trigger %1$I after delete on %2$I referencing old table as gone for each statement execute function keep_referenced(%1$L, %3$L, %4$L)',
    name, parent, child, column_name);
  execute format('create trigger %I before truncate on %I for each statement execute function keep_referenced(%L, %L, %L)',
    name || '__truncate', parent, name, child, column_name);
  execute format('create trigger %I after update of customer_id, id on %I for each row
      when ((old.customer_id, old.id) is distinct from (new.customer_id, new.id)) execute function keep_referenced(%L, %L, %L)',
    name || '__key', parent, name, child, column_name);
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
