-- Somebody's answer holds for what the recall said then: one that is graver now, or that names a lot since, is asked about again.
alter table recall_answer
  add column version        int,
  add column classification text;
alter table recall_answer no force row level security;
update recall_answer a set version = r.version, classification = r.classification from recall r where r.id = a.recall_id;
alter table recall_answer force row level security;
alter table recall_answer alter column version set not null;
