-- Whether a pack contains the audit trail, which only people who may read the trail may read or hand over.
alter table pack add column has_trail boolean not null default false;
alter table pack alter column has_trail drop default;
