-- Every file that comes in leaves one row here, whichever door it came by (decision 73). The import goes on from its upload.

-- A door for programs: whoever has its token may deliver files to it, and nothing else.
create table intake_door (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  name               text not null,
  -- The location that counts for a document that names none of ours. Null: the whole customer.
  location_id        bigint,
  -- The partner who delivers here, if it is one partner.
  trading_partner_id bigint,
  -- SHA-256; the token itself is shown once.
  token_hash         bytea not null,
  created_at         timestamptz not null,
  created_by_id      bigint not null,
  -- The name at that time, as on a paper.
  created_by         text not null,
  last_used_at       timestamptz,
  last_address       text,
  revoked_at         timestamptz,
  revoked_by         text,
  primary key (customer_id, id),
  constraint intake_door__revoked check ((revoked_at is null) = (revoked_by is null))
);
select protect('intake_door');
alter table intake_door add constraint intake_door__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table intake_door add constraint intake_door__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table intake_door add constraint intake_door__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create unique index intake_door__token_hash on intake_door (customer_id, token_hash);

create table inbound_message (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  door          text not null check (door in ('https', 'web', 'api', 'mail')),
  -- Of the door https, unless a person's access token delivered it.
  door_id       bigint,
  -- The person who sent it, or in whose name the door takes files.
  created_by_id bigint not null,
  from_name     text not null,
  from_address  text,
  received_at   timestamptz not null,
  filename      text not null,
  content_type  text not null,
  size          bigint not null,
  -- Empty if nothing of it was kept.
  sha256        text not null,
  -- By its first bytes.
  taken_for     text not null,
  -- What became of it is the upload's outcome. Null: it cannot become an order yet, and is kept.
  upload_id     bigint,
  -- The same bytes again by the same door are the same message.
  times         int not null default 1,
  last_at       timestamptz not null,
  primary key (customer_id, id)
);
select protect('inbound_message');
alter table inbound_message add constraint inbound_message__door foreign key (customer_id, door_id) references intake_door (customer_id, id);
alter table inbound_message add constraint inbound_message__upload foreign key (customer_id, upload_id) references upload (customer_id, id);
alter table inbound_message add constraint inbound_message__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create unique index inbound_message__once on inbound_message (customer_id, door_id, sha256) where door_id is not null;
create index inbound_message__received on inbound_message (customer_id, received_at, id);
create index inbound_message__upload_id on inbound_message (customer_id, upload_id);
create index inbound_message__sha256 on inbound_message (customer_id, sha256);
