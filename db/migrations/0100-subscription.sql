-- What a customer has bought, as the payment provider said it last: nothing in the product waits for the provider.

-- What is sold and whether anything is, told at start by the program's configuration: a limit is decided in the transaction that it belongs to, in
-- every copy of the program alike. No row: the plans that come with the program.
create table billing (
  only_row boolean not null default true check (only_row) primary key,
  is_on    boolean not null,
  plans    jsonb   not null
);
grant select on billing to seriatim_app, seriatim_system;
grant insert, update on billing to seriatim_system;

create table payment_account (
  customer_id    bigint not null default current_customer_id(),
  -- The provider's name for it; null until there is one.
  account        text,
  company        text,
  email          text,
  first_name     text,
  last_name      text,
  phone          text,
  address_line_1 text,
  address_line_2 text,
  city           text,
  postal_code    text,
  -- As stored there, such as "US-CA".
  region         text,
  -- The days of grace without a subscription begin here at the earliest.
  begun_at       timestamptz not null default now(),
  -- When account and subscriptions were last read from the provider.
  read_at        timestamptz,
  primary key (customer_id)
);
alter table customer no force row level security;
insert into payment_account (customer_id) select id from customer;
alter table customer force row level security;
select protect('payment_account');
alter table payment_account add constraint payment_account__customer foreign key (customer_id) references customer (id);

create table subscription (
  customer_id             bigint not null default current_customer_id(),
  id                      bigint not null generated always as identity,
  -- The provider's.
  subscription            text not null,
  product                 text not null,
  display                 text not null,
  -- The provider's word (active, overdue, trial, canceled, deactivated): shown, never decided upon.
  state                   text not null,
  -- Still usable; a canceled one is until its period ends.
  is_active               boolean not null,
  is_auto_renew           boolean not null,
  quantity                int not null check (quantity >= 0),
  currency                text not null default 'USD',
  -- Of one period, all units, before tax.
  subtotal_cents          bigint not null,
  begun_at                timestamptz,
  next_charge_at          timestamptz,
  next_charge_cents       bigint,
  canceled_at             timestamptz,
  -- When a canceled one stops being usable.
  ends_at                 timestamptz,
  -- When it was first seen to be no longer active.
  ended_at                timestamptz,
  -- The provider's own instant of its last change.
  changed_at              timestamptz,
  primary key (customer_id, id)
);
select protect('subscription');
alter table subscription add constraint subscription__customer foreign key (customer_id) references customer (id);
create unique index subscription__subscription on subscription (customer_id, subscription);
