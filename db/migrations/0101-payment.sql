-- Whose an account of the payment provider is: its messages name the account only, before a customer is known.
create table payment_account_owner (
  account     text   not null primary key,
  customer_id bigint not null
);
create unique index payment_account_owner__customer_id on payment_account_owner (customer_id);
grant select on payment_account_owner to seriatim_system;

-- Kept by the accounts themselves; two customers never share one.
create function own_payment_account() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if new.account is distinct from (case when tg_op = 'UPDATE' then old.account end) then
    delete from payment_account_owner where customer_id = new.customer_id;
    if new.account is not null then
      insert into payment_account_owner (account, customer_id) values (new.account, new.customer_id);
    end if;
  end if;
  return new;
end $$;
create trigger payment_account__own after insert or update of account on payment_account for each row execute function own_payment_account();
alter table payment_account no force row level security;
insert into payment_account_owner (account, customer_id) select account, customer_id from payment_account where account is not null;
alter table payment_account force row level security;

-- Messages of the provider, each carried out once; kept so long that none is sent again (swept with the other leftovers).
create table payment_event (
  id          text        not null primary key,
  kind        text        not null,
  account     text,
  received_at timestamptz not null
);
create index payment_event__received_at on payment_event (received_at);
grant select, insert, update, delete on payment_event to seriatim_system;

-- A checkout that was begun: what for, and whether its subscriptions have come.
create table checkout (
  customer_id        bigint      not null default current_customer_id(),
  id                 bigint      not null generated always as identity,
  session            text        not null,
  items              jsonb       not null,
  begun_at           timestamptz not null,
  begun_by_id        bigint      not null,
  expires_at         timestamptz not null,
  -- Of an upgrade: the subscriptions that end at no cost when Enterprise begins (BILL-031), and those of Enterprise that were there before.
  ends_subscriptions text[]      not null default '{}',
  had_subscriptions  text[]      not null default '{}',
  finished_at        timestamptz,
  primary key (customer_id, id)
);
select protect('checkout');
alter table checkout add constraint checkout__customer foreign key (customer_id) references customer (id);
alter table checkout add constraint checkout__begun_by foreign key (customer_id, begun_by_id) references "user" (customer_id, id);
-- One upgrade at a time: a second one is the first one's checkout again.
create unique index checkout__upgrade on checkout (customer_id) where finished_at is null and ends_subscriptions <> '{}';

alter table payment_account rename column address_line_1 to address_line_one;
alter table payment_account rename column address_line_2 to address_line_two;
