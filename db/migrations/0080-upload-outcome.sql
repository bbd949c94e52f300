-- What became of an upload is a kind and its facts; its words come last, from one table of the product. What was stored as a sentence is read once, here.
alter table upload add column kind text, add column facts jsonb not null default '{}';
alter table upload no force row level security;
alter table document_exception no force row level security;
update upload u set kind = told.kind, facts = told.facts from (
  select u.customer_id, u.id, of.kind, case of.kind
      when 'made' then jsonb_build_object('findings', coalesce(x.rejects + x.warnings, 0))
      when 'differs' then jsonb_build_object('identifier', substring(u.message from 'same identifier \((.*)\)\. Nothing of it counts'))
      when 'malformed' then jsonb_build_object('fault', nullif(regexp_replace(u.message, '^No order: ', ''), 'the file is not well-formed XML.'))
      when 'zipNotOne' then jsonb_build_object('files', substring(u.message from 'holds (\d+) files')::int)
      when 'tooMuch' then jsonb_build_object(
        'what', case when u.message like '% events.%' then 'events' when u.message like '%mentions%' then 'mentions'
          when u.message like '%master data%' then 'entries' else 'characters' end,
        'most', coalesce(replace(substring(u.message from 'more than ([\d,]+) '), ',', '')::int, 200000000))
      when 'notXml' then jsonb_build_object('looks', coalesce((
        select looks.name from (values ('a PDF', 'pdf'), ('a picture (PNG)', 'png'), ('a picture (JPEG)', 'jpeg'), ('a picture (GIF)', 'gif'),
          ('an old Office document', 'oldOffice'), ('a gzip archive: unpack it first', 'gzip'), ('a RAR archive: unpack it first', 'rar'),
          ('a 7-Zip archive: unpack it first', 'sevenZip'), ('a program', 'program'), ('an X12 message (EDI)', 'x12'), ('an EDIFACT message', 'edifact'),
          ('a web page', 'webPage'), ('an EPCIS 2.0 JSON document: ask the sender for XML', 'epcisJson'), ('JSON', 'json'), ('a table (CSV)', 'csv'),
          ('no text at all', 'noText'), ('plain text', 'plainText')) as looks (words, name)
        where u.message = 'Only EPCIS XML files are accepted; this looks like ' || looks.words || '.'), 'other'))
      else '{}' end as facts
  from upload u
  left join document_exception x on x.customer_id = u.customer_id and x.document_id = u.document_id
  cross join lateral (select case u.status
    when 'processing' then 'waiting' when 'imported' then 'made' when 'duplicate' then 'sentBefore' when 'differs' then 'differs' when 'elsewhere' then 'elsewhere'
    when 'exception' then case u.message when 'No order: not addressed to you.' then 'notAddressed'
      when 'No order: the document lists no serial numbers.' then 'noSerials' else 'malformed' end
    when 'stopped' then case when u.message like '%a fault of ours%' then 'fault' when u.message like 'Ignored%' then 'ignored' else 'stopped' end
    else case when u.message like 'The file is empty%' then 'empty' when u.message like 'Refused: The zip holds%' then 'zipNotOne'
      when u.message like '%is encrypted%' then 'zipEncrypted' when u.message like '%in the zip is not XML%' then 'zipNotXml'
      when u.message like '%larger than 2 GB%' then 'zipTooLarge' when u.message like '%zip file is damaged%' then 'zipDamaged'
      when u.message like '%needs more memory%' then 'tooMuchMemory' when u.message like '%has more than%' then 'tooMuch' else 'notXml' end
    end as kind) of
) told where told.customer_id = u.customer_id and told.id = u.id;
alter table upload force row level security;
alter table document_exception force row level security;
alter table upload alter column kind set not null, alter column facts drop default, drop column message;
alter table upload add constraint upload__kind check (kind in ('waiting', 'made', 'sentBefore', 'differs', 'notAddressed', 'noSerials', 'malformed', 'empty', 'notXml',
  'zipNotOne', 'zipEncrypted', 'zipNotXml', 'zipTooLarge', 'zipDamaged', 'tooMuch', 'tooMuchMemory', 'stopped', 'ignored', 'fault', 'elsewhere'));

alter table job_progress no force row level security;
update job_progress set phase = lower(phase);
alter table job_progress force row level security;
alter table job_progress add constraint job_progress__phase check (phase in ('reading', 'writing'));
