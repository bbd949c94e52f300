-- EPCIS 2.0 capture jobs: a capture is a delivery whose sender chose what happens if an event is wrong.

-- Null: a delivery that is no capture. The same bytes with another choice are another capture.
alter table inbound_message add column capture text check (capture in ('rollback', 'proceed'));
drop index inbound_message__once;
create unique index inbound_message__once on inbound_message (customer_id, door_id, sha256, coalesce(capture, '')) where door_id is not null;
create index inbound_message__capture on inbound_message (customer_id, received_at, id) where capture is not null;

-- Whether the import creates nothing if an event is wrong.
alter table upload add column is_all_or_nothing boolean not null default false;
alter table upload drop constraint upload__kind;
alter table upload add constraint upload__kind check (kind in ('waiting', 'made', 'sentBefore', 'differs', 'corrects', 'notAddressed', 'noSerials', 'malformed',
  'empty', 'notXml', 'zipNotOne', 'zipEncrypted', 'zipNotXml', 'zipTooLarge', 'zipDamaged', 'tooMuch', 'tooMuchMemory', 'rolledBack', 'stopped', 'ignored', 'fault',
  'elsewhere'));
