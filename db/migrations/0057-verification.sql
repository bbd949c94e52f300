-- Questions to manufacturers whether a package's identifier is theirs, with the answers (decision 81). A question changes no package.

-- How the customer asks. Without a row: by hand.
create table verification_setting (
  customer_id       bigint not null default current_customer_id(),
  id                bigint not null generated always as identity,
  driver            text not null check (driver in ('manual', 'gs1', 'simulator')),
  base_url          text,
  requester_gln     char(13) collate "C",
  -- Literals of the profile by purpose; a purpose without one cannot be asked about electronically.
  contexts          jsonb not null,
  credential_header text not null,
  -- Encrypted with SECRET_KEY. Sent in the header if no wallet is set.
  credential        bytea,
  -- Gives a presentation of the credential for each question.
  wallet_url        text,
  wallet_holder     text,
  email_address     text,
  phone_number      text,
  updated_at        timestamptz not null,
  updated_by_id     bigint not null,
  primary key (customer_id, id)
);
select protect('verification_setting');
create unique index verification_setting__once on verification_setting (customer_id);
alter table verification_setting add constraint verification_setting__updated_by foreign key (customer_id, updated_by_id) references "user" (customer_id, id);
comment on table verification_setting is 'retention: stays, says how manufacturers are asked, and names no order';

-- Up to 500 questions that one person asked together.
create table verification_list (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  location_id   bigint not null,
  name          text not null,
  purpose       text not null check (purpose in ('return', 'suspect', 'exception', 'status')),
  amount        int not null,
  state         text not null check (state in ('running', 'stopped', 'done')),
  -- Why it stopped, in words; null unless it is stopped.
  stop_reason   text,
  created_at    timestamptz not null,
  created_by_id bigint not null,
  ended_at      timestamptz,
  primary key (customer_id, id),
  constraint verification_list__stopped check ((state = 'stopped') = (stop_reason is not null))
);
select protect('verification_list', location => true);
alter table verification_list add constraint verification_list__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table verification_list add constraint verification_list__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
comment on table verification_list is 'retention: stays, and names no order';

create table verification (
  customer_id      bigint not null default current_customer_id(),
  id               bigint not null generated always as identity,
  location_id      bigint not null,
  list_id          bigint,
  -- The place in the list.
  line             int,
  -- The question before, to which no answer came. Only the last question of such a row of questions is current.
  retries_id       bigint,
  is_current       boolean not null default true,
  -- As asked. The values are kept, not the record on file, which retention may remove before the answer.
  gtin             char(14) collate "C" not null,
  serial_number    text collate "C" not null,
  lot_number       text,
  expiration_date  text,
  med_name         text,
  purpose          text not null check (purpose in ('return', 'suspect', 'exception', 'status')),
  -- The literal that was sent; null if asked by hand.
  context          text,
  driver           text not null check (driver in ('manual', 'gs1', 'simulator')),
  asked_at         timestamptz not null,
  asked_by_id      bigint not null,
  corr_uuid        text collate "C",
  -- Null: waits in its list.
  answer           text check (answer in ('verified', 'notVerified', 'unavailable')),
  answered_at      timestamptz,
  -- The manufacturer's reason and additional information; for `unavailable` our cause.
  reason           text,
  additional_info  text,
  cause            text,
  responder_gln    text,
  -- When the manufacturer verified, as it wrote it.
  responder_time   text,
  -- Evidence: the answer's status and the beginning of its body.
  status           int,
  body             text,
  -- Asked by hand.
  asked_whom       text,
  channel          text check (channel in ('phone', 'email', 'portal', 'letter', 'other')),
  note             text,
  evidence_id      bigint,
  primary key (customer_id, id),
  constraint verification__answered check ((answer is null) = (answered_at is null)),
  constraint verification__cause check ((answer = 'unavailable') = (cause is not null) or answer is null),
  constraint verification__by_hand check ((driver = 'manual') = (asked_whom is not null and channel is not null)),
  constraint verification__line check ((list_id is null) = (line is null))
);
select protect('verification', location => true);
alter table verification add constraint verification__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table verification add constraint verification__list foreign key (customer_id, list_id) references verification_list (customer_id, id);
alter table verification add constraint verification__retries foreign key (customer_id, retries_id) references verification (customer_id, id);
alter table verification add constraint verification__asked_by foreign key (customer_id, asked_by_id) references "user" (customer_id, id);
alter table verification add constraint verification__evidence foreign key (customer_id, evidence_id) references evidence (customer_id, id);
create index verification__asked_at on verification (customer_id, asked_at, id);
create index verification__serial on verification (customer_id, serial_number, gtin);
create index verification__list_id on verification (customer_id, list_id, line);
create unique index verification__retried on verification (customer_id, retries_id);
create index verification__evidence_id on verification (customer_id, evidence_id);
comment on table verification is 'retention: stays, keeps the product identifier as asked and names no order';
