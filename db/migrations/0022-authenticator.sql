-- An authenticator app instead of the mailed code; its secret is encrypted with SECRET_KEY.
alter table login
  add column app_enrolled_at timestamptz,
  -- Shown to be scanned, and not confirmed with a code yet.
  add column app_pending_secret bytea,
  -- The 30 seconds whose code was used last: it and those before are worth nothing any more.
  add column app_last_step bigint;

-- Each opens the door once when the app is gone. Kept as keyed hashes.
create table recovery_code (
  id       bigint not null generated always as identity primary key,
  login_id bigint not null,
  code_mac bytea not null,
  used_at  timestamptz
);
alter table recovery_code add constraint recovery_code__login_id foreign key (login_id) references login (id) on delete cascade;
create index recovery_code__login on recovery_code (login_id);
grant select, insert, update, delete on recovery_code to seriatim_system;
