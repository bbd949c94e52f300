-- Packages that leave: sold, lent, returned, given to another location (docs/outbound.md).

-- How a trading partner takes what we send, with the day from which it holds. A row is never changed; a newer one replaces it.
create table partner_preference (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  valid_from         date not null,
  guideline          text not null constraint partner_preference__guideline check (guideline in ('r12', 'r13')),
  delivery           text not null constraint partner_preference__delivery check (delivery in ('mail', 'download')),
  email_address      text,
  -- Whether it wants transaction information where the law does not ask for it.
  ti_for_need        boolean not null,
  ti_for_return      boolean not null,
  return_policy      text,
  created_at         timestamptz not null,
  created_by_id      bigint not null,
  created_by         text not null,
  primary key (customer_id, id)
);
select protect('partner_preference');
alter table partner_preference add constraint partner_preference__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_preference add constraint partner_preference__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index partner_preference__partner_id on partner_preference (customer_id, trading_partner_id, valid_from desc, id desc);

-- The SGLN of a GLN, ours or a partner's, as its owner gave it. It is never computed, because a GLN does not reveal the length of its company prefix.
create table collected_sgln (
  customer_id            bigint not null default current_customer_id(),
  id                     bigint not null generated always as identity,
  global_location_number character(13) not null,
  sgln                   text not null,
  created_at             timestamptz not null,
  created_by_id          bigint not null,
  created_by             text not null,
  primary key (customer_id, id)
);
select protect('collected_sgln');
alter table collected_sgln add constraint collected_sgln__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index collected_sgln__gln on collected_sgln (customer_id, global_location_number, id desc);

create table shipment (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  location_id        bigint not null,
  purpose            text not null constraint shipment__purpose check (purpose in
    ('sale', 'need', 'loan', 'loanReturn', 'return', 'nonsaleable', 'donation', 'own', 'emergency', 'destruction')),
  state              text not null default 'draft' constraint shipment__state check (state in ('draft', 'sent', 'voided', 'discarded')),
  trading_partner_id bigint,
  -- Another location of the customer, in place of a partner.
  to_location_id     bigint,
  to_name            text not null,
  -- The parties as the documents name them: `{owner, location}` with name, GLN, SGLN and address.
  sender             jsonb not null,
  receiver           jsonb not null,
  ship_to_state_id   bigint,
  guideline          text not null constraint shipment__guideline check (guideline in ('r12', 'r13')),
  -- Whether transaction information and statement go with it.
  with_ti            boolean not null,
  purchase_order     text,
  -- The number under which the partner authorized a return.
  rma                text,
  contact            text,
  reason             text,
  due_back           date,
  -- What was known about the license of the partner on the day of sending, in words.
  license_words      text,
  units              int not null default 0,
  meds               int not null default 0,
  created_at         timestamptz not null,
  created_by_id      bigint not null,
  created_by         text not null,
  sent_at            timestamptz,
  sent_by_id         bigint,
  sent_by            text,
  time_zone          text not null,
  voided_at          timestamptz,
  voided_by_id       bigint,
  voided_by          text,
  void_reason        text,
  -- Where the link to the documents is mailed as soon as they are made.
  mail_to            text[] not null default '{}',
  -- The documents are made by a job: none, queued, ready, or failed with the reason.
  papers             text not null default 'none' constraint shipment__papers check (papers in ('none', 'queued', 'ready', 'failed')),
  -- Why a document is missing, in words.
  gaps               text[] not null default '{}',
  primary key (customer_id, id),
  constraint shipment__sent check ((sent_at is null) = (state in ('draft', 'discarded')) and (sent_at is null) = (sent_by is null)),
  constraint shipment__voided check ((voided_at is null) = (state <> 'voided') and (voided_at is null) = (void_reason is null)),
  constraint shipment__receiver check ((trading_partner_id is null) or (to_location_id is null))
);
select protect('shipment', true);
alter table shipment add constraint shipment__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table shipment add constraint shipment__to_location foreign key (customer_id, to_location_id) references location (customer_id, id);
alter table shipment add constraint shipment__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table shipment add constraint shipment__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
alter table shipment add constraint shipment__sent_by foreign key (customer_id, sent_by_id) references "user" (customer_id, id);
alter table shipment add constraint shipment__voided_by foreign key (customer_id, voided_by_id) references "user" (customer_id, id);
create index shipment__location_id on shipment (customer_id, location_id, id);
create index shipment__partner_id on shipment (customer_id, trading_partner_id, id) where trading_partner_id is not null;
comment on table shipment is 'retention: stays, is a record of ours about what we gave, and names no order';

-- What was scanned: one package, or a case or pallet with all that it holds.
create table shipment_unit (
  customer_id     bigint not null default current_customer_id(),
  shipment_id     bigint not null,
  n               int not null,
  location_id     bigint not null,
  med_id          bigint,
  sscc            character(18),
  gtin            character(14),
  serial_number   text,
  product_name    text,
  lot_number      text,
  expiration_date date,
  -- The order that listed it; null for a package that was typed in by hand.
  document_id     bigint,
  line            int,
  last_line       int,
  is_package      boolean not null,
  meds            int not null,
  -- The warnings that the person at the scanner accepted.
  accepted        text[] not null default '{}',
  scanned_at      timestamptz not null,
  scanned_by      text not null,
  primary key (customer_id, shipment_id, n),
  constraint shipment_unit__name check (sscc is not null or serial_number is not null)
);
select protect('shipment_unit', true);
alter table shipment_unit add constraint shipment_unit__shipment foreign key (customer_id, shipment_id) references shipment (customer_id, id);
alter table shipment_unit add constraint shipment_unit__location foreign key (customer_id, location_id) references location (customer_id, id);
comment on table shipment_unit is 'retention: stays, says what left with a shipment, and names an order by its id only';

-- Every package of a shipment, alone or in a case.
create table shipment_med (
  customer_id bigint not null default current_customer_id(),
  shipment_id bigint not null,
  med_id      bigint not null,
  n           int not null,
  location_id bigint not null,
  document_id bigint,
  line        int,
  -- In a draft, so that two drafts never hold the same package.
  is_open     boolean not null,
  primary key (customer_id, shipment_id, med_id)
);
select protect('shipment_med', true);
alter table shipment_med add constraint shipment_med__unit foreign key (customer_id, shipment_id, n) references shipment_unit (customer_id, shipment_id, n);
alter table shipment_med add constraint shipment_med__med foreign key (customer_id, med_id) references med (customer_id, id);
alter table shipment_med add constraint shipment_med__location foreign key (customer_id, location_id) references location (customer_id, id);
create unique index shipment_med__open on shipment_med (customer_id, med_id) where is_open;
create index shipment_med__med_id on shipment_med (customer_id, med_id);
create index shipment_med__unit_n on shipment_med (customer_id, shipment_id, n);
comment on table shipment_med is 'retention: with med.id = med_id';

create table shipment_document (
  customer_id  bigint not null default current_customer_id(),
  id           bigint not null generated always as identity,
  shipment_id  bigint not null,
  kind         text not null constraint shipment_document__kind check (kind in ('letter', 'epcis', 'csv', 'void')),
  filename     text not null,
  content_type text not null,
  size         bigint not null,
  sha256       text not null,
  made_at      timestamptz not null,
  primary key (customer_id, id)
);
select protect('shipment_document');
alter table shipment_document add constraint shipment_document__shipment foreign key (customer_id, shipment_id) references shipment (customer_id, id);
create unique index shipment_document__once on shipment_document (customer_id, shipment_id, kind);
create index shipment_document__sha256 on shipment_document (customer_id, sha256);
comment on table shipment_document is 'retention: stays, is transaction information that we gave, which is kept for itself';

-- An email with a link to the documents.
create table shipment_sending (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  shipment_id bigint not null,
  at          timestamptz not null,
  by_name     text not null,
  to_words    text not null,
  mail_id     bigint not null,
  link_id     bigint not null,
  primary key (customer_id, id)
);
select protect('shipment_sending');
alter table shipment_sending add constraint shipment_sending__shipment foreign key (customer_id, shipment_id) references shipment (customer_id, id);
alter table shipment_sending add constraint shipment_sending__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
alter table shipment_sending add constraint shipment_sending__link foreign key (customer_id, link_id) references inspection_link (customer_id, id);
create index shipment_sending__shipment_id on shipment_sending (customer_id, shipment_id, id);
create index shipment_sending__mail_id on shipment_sending (customer_id, mail_id);
create index shipment_sending__link_id on shipment_sending (customer_id, link_id);
comment on table shipment_sending is 'retention: stays, proves that the documents of a shipment were handed over, and names no order';

-- Links also open the documents of a shipment.
alter table inspection_link drop constraint inspection_link_kind_check;
alter table inspection_link add constraint inspection_link_kind_check check (kind in ('pack', 'unit', 'answer', 'shipment'));

-- A package that left and is not back. Lower domains join it (`departure.joins.ts`).
create table departure (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  med_id      bigint not null,
  location_id bigint not null,
  shipment_id bigint not null,
  -- The shipment in words, so that nothing has to join it: receiver and purpose.
  to_name     text not null,
  purpose     text not null,
  left_at     timestamptz not null,
  left_by     text not null,
  back_at     timestamptz,
  -- Its shipment was voided, or it was received again.
  back_how    text constraint departure__back_how check (back_how in ('voided', 'received')),
  primary key (customer_id, id),
  constraint departure__back check ((back_at is null) = (back_how is null))
);
select protect('departure', true);
alter table departure add constraint departure__med foreign key (customer_id, med_id) references med (customer_id, id);
alter table departure add constraint departure__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table departure add constraint departure__shipment foreign key (customer_id, shipment_id) references shipment (customer_id, id);
create unique index departure__away on departure (customer_id, med_id) where back_at is null;
create index departure__med_id on departure (customer_id, med_id, id);
create index departure__shipment_id on departure (customer_id, shipment_id);
create index departure__left_at on departure (customer_id, location_id, left_at);
comment on table departure is 'retention: with med.id = med_id';

-- A package that a dispense check allowed may be opened, which is asked when it is scanned to leave.
create index dispense_check__unit on dispense_check (customer_id, serial_number, gtin) where is_allowed;
