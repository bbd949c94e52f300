-- Doors for email: an address of its own for a location, with a seal in it instead of a token.

alter table intake_door add column kind text not null default 'token' constraint intake_door__kind check (kind in ('token', 'mail'));
alter table intake_door alter column token_hash drop not null;
alter table intake_door add constraint intake_door__token check ((kind = 'token') = (token_hash is not null));
-- Addresses and domains in lower case that may send to the address. Empty: anyone who knows it.
alter table intake_door add column senders text[] not null default '{}';

create table intake_mail (
  customer_id    bigint not null default current_customer_id(),
  id             bigint not null generated always as identity,
  door_id        bigint not null,
  -- The same email again is the same row.
  message_id     text not null,
  received_at    timestamptz not null,
  -- As the email says, which proves nothing.
  from_address   text not null,
  subject        text not null,
  -- What the receiving mail server found about SPF, DKIM and DMARC, as `spf=pass dkim=fail`.
  authentication text not null,
  is_automatic   boolean not null,
  -- Why nothing of it was taken.
  refused        text check (refused in ('sender', 'subscription')),
  -- Files that were left out, in words.
  left_out       text[] not null,
  -- When its sender was told what became of it.
  told_at        timestamptz,
  primary key (customer_id, id)
);
select protect('intake_mail');
alter table intake_mail add constraint intake_mail__door foreign key (customer_id, door_id) references intake_door (customer_id, id);
create unique index intake_mail__once on intake_mail (customer_id, door_id, message_id);
create index intake_mail__received on intake_mail (customer_id, door_id, received_at);

alter table inbound_message add column mail_id bigint;
alter table inbound_message add constraint inbound_message__mail foreign key (customer_id, mail_id) references intake_mail (customer_id, id);
create index inbound_message__mail_id on inbound_message (customer_id, mail_id);
