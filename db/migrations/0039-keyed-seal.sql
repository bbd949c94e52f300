-- Version 2 is keyed: an HMAC with a key that the database does not have. Version 1 is a bare SHA-256, which whoever writes the database can make anew.
alter table audit_seal add column version int not null default 1 check (version between 1 and 2);
-- Which key it is, without telling it: a trail that another server sealed is told from one that was changed.
alter table audit_seal add column key_id bytea;
alter table audit_seal add constraint audit_seal__key_id check ((key_id is null) = (version = 1));
alter table failed_sign_in add column version int not null default 1 check (version between 1 and 2);
