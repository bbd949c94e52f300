-- What a cluster of several machines (Citus, docs/scale.md) refuses.

-- A mail is thrown away after its time, and an invitation's pointer to it then leads nowhere: who reads it joins.
alter table invitation drop constraint invitation__mail;

-- A trigger on a table of customers runs on the machine that has the row, and can't write what is unique over all customers. So a GLN is claimed before it is
-- marked as verified, and an account of the payment provider before it is kept; a foreign key refuses what was not claimed.
drop trigger keep_verified_gln on location_gln;
drop function keep_verified_gln();
alter table verified_gln add constraint verified_gln__customer unique (global_location_number, customer_id);
alter table location_gln add column verified_number char(13) generated always as (case when is_verified then global_location_number end) stored;
alter table location_gln add constraint location_gln__verified foreign key (verified_number, customer_id) references verified_gln (global_location_number, customer_id);

-- Claimed by somebody else, it is refused by verified_gln__global_location_number, without a word about whom.
create function claim_gln(gln char(13)) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into verified_gln (global_location_number, customer_id) values (gln, current_customer_id()) on conflict (global_location_number, customer_id) do nothing;
end $$;

create function release_gln(gln char(13)) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from verified_gln v where v.global_location_number = gln and v.customer_id = current_customer_id();
end $$;

drop trigger payment_account__own on payment_account;
drop function own_payment_account();
alter table payment_account_owner add constraint payment_account_owner__customer unique (account, customer_id);
alter table payment_account add constraint payment_account__owner foreign key (account, customer_id) references payment_account_owner (account, customer_id);

create function claim_payment_account(name text) returns void language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into payment_account_owner (account, customer_id) values (name, current_customer_id()) on conflict (account, customer_id) do nothing;
end $$;

revoke all on function claim_gln(char), release_gln(char), claim_payment_account(text) from public;
grant execute on function claim_gln(char), release_gln(char), claim_payment_account(text) to seriatim_app, seriatim_system;

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
