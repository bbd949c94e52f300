-- The locations of the other active orders of an order's document, whoever asks: a decision about a corrected file replaces all of them, so the person who
-- decides must have the right at each. The scope is as it was afterwards.
create function other_order_locations(of_order bigint) returns bigint[] language plpgsql as $$
declare
  was_customer  bigint := current_customer_id();
  was_user      bigint := current_user_id();
  was_scope     text := current_location_scope();
  was_locations bigint[] := current_location_ids();
  found         bigint[];
begin
  perform set_scope(was_customer, was_user, 'all', '{}');
  found := (
    select coalesce(array_agg(distinct o.location_id), '{}')
    from epcis_document own
    join epcis_document d on d.customer_id = own.customer_id and d.id <> own.id and (d.id = own.part_of_id or d.part_of_id = coalesce(own.part_of_id, own.id))
    join "order" o on o.customer_id = d.customer_id and o.id = d.id and o.voided_at is null
    where own.customer_id = was_customer and own.id = of_order
  );
  perform set_scope(was_customer, was_user, was_scope, was_locations);
  return found;
end $$;
