-- Tracing requests: who asks where a package came from, what was found, what was answered and when; and what we ask others. A drill is a request
-- that we make up, and never leaves the company.
create table tracing_request (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  -- Counts up for each customer, drills apart; people say "31" and "D4".
  number             int not null,
  direction          text not null check (direction in ('in', 'out')),
  is_drill           boolean not null default false,
  -- The location that is asked; null: the whole company. People with the right there see it.
  location_id        bigint,
  asker              text not null check (asker in ('fda', 'state', 'partner', 'other')),
  organization       text not null,
  name               text,
  role               text,
  email_address      text,
  phone              text,
  trading_partner_id bigint,
  -- A mail's sender proves nothing: a person says how the identity was checked.
  identity_how       text,
  identity_by        text,
  identity_at        timestamptz,
  channel            text not null check (channel in ('email', 'phone', 'letter', 'visit', 'portal', 'program')),
  basis              text not null check (basis in ('recall', 'suspect', 'illegitimate', 'inspection', 'audit', 'other')),
  wish               text not null check (wish in ('information', 'lastOwner', 'allOwners')),
  reference          text,
  incident_number    text,
  note               text,
  received_at        timestamptz not null,
  -- Of the location: decides which days count.
  time_zone          text not null,
  -- Our own target; null: it is not ours to answer.
  target_at          timestamptz,
  -- By the table of legal rules; null: the law sets no time.
  legal_due_at       timestamptz,
  -- As the asker says; for a request of ours, as we say.
  stated_due_at      timestamptz,
  -- Header lines of the mail that it came in.
  mail_headers       text,
  origin_kind        text check (origin_kind in ('med', 'recall', 'incident', 'exception')),
  origin_id          bigint,
  -- SHA-256 of who asks about what: the same request twice is recognized by it.
  fingerprint        text not null,
  duplicate_of_id    bigint,
  item_count         int not null,
  -- "Sertraline 50 mg, 1 package"
  about              text not null,
  -- What the last search found, by result; null: nothing was searched yet.
  counts             jsonb,
  acknowledged_at    timestamptz,
  answered_at        timestamptz,
  -- When all items had been covered by what was sent.
  covered_at         timestamptz,
  remind_on          date,
  reminded_at        timestamptz,
  ended_at           timestamptz,
  end_note           text,
  created_at         timestamptz not null,
  created_by_id      bigint,
  created_by         text,
  primary key (customer_id, id),
  constraint tracing_request__identity check ((identity_how is null) = (identity_at is null)),
  constraint tracing_request__origin check ((origin_kind is null) = (origin_id is null)),
  constraint tracing_request__drill check (not is_drill or direction = 'in')
);
select protect('tracing_request');
create unique index tracing_request__number on tracing_request (customer_id, is_drill, number);
create index tracing_request__open on tracing_request (customer_id, ended_at, received_at, id);
create index tracing_request__fingerprint on tracing_request (customer_id, fingerprint);
alter table tracing_request add constraint tracing_request__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table tracing_request add constraint tracing_request__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table tracing_request add constraint tracing_request__by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index tracing_request__trading_partner_id on tracing_request (customer_id, trading_partner_id) where trading_partner_id is not null;

create table tracing_item (
  customer_id     bigint not null default current_customer_id(),
  request_id      bigint not null,
  n               int not null,
  gtin            text collate "C",
  ndc             text,
  -- The ten digits of the NDC in every reading, as GTINs carry them.
  ndc10           text[] not null default '{}',
  serial_number   text collate "C",
  lot_number      text collate "C",
  expiration_date date,
  from_on         date,
  to_on           date,
  primary key (customer_id, request_id, n)
);
select protect('tracing_item');
alter table tracing_item add constraint tracing_item__request foreign key (customer_id, request_id) references tracing_request (customer_id, id);

-- An answer: a pack (docs/packs.md) about some or all items. Once it was handed over it never changes; a correction is another answer.
create table tracing_answer (
  customer_id     bigint not null default current_customer_id(),
  id              bigint not null generated always as identity,
  request_id      bigint not null,
  number          int not null,
  -- Numbers of the items it covers; empty: all.
  items           int[] not null,
  item_count      int not null,
  note            text,
  state           text not null check (state in ('queued', 'building', 'ready', 'failed', 'discarded')),
  phase           text not null default '',
  done            int not null default 0,
  total           int not null default 0,
  failure         text,
  counts          jsonb not null default '{}',
  gaps            jsonb not null default '[]',
  files           jsonb not null default '[]',
  bytes           bigint,
  sha256          text,
  manifest_sha256 text,
  time_zone       text not null,
  made_at         timestamptz not null,
  made_by_id      bigint not null,
  made_by         text not null,
  kept_until      timestamptz,
  removed_at      timestamptz,
  sent_at         timestamptz,
  primary key (customer_id, id),
  constraint tracing_answer__file check ((sha256 is null) = (bytes is null) and (sha256 is null) = (manifest_sha256 is null) and (state <> 'ready' or sha256 is not null)),
  constraint tracing_answer__sent check (sent_at is null or state = 'ready')
);
select protect('tracing_answer');
create unique index tracing_answer__number on tracing_answer (customer_id, request_id, number);
create index tracing_answer__sha256 on tracing_answer (customer_id, sha256) where sha256 is not null;
alter table tracing_answer add constraint tracing_answer__request foreign key (customer_id, request_id) references tracing_request (customer_id, id);
alter table tracing_answer add constraint tracing_answer__by foreign key (customer_id, made_by_id) references "user" (customer_id, id);

-- Proof of handing over: what went to whom, when, by whom, and which bytes.
create table tracing_sending (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  request_id  bigint not null,
  -- Null: an acknowledgment, or a question of ours.
  answer_id   bigint,
  channel     text not null check (channel in ('mail', 'link', 'download', 'acknowledgment', 'question', 'reminder')),
  at          timestamptz not null,
  by_id       bigint,
  by_name     text not null,
  to_words    text,
  sha256      text,
  mail_id     bigint,
  link_id     bigint,
  primary key (customer_id, id)
);
select protect('tracing_sending');
create index tracing_sending__request on tracing_sending (customer_id, request_id, id);
create index tracing_sending__mail_id on tracing_sending (customer_id, mail_id) where mail_id is not null;
alter table tracing_sending add constraint tracing_sending__request foreign key (customer_id, request_id) references tracing_request (customer_id, id);
alter table tracing_sending add constraint tracing_sending__answer foreign key (customer_id, answer_id) references tracing_answer (customer_id, id);
alter table tracing_sending add constraint tracing_sending__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
alter table tracing_sending add constraint tracing_sending__link foreign key (customer_id, link_id) references inspection_link (customer_id, id);
create index tracing_sending__answer_id on tracing_sending (customer_id, answer_id) where answer_id is not null;
create index tracing_sending__link_id on tracing_sending (customer_id, link_id) where link_id is not null;

-- What happened to a request, in words; mails that came, with what was attached to them.
create table tracing_entry (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  request_id  bigint not null,
  at          timestamptz not null,
  user_id     bigint,
  by_name     text,
  words       text not null,
  text        text,
  -- Of a mail: the same one twice is one.
  message_id  text,
  primary key (customer_id, id)
);
select protect('tracing_entry');
create index tracing_entry__request on tracing_entry (customer_id, request_id, id);
create unique index tracing_entry__message on tracing_entry (customer_id, message_id) where message_id is not null;
alter table tracing_entry add constraint tracing_entry__request foreign key (customer_id, request_id) references tracing_request (customer_id, id);

create table tracing_file (
  customer_id  bigint not null default current_customer_id(),
  id           bigint not null generated always as identity,
  request_id   bigint not null,
  entry_id     bigint not null,
  filename     text not null,
  content_type text not null,
  size         bigint not null,
  sha256       text not null,
  primary key (customer_id, id)
);
select protect('tracing_file');
create index tracing_file__entry on tracing_file (customer_id, entry_id);
create index tracing_file__sha256 on tracing_file (customer_id, sha256);
alter table tracing_file add constraint tracing_file__request foreign key (customer_id, request_id) references tracing_request (customer_id, id);
alter table tracing_file add constraint tracing_file__entry foreign key (customer_id, entry_id) references tracing_entry (customer_id, id);
create index tracing_file__request_id on tracing_file (customer_id, request_id);

-- A link may open an answer to a tracing request too.
alter table inspection_link drop constraint inspection_link_kind_check;
alter table inspection_link add constraint inspection_link_kind_check check (kind in ('pack', 'unit', 'answer'));
