-- References of the tables that get a hundred thousand rows in one statement (ARCHITECTURE.md, "References checked once a statement"). A foreign key looks for
-- the parent of each row, and nearly half of an import was spent on that, though all of its rows have the same few parents.

-- Whether the tables of customers are spread over several machines (Citus, docs/scale.md).
create function is_distributed() returns boolean language plpgsql stable as $$
declare
  answer boolean := false;
begin
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute 'select exists (select from pg_dist_partition where logicalrelid = ''"user"''::regclass)' into answer;
  end if;
  return answer;
end $$;

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

alter table med drop constraint med__location, drop constraint med__vocabulary, drop constraint med__receipt;
select refer('med__location', 'med', 'location_id', 'location');
select refer('med__vocabulary', 'med', 'epcis_med_vocabulary_id', 'epcis_med_vocabulary');
select refer('med__receipt', 'med', 'receipt_id', 'receipt');

alter table document_med drop constraint document_med__order, drop constraint document_med__med, drop constraint document_med__receipt;
select refer('document_med__order', 'document_med', 'document_id', 'order');
select refer('document_med__med', 'document_med', 'med_id', 'med');
select refer('document_med__receipt', 'document_med', 'receipt_id', 'receipt');
