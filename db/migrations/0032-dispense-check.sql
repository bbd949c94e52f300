-- Questions of a pharmacy's system before it dispenses a package, with their answers (decision 77). A check changes no package.

create table dispense_check (
  customer_id     bigint not null default current_customer_id(),
  id              bigint not null generated always as identity,
  -- Of the package on file; null if nothing is on file.
  location_id     bigint,
  checked_at      timestamptz not null,
  -- The person whose access token asked.
  created_by_id   bigint not null,
  -- As asked. The values are kept, not the record on file, which retention may remove before the check.
  gtin            char(14) collate "C" not null,
  serial_number   text collate "C" not null,
  lot_number      text,
  expiration_date text,
  med_name        text,
  is_allowed      boolean not null,
  -- Gravest first; an allowed check may have warnings.
  reasons         text[] not null,
  primary key (customer_id, id)
);
select protect('dispense_check', location => true, unplaced => true);
alter table dispense_check add constraint dispense_check__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table dispense_check add constraint dispense_check__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index dispense_check__checked_at on dispense_check (customer_id, checked_at, id);

-- Whether a package that is not on file may be dispensed.
alter table customer add column unknown_at_dispense text not null default 'allow' check (unknown_at_dispense in ('allow', 'deny'));
