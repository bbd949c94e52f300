-- Trading partners with their parts: who may sell to us, and what they were told of us.

create table trading_partner (
  customer_id       bigint not null default current_customer_id(),
  id                bigint not null generated always as identity,
  -- Null: of all locations.
  location_id       bigint,
  name              text not null,
  type              text not null check (type in ('upstream', 'downstream', 'both')),
  created_at        timestamptz not null,
  created_by_id     bigint,
  -- Never deleted: nobody buys from it any more, its history stays.
  deactivated_at    timestamptz,
  deactivated_by_id bigint,
  deactivate_reason text,
  -- What a partner does decides which kind of license it needs; null: as its licenses say.
  business          text,
  primary key (customer_id, id),
  constraint trading_partner__business check (business in ('wholesaler', 'manufacturer', 'repackager', '3PL', 'dispenser'))
);
select protect('trading_partner', location => true, shared => true);
alter table trading_partner add constraint trading_partner__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table trading_partner add constraint trading_partner__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index trading_partner__name on trading_partner (customer_id, lower(name) collate "C", id);

-- The parts of a partner are reached through it, whose policy knows the location.
create table partner_gln (
  customer_id            bigint not null default current_customer_id(),
  id                     bigint not null generated always as identity,
  trading_partner_id     bigint not null,
  global_location_number text collate "C" not null,
  primary key (customer_id, id)
);
select protect('partner_gln');
alter table partner_gln add constraint partner_gln__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
create unique index partner_gln__once on partner_gln (customer_id, trading_partner_id, global_location_number);
create index partner_gln__global_location_number on partner_gln (customer_id, global_location_number);

create table partner_address (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  name               text,
  address_line_one   text not null,
  address_line_two   text,
  city               text,
  state_id           bigint,
  postal_code        text,
  address_type       text not null check (address_type in ('physical', 'mailTo', 'billTo', 'other')),
  primary key (customer_id, id)
);
select protect('partner_address');
alter table partner_address add constraint partner_address__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_address add constraint partner_address__state foreign key (state_id) references state (id);
create index partner_address__trading_partner_id on partner_address (customer_id, trading_partner_id);

create table partner_contact (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  first_name         text not null,
  last_name          text,
  title              text,
  primary key (customer_id, id)
);
select protect('partner_contact');
alter table partner_contact add constraint partner_contact__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
create index partner_contact__trading_partner_id on partner_contact (customer_id, trading_partner_id);

create table partner_contact_detail (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  partner_contact_id bigint not null,
  contact_type       text not null check (contact_type in ('phone', 'cell', 'email', 'fax')),
  contact_detail     text not null,
  primary key (customer_id, id)
);
select protect('partner_contact_detail');
alter table partner_contact_detail add constraint partner_contact_detail__contact foreign key (customer_id, partner_contact_id) references partner_contact (customer_id, id) on delete cascade;
create index partner_contact_detail__partner_contact_id on partner_contact_detail (customer_id, partner_contact_id);

create table partner_account_number (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  account_number     text not null,
  primary key (customer_id, id)
);
select protect('partner_account_number');
alter table partner_account_number add constraint partner_account_number__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
create unique index partner_account_number__once on partner_account_number (customer_id, trading_partner_id, account_number);

-- Which kind, of which state (null: federal), and for which days (decision 52).
create table partner_license (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  kind               text not null check (kind in ('wholesaler', 'manufacturer', '3PL', 'dispenser', 'repackager', 'FDA establishment')),
  number             text not null,
  state_id           bigint,
  issuing_body       text,
  valid_from         date not null,
  valid_to           date,
  -- Where it can be looked up, or the file that shows it.
  evidence_address   text,
  checked_on         date,
  checked_by         text,
  checked_where      text,
  next_check         date,
  removed_at         timestamptz,
  removed_by_id      bigint,
  remove_reason      text,
  evidence_id        bigint,
  primary key (customer_id, id),
  constraint partner_license__days check (valid_to is null or valid_to >= valid_from)
);
select protect('partner_license');
alter table partner_license add constraint partner_license__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_license add constraint partner_license__state foreign key (state_id) references state (id);
alter table partner_license add constraint partner_license__evidence foreign key (customer_id, evidence_id) references evidence (customer_id, id);
create index partner_license__trading_partner_id on partner_license (customer_id, trading_partner_id);

-- Who was told that a license ends: 90, 30 and 7 days before and on the day, once each for each end (decision 52).
create table license_reminder (
  customer_id        bigint not null default current_customer_id(),
  partner_license_id bigint not null,
  valid_to           date not null,
  days               int not null check (days between 0 and 90),
  at                 timestamptz not null,
  primary key (customer_id, partner_license_id, valid_to, days)
);
select protect('license_reminder');
alter table license_reminder add constraint license_reminder__license foreign key (customer_id, partner_license_id) references partner_license (customer_id, id);

-- What was told of licenses to check again, and of agreements that end: each day once, as of licenses that end.
create table license_check_reminder (
  customer_id        bigint not null default current_customer_id(),
  partner_license_id bigint not null,
  next_check         date not null,
  days               int not null check (days between 0 and 90),
  at                 timestamptz not null,
  primary key (customer_id, partner_license_id, next_check, days)
);
select protect('license_check_reminder');
alter table license_check_reminder add constraint license_check_reminder__license foreign key (customer_id, partner_license_id) references partner_license (customer_id, id);

-- Which of our GLNs a partner was told, when and to whom; and when it confirmed them. Without both sold-to and ship-to GLN on file there, large wholesalers release no data.
create table partner_gln_told (
  customer_id            bigint not null default current_customer_id(),
  id                     bigint not null generated always as identity,
  trading_partner_id     bigint not null,
  location_id            bigint not null,
  global_location_number text not null,
  disposition            text not null check (disposition in ('SHIP TO', 'BILL TO', 'BOTH')),
  sent_at                timestamptz not null,
  sent_by_id             bigint not null,
  sent_to                text,
  mail_id                bigint,
  confirmed_at           timestamptz,
  confirmed_by_id        bigint,
  -- Told by phone or on its own form: no mail went out, this says how.
  note                   text,
  primary key (customer_id, id),
  constraint partner_gln_told__how check (sent_to is not null or note is not null)
);
select protect('partner_gln_told', location => true);
alter table partner_gln_told add constraint partner_gln_told__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_gln_told add constraint partner_gln_told__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
-- Told again is told anew: what counts is the last time.
create unique index partner_gln_told__once on partner_gln_told (customer_id, trading_partner_id, global_location_number);

-- Who keeps transaction data for us, and what else was agreed in writing, from when until when.
create table partner_agreement (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  kind               text not null check (kind in ('records', 'tracing', 'other')),
  title              text not null,
  signed_on          date not null,
  ends_on            date,
  note               text,
  evidence_id        bigint,
  removed_at         timestamptz,
  removed_by_id      bigint,
  remove_reason      text,
  primary key (customer_id, id),
  constraint partner_agreement__days check (ends_on is null or ends_on >= signed_on)
);
select protect('partner_agreement');
alter table partner_agreement add constraint partner_agreement__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_agreement add constraint partner_agreement__evidence foreign key (customer_id, evidence_id) references evidence (customer_id, id);
create index partner_agreement__trading_partner_id on partner_agreement (customer_id, trading_partner_id);

create table agreement_reminder (
  customer_id          bigint not null default current_customer_id(),
  partner_agreement_id bigint not null,
  ends_on              date not null,
  days                 int not null check (days between 0 and 90),
  at                   timestamptz not null,
  primary key (customer_id, partner_agreement_id, ends_on, days)
);
select protect('agreement_reminder');
alter table agreement_reminder add constraint agreement_reminder__agreement foreign key (customer_id, partner_agreement_id) references partner_agreement (customer_id, id);

-- Two partners that are one: what went from one to the other, so that it can go back for a day.
create table partner_merge (
  customer_id  bigint not null default current_customer_id(),
  id           bigint not null generated always as identity,
  kept_id      bigint not null,
  merged_id    bigint not null,
  moved        jsonb not null,
  at           timestamptz not null,
  by_id        bigint not null,
  undone_at    timestamptz,
  undone_by_id bigint,
  primary key (customer_id, id)
);
select protect('partner_merge');
alter table partner_merge add constraint partner_merge__kept foreign key (customer_id, kept_id) references trading_partner (customer_id, id);
alter table partner_merge add constraint partner_merge__merged foreign key (customer_id, merged_id) references trading_partner (customer_id, id);
create index partner_merge__kept_id on partner_merge (customer_id, kept_id);
create unique index partner_merge__open on partner_merge (customer_id, merged_id) where undone_at is null;

-- Goods of a partner that may not sell here were received all the same, or put on hold: asked once for each order.
create table partner_stop (
  customer_id bigint not null default current_customer_id(),
  document_id bigint not null,
  location_id bigint not null,
  -- The partner is not authorized, or nothing is on file; as it was told.
  status      text not null,
  choice      text not null,
  reason      text not null,
  at          timestamptz not null,
  user_id     bigint not null,
  primary key (customer_id, document_id),
  constraint partner_stop__choice check (choice in ('hold', 'receive', 'unasked'))
);
select protect('partner_stop', location => true);
alter table partner_stop add constraint partner_stop__order foreign key (customer_id, document_id) references "order" (customer_id, id);
