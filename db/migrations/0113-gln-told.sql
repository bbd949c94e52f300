-- Which of our GLNs a partner was told, when and to whom; and when it confirmed them. Without both sold-to and ship-to GLN on file there, large wholesalers release no data.
create table partner_gln_told (
  customer_id            bigint not null default current_customer_id(),
  id                     bigint not null generated always as identity,
  trading_partner_id     bigint not null,
  location_id            bigint not null,
  global_location_number text not null,
  disposition            text not null check (disposition in ('SHIP TO', 'BILL TO', 'BOTH')),
  sent_at                timestamptz not null,
  sent_by_id             bigint not null,
  sent_to                text not null,
  mail_id                bigint,
  confirmed_at           timestamptz,
  confirmed_by_id        bigint,
  primary key (customer_id, id)
);
select protect('partner_gln_told', location => true);
alter table partner_gln_told add constraint partner_gln_told__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_gln_told add constraint partner_gln_told__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
-- Told again is told anew: what counts is the last time.
create unique index partner_gln_told__once on partner_gln_told (customer_id, trading_partner_id, global_location_number);
