-- The GLNs of the location that owns the goods of another one (340B), whoever asks: the documents of a shipment name the owner as the seller, also if the
-- person who prepares it has no access to that location. Verified GLNs that receive shipments come first. The scope is as it was afterwards.
create function goods_owner_glns(of_location bigint) returns text[] language plpgsql as $$
declare
  was_customer  bigint := current_customer_id();
  was_user      bigint := current_user_id();
  was_scope     text := current_location_scope();
  was_locations bigint[] := current_location_ids();
  found         text[];
begin
  perform set_scope(was_customer, was_user, 'all', '{}');
  found := (
    select coalesce(array_agg(g.global_location_number::text order by (g.is_verified and g.disposition <> 'BILL TO') desc, g.id), '{}')
    from location l
    join location_gln g on g.customer_id = l.customer_id and g.location_id = l.owner_location_id
    where l.customer_id = was_customer and l.id = of_location
  );
  perform set_scope(was_customer, was_user, was_scope, was_locations);
  return found;
end $$;
