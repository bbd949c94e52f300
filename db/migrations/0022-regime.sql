-- What applies to a customer: the head count, the facts and the contract rules of the customer. The law's own dates are in the program (legal-rules.ts).

-- Counted employees. A row is never changed; the newest counts.
create table head_count (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  -- Full-time pharmacists and technicians of the company that owns the pharmacies.
  amount        int not null check (amount >= 0),
  as_of         date not null,
  -- How it was counted.
  basis         text not null,
  -- Otherwise a draft.
  is_attested   boolean not null,
  next_review   date,
  counted_at    timestamptz not null,
  counted_by_id bigint not null,
  -- The name at that time, as on a paper.
  counted_by    text not null,
  primary key (customer_id, id)
);
select protect('head_count');
alter table head_count add constraint head_count__counted_by foreign key (customer_id, counted_by_id) references "user" (customer_id, id);
revoke update on head_count from seriatim_app, seriatim_system;

-- Each confirmation of the customer's facts; the newest counts.
create table regime_facts (
  customer_id     bigint not null default current_customer_id(),
  id              bigint not null generated always as identity,
  company         text not null,
  kind            text not null,
  in_charge       text not null,
  backup          text,
  confirmed_at    timestamptz not null,
  confirmed_by_id bigint not null,
  confirmed_by    text not null,
  primary key (customer_id, id)
);
select protect('regime_facts');
alter table regime_facts add constraint regime_facts__confirmed_by foreign key (customer_id, confirmed_by_id) references "user" (customer_id, id);
revoke update on regime_facts from seriatim_app, seriatim_system;

-- Rules of the customer's contracts; they are added and ended, never deleted.
create table own_rule (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  duty        text not null,
  note        text,
  from_on     date not null,
  -- The last day; null: no end.
  until_on    date,
  source      text not null,
  added_at    timestamptz not null,
  added_by_id bigint not null,
  added_by    text not null,
  -- The last day on which it bound the customer, if a person ended it.
  ended_on    date,
  ended_at    timestamptz,
  ended_by_id bigint,
  ended_by    text,
  primary key (customer_id, id),
  constraint own_rule__days check (until_on >= from_on),
  constraint own_rule__ended check (
    (ended_on is null) = (ended_at is null) and (ended_on is null) = (ended_by_id is null) and (ended_on is null) = (ended_by is null)
  )
);
select protect('own_rule');
alter table own_rule add constraint own_rule__added_by foreign key (customer_id, added_by_id) references "user" (customer_id, id);
alter table own_rule add constraint own_rule__ended_by foreign key (customer_id, ended_by_id) references "user" (customer_id, id);

-- Reminders that were sent: one for each due day.
create table regime_reminder (
  customer_id bigint not null default current_customer_id(),
  what        text not null check (what in ('count', 'review', 'ownRule')),
  -- The head count or own rule; 0 for a missing count. No foreign key, because it names either table.
  subject_id  bigint not null,
  due_on      date not null,
  at          timestamptz not null,
  primary key (customer_id, what, subject_id, due_on)
);
select protect('regime_reminder');
alter table regime_reminder add constraint regime_reminder__customer foreign key (customer_id) references customer (id);
