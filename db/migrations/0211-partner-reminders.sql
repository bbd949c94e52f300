-- What was told of licenses to check again, and of agreements that end: each day once, as of licenses that end.
create table license_check_reminder (
  customer_id        bigint not null default current_customer_id(),
  partner_license_id bigint not null,
  next_check         date not null,
  days               int not null check (days between 0 and 90),
  at                 timestamptz not null,
  primary key (customer_id, partner_license_id, next_check, days)
);
select protect('license_check_reminder');
alter table license_check_reminder add constraint license_check_reminder__license foreign key (customer_id, partner_license_id) references partner_license (customer_id, id);

create table agreement_reminder (
  customer_id          bigint not null default current_customer_id(),
  partner_agreement_id bigint not null,
  ends_on              date not null,
  days                 int not null check (days between 0 and 90),
  at                   timestamptz not null,
  primary key (customer_id, partner_agreement_id, ends_on, days)
);
select protect('agreement_reminder');
alter table agreement_reminder add constraint agreement_reminder__agreement foreign key (customer_id, partner_agreement_id) references partner_agreement (customer_id, id);
