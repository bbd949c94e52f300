-- Signing in. These tables belong to no customer: they are read before it is known which customer somebody belongs to.
-- Only seriatim_system may touch them, and no foreign key leads from here to a customer table.

create table login (
  id                   bigint not null generated always as identity primary key,
  email_address        text not null check (email_address = lower(email_address)),
  password_hash        text,
  customer_id          bigint not null,
  user_id              bigint not null,
  is_active            boolean not null default true,
  temporary_hash       text,
  temporary_expires_at timestamptz,
  app_secret           bytea,
  created_at           timestamptz not null default now(),
  -- When temporary passwords were mailed, of those that could still be valid: anybody may ask for anybody, so mails are few.
  temporary_mailed_at  timestamptz[] not null default '{}',
  -- An authenticator app instead of the mailed code; its secret is encrypted with SECRET_KEY.
  app_enrolled_at      timestamptz,
  -- Shown to be scanned, and not confirmed with a code yet.
  app_pending_secret   bytea,
  -- The 30 seconds whose code was used last: it and those before are worth nothing any more.
  app_last_step        bigint,
  -- One code is mailed to a login in 30 seconds, whatever the number of attempts: an attempt that begins meanwhile takes the code over from the
  -- one before, which ends. Null: none was mailed, or the last one was used.
  code_mailed_at       timestamptz,
  -- Ended sessions are swept after a week; when somebody signed in last is asked for much later.
  last_sign_in_at      timestamptz,
  last_sign_in_agent   text
);
create unique index login__email_address on login (email_address);
create unique index login__customer_id__user_id on login (customer_id, user_id);
grant select, insert, update, delete on login to seriatim_system;

create table session (
  id             bigint not null generated always as identity primary key,
  login_id       bigint not null,
  token_hash     bytea not null,
  previous_hash  bytea,
  previous_until timestamptz,
  step           text not null check (step in ('totp', 'changePassword', 'signedIn')),
  -- Signed in with the temporary password: the code leads to the forced change.
  is_temporary   boolean not null default false,
  created_at     timestamptz not null,
  last_seen_at   timestamptz not null,
  expires_at     timestamptz not null,
  revoked_at     timestamptz,
  address        text,
  user_agent     text
);
alter table session add constraint session__login_id foreign key (login_id) references login (id) on delete cascade;
create unique index session__token_hash on session (token_hash);
create index session__previous_hash on session (previous_hash) where previous_hash is not null;
create index session__login on session (login_id);
grant select, insert, update, delete on session to seriatim_system;

create table login_attempt (
  id              bigint not null generated always as identity primary key,
  session_id      bigint not null,
  code_mac        bytea not null,
  tries           int not null default 0,
  sent_at         timestamptz not null,
  expires_at      timestamptz not null,
  ended_at        timestamptz,
  -- Whose code it was when it was mailed: the code's MAC is over that session. Null: this attempt's own.
  code_session_id bigint
);
alter table login_attempt add constraint login_attempt__session_id foreign key (session_id) references session (id) on delete cascade;
create unique index login_attempt__session on login_attempt (session_id);
grant select, insert, update, delete on login_attempt to seriatim_system;

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

-- Personal access tokens, for programs that nobody sits at. Like sessions they are read before it is known whose customer it is.
create table access_token (
  id           bigint not null generated always as identity primary key,
  login_id     bigint not null,
  name         text not null,
  token_hash   bytea not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  last_used_at timestamptz,
  last_address text,
  revoked_at   timestamptz
);
alter table access_token add constraint access_token__login_id foreign key (login_id) references login (id) on delete cascade;
create unique index access_token__token_hash on access_token (token_hash);
create index access_token__login on access_token (login_id);
grant select, insert, update on access_token to seriatim_system;

-- What was typed is kept as a keyed hash only: people type passwords into the wrong field.
create table failed_sign_in (
  id          bigint not null generated always as identity primary key,
  at          timestamptz not null,
  account_key bytea not null,
  address     text not null,
  reason      text not null,
  login_id    bigint,
  hash        bytea not null
);
create index failed_sign_in__account_key on failed_sign_in (account_key, at);
create index failed_sign_in__address on failed_sign_in (address, at);
grant select, insert on failed_sign_in to seriatim_system;

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

-- Calls of a minute, by session or network, as the copies of the app counted them together. One row a caller; the minute is of the epoch.
create table call_count (
  caller text not null,
  minute bigint not null,
  calls  int not null,
  primary key (caller)
);
grant select, insert, update, delete on call_count to seriatim_system;
