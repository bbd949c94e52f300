-- Between quarantine and Form FDA 3911 the law asks for an investigation: suspect product is held, investigated, and then cleared or found illegitimate; the record is kept
-- six years (21 U.S.C. 360eee-1(d)(4)).
create table investigation (
  customer_id  bigint not null default current_customer_id(),
  id           bigint not null generated always as identity,
  location_id  bigint not null,
  -- What the product is suspected of.
  reason       text not null,
  opened_at    timestamptz not null,
  opened_by_id bigint not null,
  -- Null while it is open.
  outcome      text check (outcome in ('cleared', 'illegitimate')),
  conclusion   text,
  ended_at     timestamptz,
  ended_by_id  bigint,
  primary key (customer_id, id),
  constraint investigation__ended check (
    (outcome is null) = (ended_at is null) and (outcome is null) = (ended_by_id is null) and (outcome is null) = (conclusion is null)
  )
);
select protect('investigation', location => true);
alter table investigation add constraint investigation__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table investigation add constraint investigation__opened_by foreign key (customer_id, opened_by_id) references "user" (customer_id, id);
alter table investigation add constraint investigation__ended_by foreign key (customer_id, ended_by_id) references "user" (customer_id, id);
create index investigation__opened_at on investigation (customer_id, opened_at, id);

-- What is investigated: holds. Their words are kept here too, because retention removes a hold with its order while this record stays, so hold_id is no foreign key.
create table investigation_hold (
  customer_id      bigint not null default current_customer_id(),
  investigation_id bigint not null,
  hold_id          bigint not null,
  label            text not null,
  product_name     text,
  packages         int not null,
  -- One hold is part of one open investigation.
  is_open          boolean not null default true,
  primary key (customer_id, investigation_id, hold_id)
);
select protect('investigation_hold');
alter table investigation_hold add constraint investigation_hold__investigation foreign key (customer_id, investigation_id) references investigation (customer_id, id);
create unique index investigation_hold__open on investigation_hold (customer_id, hold_id) where is_open;
create index investigation_hold__hold_id on investigation_hold (customer_id, hold_id);

-- Findings: dated, with their author, and never changed.
create table investigation_finding (
  customer_id      bigint not null default current_customer_id(),
  id               bigint not null generated always as identity,
  investigation_id bigint not null,
  kind             text not null check (kind in ('history', 'partner', 'package', 'other')),
  -- The day on which it was found, which may lie before the day it was entered.
  found_on         date not null,
  words            text not null,
  created_at       timestamptz not null,
  created_by_id    bigint not null,
  primary key (customer_id, id)
);
select protect('investigation_finding');
alter table investigation_finding add constraint investigation_finding__investigation
  foreign key (customer_id, investigation_id) references investigation (customer_id, id);
alter table investigation_finding add constraint investigation_finding__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index investigation_finding__of on investigation_finding (customer_id, investigation_id, id);

alter table incident_draft add constraint incident_draft__investigation foreign key (customer_id, investigation_id) references investigation (customer_id, id);
alter table incident_thread add constraint incident_thread__investigation foreign key (customer_id, investigation_id) references investigation (customer_id, id);
