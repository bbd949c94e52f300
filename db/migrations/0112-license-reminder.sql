-- Who was told that a license ends: 90, 30 and 7 days before and on the day, once each for each end (decision 52).
create table license_reminder (
  customer_id        bigint not null default current_customer_id(),
  partner_license_id bigint not null,
  valid_to           date not null,
  days               int not null check (days between 0 and 90),
  at                 timestamptz not null,
  primary key (customer_id, partner_license_id, valid_to, days)
);
select protect('license_reminder');
alter table license_reminder add constraint license_reminder__license foreign key (customer_id, partner_license_id) references partner_license (customer_id, id);
