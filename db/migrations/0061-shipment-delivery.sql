-- Where partners take documents by HTTPS or SFTP, each delivery there, and reminders and notices by email (docs/outbound.md).

alter table partner_preference drop constraint partner_preference__delivery;
alter table partner_preference add constraint partner_preference__delivery check (delivery in ('mail', 'download', 'endpoint'));

-- A partner's HTTPS or SFTP server. Only its host key changes; another address or secret is a new row, and the old one is removed.
create table partner_endpoint (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  kind               text not null constraint partner_endpoint__kind check (kind in ('https', 'sftp')),
  url                text,
  host               text,
  port               int,
  user_name          text,
  folder             text,
  secret_kind        text not null constraint partner_endpoint__secret_kind check (secret_kind in ('none', 'bearer', 'basic', 'header', 'password', 'key')),
  -- The header that carries the secret, for `header`.
  header_name        text,
  -- Encrypted with SECRET_KEY. Empty once the endpoint is removed, or if it needs none.
  secret             bytea not null,
  -- Fingerprint of an SFTP server's key that a person confirmed. Null: nothing is sent yet.
  host_key           text,
  created_at         timestamptz not null,
  created_by_id      bigint not null,
  created_by         text not null,
  removed_at         timestamptz,
  removed_by         text,
  primary key (customer_id, id),
  constraint partner_endpoint__address check (case kind when 'https' then url is not null else host is not null and port is not null and folder is not null and user_name is not null end),
  constraint partner_endpoint__removed check ((removed_at is null) = (removed_by is null))
);
select protect('partner_endpoint');
alter table partner_endpoint add constraint partner_endpoint__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_endpoint add constraint partner_endpoint__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create unique index partner_endpoint__open on partner_endpoint (customer_id, trading_partner_id) where removed_at is null;

-- The endpoint to which the documents go as soon as they are made.
alter table shipment add column deliver_to_id bigint;
alter table shipment add constraint shipment__deliver_to foreign key (customer_id, deliver_to_id) references partner_endpoint (customer_id, id);

-- A document on its way to a partner's endpoint.
create table shipment_delivery (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  shipment_id bigint not null,
  document_id bigint not null,
  endpoint_id bigint not null,
  -- The endpoint in words.
  to_words    text not null,
  at          timestamptz not null,
  by_name     text not null,
  state       text not null default 'waiting' constraint shipment_delivery__state check (state in ('waiting', 'delivered', 'failed')),
  -- Attempts that began.
  attempts    int not null default 0,
  due_at      timestamptz not null,
  last_at     timestamptz,
  -- What the receiver answered last, or why nothing reached it.
  status      int,
  answer      text,
  error       text,
  primary key (customer_id, id)
);
select protect('shipment_delivery');
alter table shipment_delivery add constraint shipment_delivery__shipment foreign key (customer_id, shipment_id) references shipment (customer_id, id);
alter table shipment_delivery add constraint shipment_delivery__document foreign key (customer_id, document_id) references shipment_document (customer_id, id);
alter table shipment_delivery add constraint shipment_delivery__endpoint foreign key (customer_id, endpoint_id) references partner_endpoint (customer_id, id);
create index shipment_delivery__shipment_id on shipment_delivery (customer_id, shipment_id, id);
create index shipment_delivery__document_id on shipment_delivery (customer_id, document_id);
create index shipment_delivery__endpoint_id on shipment_delivery (customer_id, endpoint_id);
create index shipment_delivery__due_at on shipment_delivery (customer_id, due_at) where state = 'waiting';
comment on table shipment_delivery is 'retention: stays, proves that the documents of a shipment were handed over, and names no order';

-- A reminder is an email of its own with a new link. The email that nobody opened says when the reminder was sent.
alter table shipment_sending add column is_reminder boolean not null default false;
alter table shipment_sending add column reminded_at timestamptz;
create index shipment_sending__unopened on shipment_sending (customer_id, at) where reminded_at is null and not is_reminder;

-- An email that passes a recall on to a partner that got packages of it.
create table recall_notice (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  recall_id          bigint not null,
  trading_partner_id bigint not null,
  meds               int not null,
  at                 timestamptz not null,
  by_name            text not null,
  to_words           text not null,
  mail_id            bigint not null,
  primary key (customer_id, id)
);
select protect('recall_notice');
alter table recall_notice add constraint recall_notice__recall foreign key (recall_id) references recall (id);
alter table recall_notice add constraint recall_notice__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table recall_notice add constraint recall_notice__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
create index recall_notice__recall_id on recall_notice (customer_id, recall_id, id);
create index recall_notice__mail_id on recall_notice (customer_id, mail_id);
