-- Links that show a guest, without a sign-in, one package or one pack of an inspection, and nothing else.

create table inspection_link (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  -- The package's location, or one of the pack's: people who may end the link have all of them.
  location_id   bigint,
  kind          text not null check (kind in ('pack', 'unit')),
  -- The med or the pack. No foreign key, because it names either table.
  subject_id    bigint not null,
  -- SHA-256; the token itself is shown once.
  token_hash    bytea not null,
  created_at    timestamptz not null,
  created_by_id bigint not null,
  -- The name at that time, as on a paper.
  created_by    text not null,
  expires_at    timestamptz not null,
  revoked_at    timestamptz,
  revoked_by    text,
  uses          int not null default 0,
  last_used_at  timestamptz,
  primary key (customer_id, id),
  constraint inspection_link__expires check (expires_at > created_at),
  constraint inspection_link__revoked check ((revoked_at is null) = (revoked_by is null))
);
select protect('inspection_link', location => true, unplaced => true);
alter table inspection_link add constraint inspection_link__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
alter table inspection_link add constraint inspection_link__location foreign key (customer_id, location_id) references location (customer_id, id);
create unique index inspection_link__token_hash on inspection_link (customer_id, token_hash);
create index inspection_link__subject on inspection_link (customer_id, kind, subject_id, id);
