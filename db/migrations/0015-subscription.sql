-- What a customer has bought, as the payment provider said it last: nothing in the product waits for the provider.

-- What is sold and whether anything is, told at start by the program's configuration: a limit is decided in the transaction that it belongs to, in
-- every copy of the program alike. No row: the plans that come with the program.
create table billing (
  only_row boolean not null default true check (only_row) primary key,
  is_on    boolean not null,
  -- The order of the plans is the catalogue's, so json: jsonb sorts the names of an object.
  plans    json not null
);
grant select on billing to seriatim_app, seriatim_system;
grant insert, update on billing to seriatim_system;

create table payment_account (
  customer_id      bigint not null default current_customer_id(),
  -- The provider's name for it; null until there is one.
  account          text,
  company          text,
  email            text,
  first_name       text,
  last_name        text,
  phone            text,
  address_line_one text,
  address_line_two text,
  city             text,
  postal_code      text,
  -- As stored there, such as "US-CA".
  region           text,
  -- The days of grace without a subscription begin here at the earliest.
  begun_at         timestamptz not null default now(),
  -- When account and subscriptions were last read from the provider.
  read_at          timestamptz,
  -- Orders of the account as the provider names them; null: never read.
  orders           text[],
  -- Readings of the provider are numbered as they begin: of two the one that began later counts, and nothing that began before a change of ours.
  asked            bigint not null default 0,
  kept             bigint not null default 0,
  primary key (customer_id)
);
select protect('payment_account');
alter table payment_account add constraint payment_account__customer foreign key (customer_id) references customer (id);

-- Whose an account of the payment provider is: its messages name the account only, before a customer is known. An account is claimed here before it is kept, because the
-- foreign key refuses what was not claimed; two customers never share one.
create table payment_account_owner (
  account     text not null primary key,
  customer_id bigint not null default current_customer_id(),
  constraint payment_account_owner__customer unique (customer_id, account)
);
create unique index payment_account_owner__customer_id on payment_account_owner (customer_id);
grant select, insert on payment_account_owner to seriatim_system;
grant insert on payment_account_owner to seriatim_app;
alter table payment_account add constraint payment_account__owner foreign key (customer_id, account) references payment_account_owner (customer_id, account);

create table subscription (
  customer_id       bigint not null default current_customer_id(),
  id                bigint not null generated always as identity,
  -- The provider's.
  subscription      text not null,
  product           text not null,
  display           text not null,
  -- The provider's word (active, overdue, trial, canceled, deactivated): shown, never decided upon.
  state             text not null,
  -- Still usable; a canceled one is until its period ends.
  is_active         boolean not null,
  is_auto_renew     boolean not null,
  quantity          int not null check (quantity >= 0),
  currency          text not null default 'USD',
  -- Of one period, all units, before tax.
  subtotal_cents    bigint not null,
  begun_at          timestamptz,
  next_charge_at    timestamptz,
  next_charge_cents bigint,
  canceled_at       timestamptz,
  -- When a canceled one stops being usable.
  ends_at           timestamptz,
  -- When it was first seen to be no longer active.
  ended_at          timestamptz,
  -- The provider's own instant of its last change.
  changed_at        timestamptz,
  primary key (customer_id, id)
);
select protect('subscription');
alter table subscription add constraint subscription__customer foreign key (customer_id) references customer (id);
create unique index subscription__subscription on subscription (customer_id, subscription);

-- Messages of the provider, each carried out once; kept so long that none is sent again (swept with the other leftovers).
create table payment_event (
  id          text not null primary key,
  kind        text not null,
  account     text,
  received_at timestamptz not null
);
create index payment_event__received_at on payment_event (received_at);
grant select, insert, update, delete on payment_event to seriatim_system;

-- A checkout that was begun: what for, and whether its subscriptions have come.
create table checkout (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  session            text,
  items              jsonb not null,
  begun_at           timestamptz not null,
  begun_by_id        bigint not null,
  expires_at         timestamptz not null,
  -- Of an upgrade: the subscriptions that end at no cost when Enterprise begins (BILL-031), and those of Enterprise that were there before.
  ends_subscriptions text[] not null default '{}',
  had_subscriptions  text[] not null default '{}',
  finished_at        timestamptz,
  -- A session of the provider can be paid until it expires, whatever was begun after it: these tell a second payment from the first.
  price_cents        bigint,
  orders_before      int not null default 0,
  -- The one whose place it took. Its session may be paid all the same, because the provider takes none back.
  replaces_id        bigint,
  -- Every subscription that came of it.
  came               text[] not null default '{}',
  -- What is paid late, or though it was given up, has to be told apart from what was meant.
  paid_at            timestamptz,
  -- Of each subscription that an upgrade replaces: until when it was paid as the credit was worked out.
  credited_until     jsonb not null default '{}',
  -- Its admin was told that it was paid though another one had taken its place.
  told_at            timestamptz,
  primary key (customer_id, id)
);
select protect('checkout');
alter table checkout add constraint checkout__customer foreign key (customer_id) references customer (id);
alter table checkout add constraint checkout__begun_by foreign key (customer_id, begun_by_id) references "user" (customer_id, id);
alter table checkout add constraint checkout__replaces foreign key (customer_id, replaces_id) references checkout (customer_id, id);
create unique index checkout__open on checkout (customer_id) where finished_at is null;

-- What a job is to end at the provider: because Enterprise took its place, or because it was paid twice. It stays open until the provider says that it
-- has ended, however many nights that takes.
create table subscription_ending (
  customer_id  bigint not null default current_customer_id(),
  subscription text not null,
  why          text not null,
  -- Of one that was paid twice: what is kept, in words.
  kept         text,
  begun_at     timestamptz not null,
  -- The last try that did not do it.
  failed_at    timestamptz,
  done_at      timestamptz,
  primary key (customer_id, subscription, why),
  constraint subscription_ending__why check (why in ('replaced', 'renewed', 'twice', 'givenUp'))
);
select protect('subscription_ending');
alter table subscription_ending add constraint subscription_ending__customer foreign key (customer_id) references customer (id);
