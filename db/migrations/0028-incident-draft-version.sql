-- A draft belongs to whoever opens it: what another wrote since is never overwritten.
alter table incident_draft
  -- The zone in which date and time of the determination were entered; null where nobody kept it.
  add column time_zone     text,
  add column updated_by_id bigint,
  -- Names the open form that saved last, so that it recognises its own save when the answer to it was lost.
  add column saved_with    text,
  add constraint incident_draft__updated_by foreign key (customer_id, updated_by_id) references "user" (customer_id, id);
