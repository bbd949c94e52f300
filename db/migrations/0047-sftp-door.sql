-- Doors for SFTP: each is a user of the product's own SFTP server.

alter table intake_door drop constraint intake_door__kind;
alter table intake_door add constraint intake_door__kind check (kind in ('token', 'mail', 'sftp'));
-- Public keys that may sign in, as lines of an authorized_keys file. The hash of a password is in token_hash.
alter table intake_door add column public_keys text[] not null default '{}';
alter table intake_door drop constraint intake_door__token;
alter table intake_door add constraint intake_door__secret check (
  case kind
    when 'token' then token_hash is not null and public_keys = '{}'
    when 'sftp' then token_hash is not null or public_keys <> '{}'
    else token_hash is null and public_keys = '{}'
  end);

alter table inbound_message drop constraint inbound_message_door_check;
alter table inbound_message add constraint inbound_message__by check (door in ('https', 'web', 'api', 'mail', 'sftp'));

-- Files that arrived completely under a temporary name, such as order.xml.filepart. The sender renames them, and then they are deliveries.
create table intake_part (
  customer_id  bigint not null default current_customer_id(),
  door_id      bigint not null,
  name         text collate "C" not null,
  size         bigint not null,
  sha256       text not null,
  taken_for    text not null,
  from_address text not null,
  put_at       timestamptz not null,
  primary key (customer_id, door_id, name)
);
select protect('intake_part');
alter table intake_part add constraint intake_part__door foreign key (customer_id, door_id) references intake_door (customer_id, id);
create index intake_part__put_at on intake_part (customer_id, put_at);
create index intake_part__sha256 on intake_part (customer_id, sha256);
comment on table intake_part is 'retention: stays, holds files that are still arriving, for an hour at most';
