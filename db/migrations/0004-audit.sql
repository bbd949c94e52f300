-- What was done, by whom, when: insert-only, written in the transaction of what it records.

-- Transaction ids begin anew when a backup is restored into another cluster; an era is the time between two such moments.
create table era (
  id                bigint not null generated always as identity primary key,
  system_identifier text not null,
  began_at          timestamptz not null default now()
);
grant select on era to seriatim_app, seriatim_system;

create function current_era() returns bigint language sql stable security definer set search_path = public, pg_temp
  as $$ select max(id) from era $$;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The audit trail is never changed.' using errcode = 'insufficient_privilege';
end $$;

create table audit (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  at          timestamptz not null,
  user_id     bigint,
  action      text not null,
  subject     text not null,
  subject_id  bigint,
  detail      jsonb not null default '{}',
  era         bigint not null default current_era(),
  xid         xid8 not null default pg_current_xact_id(),
  primary key (customer_id, id)
);
select protect('audit');
create index audit__era__xid on audit (customer_id, era, xid, id);
-- The trail is read newest first: all of it, one person's, one kind's.
create index audit__at on audit (customer_id, at, id);
create index audit__user_id__at on audit (customer_id, user_id, at, id);
create index audit__subject__at on audit (customer_id, subject, at, id);
-- What happened to one thing, for its own story.
create index audit__subject__subject_id on audit (customer_id, subject, subject_id, id) where subject_id is not null;
-- The lately done of one person, and the story of one person's access.
create index audit__subject_id on audit (customer_id, subject, subject_id, at) where subject = 'user';
revoke update, delete on audit from seriatim_app, seriatim_system;
-- Two each: in a cluster (docs/scale.md) a trigger that also refuses a truncate stays on the coordinator, which changes no row itself.
create trigger audit_is_kept before update or delete on audit for each statement execute function refuse_change();
create trigger audit_is_kept__truncate before truncate on audit for each statement execute function refuse_change();

create table audit_seal (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  era           bigint not null,
  after_xid     xid8 not null,
  before_xid    xid8 not null,
  amount        int not null,
  previous_hash bytea not null,
  hash          bytea not null,
  sealed_at     timestamptz not null,
  -- Which key it is, without telling it: a trail that another server sealed is told from one that was changed.
  key_id        bytea not null,
  primary key (customer_id, id)
);
select protect('audit_seal');
create unique index audit_seal__era__after_xid on audit_seal (customer_id, era, after_xid);
revoke update, delete on audit_seal from seriatim_app, seriatim_system;
create trigger audit_seal_is_kept before update or delete on audit_seal for each statement execute function refuse_change();
create trigger audit_seal_is_kept__truncate before truncate on audit_seal for each statement execute function refuse_change();
create trigger failed_sign_in_is_kept before update or delete or truncate on failed_sign_in for each statement execute function refuse_change();
