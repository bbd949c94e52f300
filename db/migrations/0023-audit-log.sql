-- The audit trail as a transparency log (docs/packs.md, "The log"): a Merkle tree (RFC 6962) over the sealed lines of one customer, in the order era, xid, id.

-- A complete tile: 256 hashes of one level of the tree, which together are one hash of eight levels above. Incomplete ones are computed when they are needed.
create table audit_tile (
  customer_id bigint not null default current_customer_id(),
  -- 0: hashes of lines; 1: each stands for a tile of level 0, and so on.
  level       int not null,
  tile        bigint not null,
  -- The last line in it, from which the place of any line in the tree is found.
  era         bigint not null,
  xid         xid8 not null,
  audit_id    bigint not null,
  root        bytea not null,
  hashes      bytea not null check (octet_length(hashes) = 8192),
  primary key (customer_id, level, tile)
);
select protect('audit_tile');
create index audit_tile__era__xid on audit_tile (customer_id, era, xid, audit_id) where level = 0;
-- Hashes cannot be compressed, so nobody tries.
alter table audit_tile alter column hashes set storage external;
revoke update, delete on audit_tile from seriatim_app, seriatim_system;
create trigger audit_tile_is_kept before update or delete on audit_tile for each statement execute function refuse_change();
create trigger audit_tile_is_kept__truncate before truncate on audit_tile for each statement execute function refuse_change();

-- Signed heads of the tree.
create table audit_checkpoint (
  customer_id bigint not null default current_customer_id(),
  -- Number of lines in the tree.
  size        bigint not null,
  root        bytea not null,
  -- The signed note, as it leaves.
  note        text not null,
  -- The public key that verifies it, which may be another server's.
  key         text not null,
  made_at     timestamptz not null,
  primary key (customer_id, size)
);
select protect('audit_checkpoint');
revoke update, delete on audit_checkpoint from seriatim_app, seriatim_system;
create trigger audit_checkpoint_is_kept before update or delete on audit_checkpoint for each statement execute function refuse_change();
create trigger audit_checkpoint_is_kept__truncate before truncate on audit_checkpoint for each statement execute function refuse_change();

-- What the nightly check of the log found.
create table audit_log_check (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  from_size   bigint not null,
  to_size     bigint not null,
  -- Null: the newer checkpoint continues the older one.
  fault       text,
  checked_at  timestamptz not null,
  primary key (customer_id, id)
);
select protect('audit_log_check');
revoke update, delete on audit_log_check from seriatim_app, seriatim_system;
create trigger audit_log_check_is_kept before update or delete on audit_log_check for each statement execute function refuse_change();
create trigger audit_log_check_is_kept__truncate before truncate on audit_log_check for each statement execute function refuse_change();

-- Where the newest checkpoint is mailed each day, as a witness outside of the database.
create table checkpoint_mail (
  customer_id   bigint not null default current_customer_id() primary key,
  email_address text not null,
  -- The size that was mailed last; an unchanged log is not mailed again.
  mailed_size   bigint not null default 0
);
select protect('checkpoint_mail');
