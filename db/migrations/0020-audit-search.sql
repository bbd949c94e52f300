-- The trail is read newest first: all of it, one person's, one kind's.
create index audit__at on audit (customer_id, at, id);
create index audit__user_id__at on audit (customer_id, user_id, at, id);
create index audit__subject__at on audit (customer_id, subject, at, id);
