-- Tries whose outcome is not known yet. They count like failures, so that many at once cannot all be checked before the first is counted.
-- A try that fails becomes a row of failed_sign_in; one that a crash left behind counts until it is as old as a failure that no longer counts.
create table sign_in_try (
  id          bigint not null generated always as identity primary key,
  at          timestamptz not null,
  account_key bytea not null,
  address     text not null,
  reason      text not null
);
create index sign_in_try__account_key on sign_in_try (account_key, at);
create index sign_in_try__address on sign_in_try (address, at);
create index sign_in_try__at on sign_in_try (at);
grant select, insert, delete on sign_in_try to seriatim_system;
