-- Every recall number keeps what it says of itself, so that a recall is the sum of all its numbers, whichever of them a file brings; and which recalls it
-- was part of before, so that what was decided there goes with it.
alter table recall_product
  add column event_id       text,
  add column manufacturer   text not null default '',
  add column firm_key       text collate "C" not null default '',
  add column title          text not null default '',
  add column reason         text,
  add column classification text,
  add column status         text,
  add column distributions  text[] not null default '{}',
  add column initiated_on   date,
  add column reported_on    date,
  add column terminated_on  date,
  add column came_from_ids  bigint[] not null default '{}';
-- What its recall says, until the next load reads the record again.
update recall_product p set event_id = r.event_id, manufacturer = r.manufacturer, firm_key = r.firm_key, title = r.title, reason = r.reason,
  classification = r.classification, status = r.status, distributions = r.distributions, initiated_on = r.initiated_on, reported_on = r.reported_on,
  terminated_on = r.terminated_on, read_sha256 = '' from recall r where r.id = p.recall_id;
alter table recall_product alter column manufacturer drop default, alter column firm_key drop default, alter column title drop default,
  alter column distributions drop default;
create index recall_product__came_from_ids on recall_product using gin (came_from_ids) where came_from_ids <> '{}';

-- All its numbers are part of other recalls now.
alter table recall add column is_empty boolean not null default false;
