-- One checkout at a time for a customer: what is begun takes its place before the provider is asked (no session yet), so two at once cannot both be paid.
alter table checkout alter column session drop not null;
-- The one whose place it took. Its session may be paid all the same, because the provider takes none back.
alter table checkout add column replaces_id bigint;
alter table checkout add constraint checkout__replaces foreign key (customer_id, replaces_id) references checkout (customer_id, id);
-- Every subscription that came of it.
alter table checkout add column came text[] not null default '{}';
alter table checkout no force row level security;
update checkout set came = array[came_as] where came_as is not null;
update checkout c set finished_at = now() where finished_at is null
  and exists (select from checkout n where n.customer_id = c.customer_id and n.finished_at is null and n.id > c.id);
alter table checkout force row level security;
alter table checkout drop column came_as;
drop index checkout__upgrade;
create unique index checkout__open on checkout (customer_id) where finished_at is null;

-- What a job is to end at the provider: because Enterprise took its place, or because it was paid twice. It stays open until the provider says that it
-- has ended, however many nights that takes.
create table subscription_ending (
  customer_id  bigint      not null default current_customer_id(),
  subscription text        not null,
  why          text        not null check (why in ('replaced', 'twice')),
  -- Of one that was paid twice: what is kept, in words.
  kept         text,
  begun_at     timestamptz not null,
  -- The last try that did not do it.
  failed_at    timestamptz,
  done_at      timestamptz,
  primary key (customer_id, subscription, why)
);
select protect('subscription_ending');
alter table subscription_ending add constraint subscription_ending__customer foreign key (customer_id) references customer (id);
