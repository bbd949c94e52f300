-- What happened to one thing, for its own story: the trail asked by its subject, and all holds of a med, those that are over too.
create index audit__subject__subject_id on audit (customer_id, subject, subject_id, id) where subject_id is not null;
create index hold_med__story on hold_med (customer_id, med_id, hold_id);
