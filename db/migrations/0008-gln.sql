-- How a GLN becomes verified (decision 50): who confirmed it, and where it was looked up. A row is a verification, or one that was withdrawn.
create table location_gln_verification (
  customer_id     bigint not null default current_customer_id(),
  id              bigint not null generated always as identity,
  location_gln_id bigint not null,
  location_id     bigint not null,
  checked_where   text not null check (checked_where in ('registry', 'wholesaler', 'license')),
  note            text,
  at              timestamptz not null,
  user_id         bigint not null,
  withdrawn_at    timestamptz,
  withdrawn_by_id bigint,
  withdraw_reason text,
  evidence_id     bigint,
  primary key (customer_id, id)
);
select protect('location_gln_verification', location => true);
alter table location_gln_verification add constraint location_gln_verification__gln foreign key (customer_id, location_gln_id) references location_gln (customer_id, id) on delete cascade;
alter table location_gln_verification add constraint location_gln_verification__evidence foreign key (customer_id, evidence_id) references evidence (customer_id, id);
create unique index location_gln_verification__current on location_gln_verification (customer_id, location_gln_id) where withdrawn_at is null;
