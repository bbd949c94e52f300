-- What is paid late, or though it was given up, has to be told apart from what was meant.
alter table checkout add column paid_at timestamptz;
-- Of each subscription that an upgrade replaces: until when it was paid as the credit was worked out.
alter table checkout add column credited_until jsonb not null default '{}';
-- Its admin was told that it was paid though another one had taken its place.
alter table checkout add column told_at timestamptz;
update checkout set paid_at = finished_at where came <> '{}';

alter table subscription_ending drop constraint subscription_ending_why_check;
alter table subscription_ending add constraint subscription_ending__why check (why in ('replaced', 'renewed', 'twice', 'givenUp'));

-- Readings of the provider are numbered as they begin: of two the one that began later counts, and nothing that began before a change of ours.
alter table payment_account add column asked bigint not null default 0;
alter table payment_account add column kept bigint not null default 0;
