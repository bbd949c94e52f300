-- When a person deleted the bytes of a file that was stored and not read. The row stays as proof that the file arrived.
alter table inbound_message add column removed_at timestamptz;
alter table inbound_message add constraint inbound_message__removed check (removed_at is null or upload_id is null);
