-- What a cluster of several machines (Citus, docs/scale.md) refuses.

-- A mail is thrown away after its time, and an invitation's pointer to it then leads nowhere: who reads it joins.
alter table invitation drop constraint invitation__mail;

-- A trigger on a table of customers runs on the machine that has the row, and can't write what is unique over all customers. So a GLN is claimed before it is
-- marked as verified, and an account of the payment provider before it is kept; a foreign key refuses what was not claimed.
drop trigger keep_verified_gln on location_gln;
drop function keep_verified_gln();
alter table verified_gln alter customer_id set default current_customer_id();
alter table verified_gln add constraint verified_gln__customer unique (customer_id, global_location_number);
-- Who claims sees the own claims; one of somebody else is refused by the primary key, without a word about whom. Not forced: glns_verified_elsewhere looks at all.
alter table verified_gln enable row level security;
create policy customer_only on verified_gln using (customer_id = (select current_customer_id())) with check (customer_id = (select current_customer_id()));
grant select, insert, delete on verified_gln to seriatim_app, seriatim_system;
alter table location_gln add column verified_number char(13) generated always as (case when is_verified then global_location_number end) stored;
alter table location_gln add constraint location_gln__verified foreign key (customer_id, verified_number) references verified_gln (customer_id, global_location_number);

drop trigger payment_account__own on payment_account;
drop function own_payment_account();
alter table payment_account_owner alter customer_id set default current_customer_id();
alter table payment_account_owner add constraint payment_account_owner__customer unique (customer_id, account);
grant insert on payment_account_owner to seriatim_app, seriatim_system;
alter table payment_account add constraint payment_account__owner foreign key (customer_id, account) references payment_account_owner (customer_id, account);

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
