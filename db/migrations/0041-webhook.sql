-- Events that a customer's own systems receive (docs/webhooks.md).

create table webhook_endpoint (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  name                  text not null,
  url                   text not null,
  -- Null: events of all locations, and of none.
  location_id           bigint,
  events                text[] not null,
  -- Encrypted with SECRET_KEY, because each message is signed with it.
  secret                bytea not null,
  -- During a rotation both secrets sign.
  previous_secret       bytea,
  previous_secret_until timestamptz,
  created_at            timestamptz not null,
  created_by_id         bigint not null,
  created_by            text not null,
  off_at                timestamptz,
  off_reason            text check (off_reason in ('person', 'gone', 'failing')),
  -- The first failed attempt since the last successful one.
  failing_since         timestamptz,
  -- The receiver asked for a pause, or did not answer.
  paused_until          timestamptz,
  primary key (customer_id, id),
  constraint webhook_endpoint__off check ((off_at is null) = (off_reason is null)),
  constraint webhook_endpoint__previous check ((previous_secret is null) = (previous_secret_until is null))
);
select protect('webhook_endpoint');
alter table webhook_endpoint add constraint webhook_endpoint__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table webhook_endpoint add constraint webhook_endpoint__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
comment on table webhook_endpoint is 'retention: stays, says where events are sent, and names no order';

-- The outbox: written in the transaction of the change, and only if an endpoint wants such events.
create table webhook_event (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  -- The header webhook-id, the same in every attempt.
  message_id  text collate "C" not null,
  type        text not null,
  -- Events of one subject reach an endpoint in this order: `order:12`.
  subject     text collate "C" not null,
  location_id bigint,
  happened_at timestamptz not null,
  data        jsonb not null,
  primary key (customer_id, id)
);
select protect('webhook_event');
alter table webhook_event add constraint webhook_event__location foreign key (customer_id, location_id) references location (customer_id, id);
create index webhook_event__happened_at on webhook_event (customer_id, happened_at, id);
comment on table webhook_event is 'retention: stays, is deleted after 90 days, and names an order by its id only';

-- One event on its way to one endpoint.
create table webhook_delivery (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  endpoint_id bigint not null,
  event_id    bigint not null,
  subject     text collate "C" not null,
  state       text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts    int not null default 0,
  due_at      timestamptz not null,
  last_at     timestamptz,
  -- Of the last answer.
  status      int,
  answer      text,
  error       text,
  primary key (customer_id, id)
);
select protect('webhook_delivery');
alter table webhook_delivery add constraint webhook_delivery__endpoint foreign key (customer_id, endpoint_id) references webhook_endpoint (customer_id, id) on delete cascade;
alter table webhook_delivery add constraint webhook_delivery__event foreign key (customer_id, event_id) references webhook_event (customer_id, id) on delete cascade;
create unique index webhook_delivery__once on webhook_delivery (customer_id, endpoint_id, event_id);
create index webhook_delivery__event_id on webhook_delivery (customer_id, event_id);
create index webhook_delivery__waiting on webhook_delivery (customer_id, endpoint_id, subject, event_id) where state = 'waiting';
comment on table webhook_delivery is 'retention: stays, is deleted with its event after 90 days';
