-- A zip of several files: each file is an upload of its own, and the zip itself ends as unpacked.
alter table upload drop constraint upload__kind;
alter table upload add constraint upload__kind check (kind in ('waiting', 'made', 'sentBefore', 'differs', 'corrects', 'notAddressed', 'noSerials', 'malformed',
  'empty', 'notXml', 'zipNotOne', 'zipTooMany', 'zipNested', 'zipEncrypted', 'zipNotXml', 'zipTooLarge', 'zipDamaged', 'unpacked', 'tooMuch', 'tooMuchMemory',
  'rolledBack', 'stopped', 'ignored', 'fault', 'elsewhere'));
