-- Doors that fetch: the product signs in to a partner's SFTP server and takes the files that lie there.

alter table intake_door drop constraint intake_door__kind;
alter table intake_door add constraint intake_door__kind check (kind in ('token', 'mail', 'sftp', 'pull'));
alter table inbound_message drop constraint inbound_message__by;
alter table inbound_message add constraint inbound_message__by check (door in ('https', 'web', 'api', 'mail', 'sftp', 'pull'));

create table intake_source (
  customer_id   bigint not null default current_customer_id(),
  door_id       bigint not null,
  host          text not null,
  port          int not null check (port between 1 and 65535),
  user_name     text not null,
  secret_kind   text not null check (secret_kind in ('password', 'key')),
  -- Encrypted with SECRET_KEY. Empty once the door is revoked.
  secret        bytea not null,
  -- Fingerprint of the server's key that a person confirmed. Null: nothing is fetched yet.
  host_key      text,
  folder        text not null,
  pattern       text not null,
  every_minutes int not null check (every_minutes between 1 and 1440),
  -- What happens to a file on the partner's server after it was taken.
  afterwards    text not null check (afterwards in ('leave', 'move', 'delete')),
  move_to       text,
  due_at        timestamptz not null,
  -- The last attempt that succeeded.
  looked_at     timestamptz,
  failing_since timestamptz,
  last_error    text,
  notified_at   timestamptz,
  primary key (customer_id, door_id),
  constraint intake_source__move_to check ((afterwards = 'move') = (move_to is not null))
);
select protect('intake_source');
alter table intake_source add constraint intake_source__door foreign key (customer_id, door_id) references intake_door (customer_id, id);
comment on table intake_source is 'retention: stays, says where files are fetched, and names no order';

-- Files on the partner's server, so that none is taken before it is complete, and none twice.
create table intake_source_file (
  customer_id bigint not null default current_customer_id(),
  door_id     bigint not null,
  name        text collate "C" not null,
  size        bigint not null,
  modified_at timestamptz not null,
  -- `seen` at least once; then `taken`, or `refused` with a reason.
  state       text not null check (state in ('seen', 'taken', 'refused')),
  seen_at     timestamptz not null,
  primary key (customer_id, door_id, name, size, modified_at)
);
select protect('intake_source_file');
alter table intake_source_file add constraint intake_source_file__door foreign key (customer_id, door_id) references intake_door (customer_id, id);
create index intake_source_file__seen_at on intake_source_file (customer_id, seen_at);
comment on table intake_source_file is 'retention: stays, remembers names on another server until they have not been there for 90 days';
