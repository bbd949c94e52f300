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
  primary key (customer_id, id)
);
select protect('location_gln_verification', location => true);
alter table location_gln_verification add constraint location_gln_verification__gln foreign key (customer_id, location_gln_id) references location_gln (customer_id, id) on delete cascade;
create unique index location_gln_verification__current on location_gln_verification (customer_id, location_gln_id) where withdrawn_at is null;

-- A GLN is verified for one customer. Only the triggers below write here, and nothing of one customer is shown to another: a second one is refused,
-- without a word about the first.
create table verified_gln (
  global_location_number char(13) not null,
  customer_id            bigint not null,
  constraint verified_gln__global_location_number primary key (global_location_number)
);

create function keep_verified_gln() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op in ('UPDATE', 'DELETE') and old.is_verified then
    delete from verified_gln v where v.global_location_number = old.global_location_number and v.customer_id = old.customer_id;
  end if;
  if tg_op in ('INSERT', 'UPDATE') and new.is_verified then
    insert into verified_gln (global_location_number, customer_id) values (new.global_location_number, new.customer_id);
  end if;
  return null;
end $$;
create trigger keep_verified_gln after insert or update or delete on location_gln for each row execute function keep_verified_gln();
alter table location_gln no force row level security;
insert into verified_gln (global_location_number, customer_id)
  select distinct on (global_location_number) global_location_number, customer_id from location_gln where is_verified order by global_location_number, created_at, id;
-- Verified twice before there was this table: the first stays.
alter table location_gln disable trigger keep_verified_gln;
update location_gln g set is_verified = false
  where g.is_verified and not exists (select from verified_gln v where v.global_location_number = g.global_location_number and v.customer_id = g.customer_id);
alter table location_gln enable trigger keep_verified_gln;
alter table location_gln force row level security;

-- Which of the customer's own GLNs are verified for somebody else.
create function glns_verified_elsewhere() returns setof char(13) language sql stable security definer set search_path = public, pg_temp as $$
  select v.global_location_number from location_gln g join verified_gln v on v.global_location_number = g.global_location_number
  where g.customer_id = current_customer_id() and v.customer_id <> g.customer_id
$$;
revoke all on function glns_verified_elsewhere() from public;
grant execute on function glns_verified_elsewhere() to seriatim_app, seriatim_system;

-- The GLNs that a document names as its receiver or as a place it was shipped to, with what it calls them: what waits for one is found by it.
alter table upload add column named_glns text[] not null default '{}', add column named_places jsonb not null default '[]';
alter table upload no force row level security;
alter table epcis_document no force row level security;
update upload u set named_glns = array[d.receiver_gln] from epcis_document d
  where d.customer_id = u.customer_id and d.id = u.document_id and u.kind = 'notAddressed' and d.receiver_gln is not null;
alter table upload force row level security;
alter table epcis_document force row level security;
create index upload__waiting on upload (customer_id, created_at) where kind = 'notAddressed';

-- The place that an order's document was shipped to: what shows that a GLN is in use.
alter table epcis_document add column ship_to_gln char(13);

-- A location that is no longer used: nothing new goes to it, its history stays. And whose goods it receives, where they are another's (340B).
alter table location add column closed_at timestamptz, add column closed_by_id bigint, add column close_reason text, add column owner_location_id bigint;
alter table location add constraint location__owner foreign key (customer_id, owner_location_id) references location (customer_id, id);
