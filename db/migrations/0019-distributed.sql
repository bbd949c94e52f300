-- What a cluster of several machines (Citus, docs/scale.md) refuses.

-- A mail is thrown away after its time, and an invitation's pointer to it then leads nowhere: who reads it joins.
alter table invitation drop constraint invitation__mail;

-- As before (migration 0001); in a distributed database the table is distributed at once, and its policy asks without subqueries, which are refused there.
create or replace function protect(name text, location boolean default false, unplaced boolean default false, shared boolean default false) returns void language plpgsql as $$
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
end $$;

-- A table that is the same for all customers and that their tables name or are joined with: in a distributed database every machine has it.
create function share(name text) returns void language plpgsql as $$
begin
  if is_distributed() then
    perform create_reference_table(format('%I', name));
  end if;
end $$;
