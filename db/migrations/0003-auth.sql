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
  created_at           timestamptz not null default now()
);
create unique index login__email_address on login (email_address);
create unique index login__customer_id__user_id on login (customer_id, user_id);

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

create table login_attempt (
  id         bigint not null generated always as identity primary key,
  session_id bigint not null,
  code_mac   bytea not null,
  tries      int not null default 0,
  sent_at    timestamptz not null,
  expires_at timestamptz not null,
  ended_at   timestamptz
);
alter table login_attempt add constraint login_attempt__session_id foreign key (session_id) references session (id) on delete cascade;
create unique index login_attempt__session on login_attempt (session_id);

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

create table mail_outbox (
  id           bigint not null generated always as identity primary key,
  customer_id  bigint,
  to_addresses text[] not null,
  subject      text not null,
  -- Encrypted with SECRET_KEY; emptied when sent.
  body         bytea,
  created_at   timestamptz not null default now(),
  sent_at      timestamptz,
  attempts     int not null default 0,
  last_error   text
);

grant select, insert, update, delete on login, session, login_attempt, mail_outbox to seriatim_system;
grant select, insert on failed_sign_in to seriatim_system;
