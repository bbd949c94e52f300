-- The program can use the job engine's tables, which belong to the owner, only through these functions. They are recreated after every migration of
-- the engine.
drop function if exists graphile_worker.enqueue(text, json, text, text);
create or replace function graphile_worker.enqueue(task text, payload json, key text default null, queue text default null, delay_seconds int default null) returns bigint
  language sql security definer set search_path = pg_catalog, pg_temp as $$
  select id from graphile_worker.add_job(
    identifier => task,
    payload => json_build_object(
      'customerId', nullif(current_setting('app.customer_id', true), '')::bigint,
      'userId', nullif(current_setting('app.user_id', true), '')::bigint,
      'input', payload
    ),
    job_key => key,
    -- Jobs of one queue run one after the other.
    queue_name => queue,
    run_at => case when delay_seconds is not null then now() + make_interval(secs => delay_seconds) end
  )
$$;
-- Ids of the jobs that failed for the last time in the last seven days and wait for an operator.
create or replace function graphile_worker.list_given_up() returns setof bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from graphile_worker.jobs
  where attempts >= max_attempts and locked_at is null and updated_at > now() - interval '7 days'
$$;
revoke all on function graphile_worker.list_given_up() from public;
grant execute on function graphile_worker.list_given_up() to seriatim_app, seriatim_system;
revoke all on function graphile_worker.enqueue(text, json, text, text, int) from public;
grant usage on schema graphile_worker to seriatim_app, seriatim_system;
grant execute on function graphile_worker.enqueue(text, json, text, text, int) to seriatim_app, seriatim_system;
