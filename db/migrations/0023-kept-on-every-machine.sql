-- In a cluster (docs/scale.md) a trigger of a distributed table runs on the machines that have the rows. One that also refuses a truncate stays on the coordinator,
-- which changes no row itself: there the trail was kept from a truncate and not from its owner's update. So each is two.
set local citus.enable_unsafe_triggers = on;
drop trigger audit_is_kept on audit;
drop trigger audit_seal_is_kept on audit_seal;
create trigger audit_is_kept before update or delete on audit for each statement execute function refuse_change();
create trigger audit_is_kept__truncate before truncate on audit for each statement execute function refuse_change();
create trigger audit_seal_is_kept before update or delete on audit_seal for each statement execute function refuse_change();
create trigger audit_seal_is_kept__truncate before truncate on audit_seal for each statement execute function refuse_change();
