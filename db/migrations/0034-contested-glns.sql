-- Two customers may say that one GLN is theirs (decision 50). The first one does not lock the second out, and no refusal tells anybody whether a GLN is verified
-- for somebody else. The operator is told of both and decides.
alter table verified_gln drop constraint verified_gln__global_location_number;
alter table verified_gln add constraint verified_gln__global_location_number primary key (global_location_number, customer_id);

drop function verified_elsewhere(text[]);

-- GLNs that several customers have verified, or this one of them. Only the system's role asks: no customer learns whether somebody else has a GLN.
create function contested_glns(gln text) returns table (global_location_number char(13), customer_id bigint)
language sql stable security definer set search_path = public, pg_temp as $$
  select v.global_location_number, v.customer_id from verified_gln v
  where (gln is null or v.global_location_number = gln::char(13))
    and exists (select from verified_gln o where o.global_location_number = v.global_location_number and o.customer_id <> v.customer_id)
$$;
revoke all on function contested_glns(text) from public;
grant execute on function contested_glns(text) to seriatim_system;
