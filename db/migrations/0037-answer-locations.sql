-- The locations whose records an answer may contain: those that its author saw. Only people who see all of them may read or send it.
alter table tracing_answer add column location_ids bigint[] not null default '{}';
alter table tracing_answer alter column location_ids drop default;
