-- Time stamps (RFC 3161) of checkpoints, as the service answered: proof by somebody else that a checkpoint existed at that time.
create table audit_time_stamp (
  customer_id bigint not null default current_customer_id(),
  -- The checkpoint's.
  size        bigint not null,
  -- The whole TimeStampResp in DER, over the SHA-256 of the checkpoint's note.
  response    bytea not null,
  -- The time in it.
  at          timestamptz not null,
  -- The name of the service's host.
  service     text not null,
  primary key (customer_id, size)
);
select protect('audit_time_stamp');
revoke update, delete on audit_time_stamp from seriatim_app, seriatim_system;
create trigger audit_time_stamp_is_kept before update or delete on audit_time_stamp for each statement execute function refuse_change();
create trigger audit_time_stamp_is_kept__truncate before truncate on audit_time_stamp for each statement execute function refuse_change();
