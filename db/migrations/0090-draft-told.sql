-- When the trail last told of each who wrote in somebody else's draft, by user id: what decides is kept with the draft, not read from the trail.
alter table incident_draft add column changes_told jsonb not null default '{}';
