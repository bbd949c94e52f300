-- Which of these GLNs are verified for somebody else; of whom nothing is told. It reads one table, which the caller has not written: in a cluster (docs/scale.md)
-- what a transaction wrote as one role is not read by another, so the one before failed where a GLN was added or changed.
create function verified_elsewhere(glns text[]) returns setof char(13) language sql stable security definer set search_path = public, pg_temp as $$
  select v.global_location_number from verified_gln v where v.global_location_number = any (glns::char(13)[]) and v.customer_id <> current_customer_id()
$$;
revoke all on function verified_elsewhere(text[]) from public;
grant execute on function verified_elsewhere(text[]) to seriatim_app, seriatim_system;
drop function glns_verified_elsewhere();
