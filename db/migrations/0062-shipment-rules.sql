-- Who may send what, a second person's approval, checks of returns, and figures for the yearly count (docs/outbound.md).

-- The customer's rule for a purpose. Without a row, people who administer the location send without approval.
create table shipment_rule (
  customer_id    bigint not null default current_customer_id(),
  purpose        text not null constraint shipment_rule__purpose check (purpose in
    ('sale', 'need', 'loan', 'loanReturn', 'return', 'nonsaleable', 'donation', 'own', 'emergency', 'destruction')),
  sender         text not null constraint shipment_rule__sender check (sender in ('anyone', 'administrator', 'customerAdmin')),
  needs_approval boolean not null,
  changed_at     timestamptz not null,
  changed_by_id  bigint not null,
  changed_by     text not null,
  primary key (customer_id, purpose)
);
select protect('shipment_rule');
alter table shipment_rule add constraint shipment_rule__changed_by foreign key (customer_id, changed_by_id) references "user" (customer_id, id);

-- A draft that waits for a second person. What was chosen in the Send dialog is kept until then.
alter table shipment add column asked_at timestamptz;
alter table shipment add column asked_by_id bigint;
alter table shipment add column asked_by text;
alter table shipment add column asked jsonb;
alter table shipment add column approved_by_id bigint;
alter table shipment add column approved_by text;
-- Why the last request was refused, until the next one.
alter table shipment add column refused_by text;
alter table shipment add column refuse_reason text;
alter table shipment add constraint shipment__asked check ((asked_at is null) = (asked_by_id is null) and (asked_at is null) = (asked is null));
alter table shipment add constraint shipment__asked_by foreign key (customer_id, asked_by_id) references "user" (customer_id, id);
alter table shipment add constraint shipment__approved_by foreign key (customer_id, approved_by_id) references "user" (customer_id, id);
-- Nobody approves a request of their own.
alter table shipment add constraint shipment__second_person check (approved_by_id is null or approved_by_id <> sent_by_id);

-- What the packages were worth, as entered, in cents.
alter table shipment add column value_cents bigint constraint shipment__value check (value_cents between 0 and 100000000000);
-- Somebody confirmed that the labels of a return can be read and the packages are undamaged.
alter table shipment add column labels_checked_by text;

-- The days before and after the expiration date in which a partner takes returns, as far as its policy says so.
alter table partner_preference add column return_days_left int constraint partner_preference__days_left check (return_days_left between 0 and 3650);
alter table partner_preference add column return_days_expired int constraint partner_preference__days_expired check (return_days_expired between 0 and 3650);

-- What a location dispensed in a calendar year, as entered. A newer row replaces an older one.
create table dispensed_year (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  location_id   bigint not null,
  year          int not null constraint dispensed_year__year check (year between 2000 and 2200),
  units         int constraint dispensed_year__units check (units >= 0),
  value_cents   bigint constraint dispensed_year__value check (value_cents >= 0),
  created_at    timestamptz not null,
  created_by_id bigint not null,
  created_by    text not null,
  primary key (customer_id, id)
);
select protect('dispensed_year', true);
alter table dispensed_year add constraint dispensed_year__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table dispensed_year add constraint dispensed_year__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index dispensed_year__location_id on dispensed_year (customer_id, location_id, year, id desc);
