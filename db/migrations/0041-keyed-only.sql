-- Before the first release seals and failed sign-ins had hashes without a key, which whoever writes the database can make anew, also today.
-- So none of them counts: the lines of the trail are sealed anew with the key, and the chain of failed sign-ins begins with the next one.
alter table audit_seal disable trigger user;
truncate audit_seal;
alter table audit_seal enable trigger user;
alter table audit_seal drop constraint audit_seal__key_id;
alter table audit_seal drop column version;
alter table audit_seal alter column key_id set not null;
alter table failed_sign_in disable trigger user;
truncate failed_sign_in;
alter table failed_sign_in enable trigger user;
alter table failed_sign_in drop column version;
