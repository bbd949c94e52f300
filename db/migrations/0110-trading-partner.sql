-- Trading partners with their parts, and what a pharmacy knows of its own GLNs.

-- As before, and of one more kind: rows without a location are read by all of the customer (`shared`).
drop function protect(text, boolean, boolean);
create function protect(name text, location boolean default false, unplaced boolean default false, shared boolean default false) returns void language plpgsql as $$
declare
  rule text := format('%I = (select current_customer_id())', case when name = 'customer' then 'id' else 'customer_id' end);
begin
  if location then
    rule := rule || ' and ((select current_location_scope()) = ''all'' or location_id = any ((select current_location_ids())::bigint[])';
    if unplaced then
      rule := rule || ' or (location_id is null and created_by_id = (select current_user_id()))';
    end if;
    if shared then
      rule := rule || ' or location_id is null';
    end if;
    rule := rule || ')';
  end if;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy customer_only on %I using (%s) with check (%s)', name, rule, rule);
  execute format('grant select, insert, update, delete on %I to seriatim_app, seriatim_system', name);
end $$;

create table trading_partner (
  customer_id       bigint not null default current_customer_id(),
  id                bigint not null generated always as identity,
  -- Null: of all locations.
  location_id       bigint,
  name              text not null,
  type              text not null check (type in ('upstream', 'downstream', 'both')),
  created_at        timestamptz not null,
  created_by_id     bigint,
  -- Never deleted: nobody buys from it any more, its history stays.
  deactivated_at    timestamptz,
  deactivated_by_id bigint,
  deactivate_reason text,
  primary key (customer_id, id)
);
select protect('trading_partner', location => true, shared => true);
alter table trading_partner add constraint trading_partner__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table trading_partner add constraint trading_partner__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index trading_partner__name on trading_partner (customer_id, lower(name) collate "C", id);

-- The parts of a partner are reached through it, whose policy knows the location.
create table partner_gln (
  customer_id            bigint not null default current_customer_id(),
  id                     bigint not null generated always as identity,
  trading_partner_id     bigint not null,
  global_location_number text collate "C" not null,
  primary key (customer_id, id)
);
select protect('partner_gln');
alter table partner_gln add constraint partner_gln__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
create unique index partner_gln__once on partner_gln (customer_id, trading_partner_id, global_location_number);
create index partner_gln__global_location_number on partner_gln (customer_id, global_location_number);

create table partner_address (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  name               text,
  address_line_one   text not null,
  address_line_two   text,
  city               text,
  state_id           bigint,
  postal_code        text,
  address_type       text not null check (address_type in ('physical', 'mailTo', 'billTo', 'other')),
  primary key (customer_id, id)
);
select protect('partner_address');
alter table partner_address add constraint partner_address__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_address add constraint partner_address__state foreign key (state_id) references state (id);
create index partner_address__trading_partner_id on partner_address (customer_id, trading_partner_id);

create table partner_contact (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  first_name         text not null,
  last_name          text,
  title              text,
  primary key (customer_id, id)
);
select protect('partner_contact');
alter table partner_contact add constraint partner_contact__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
create index partner_contact__trading_partner_id on partner_contact (customer_id, trading_partner_id);

create table partner_contact_detail (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  partner_contact_id bigint not null,
  contact_type       text not null check (contact_type in ('phone', 'cell', 'email', 'fax')),
  contact_detail     text not null,
  primary key (customer_id, id)
);
select protect('partner_contact_detail');
alter table partner_contact_detail add constraint partner_contact_detail__contact foreign key (customer_id, partner_contact_id) references partner_contact (customer_id, id) on delete cascade;
create index partner_contact_detail__partner_contact_id on partner_contact_detail (customer_id, partner_contact_id);

create table partner_account_number (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  account_number     text not null,
  primary key (customer_id, id)
);
select protect('partner_account_number');
alter table partner_account_number add constraint partner_account_number__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
create unique index partner_account_number__once on partner_account_number (customer_id, trading_partner_id, account_number);

-- Which kind, of which state (null: federal), and for which days (decision 52).
create table partner_license (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  kind               text not null check (kind in ('wholesaler', 'manufacturer', '3PL', 'dispenser', 'repackager', 'FDA establishment')),
  number             text not null,
  state_id           bigint,
  issuing_body       text,
  valid_from         date not null,
  valid_to           date,
  -- Where it can be looked up, or the file that shows it.
  evidence_address   text,
  evidence_sha256    text,
  evidence_filename  text,
  evidence_type      text,
  evidence_size      bigint,
  checked_on         date,
  checked_by         text,
  checked_where      text,
  next_check         date,
  removed_at         timestamptz,
  removed_by_id      bigint,
  remove_reason      text,
  primary key (customer_id, id),
  constraint partner_license__days check (valid_to is null or valid_to >= valid_from)
);
select protect('partner_license');
alter table partner_license add constraint partner_license__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_license add constraint partner_license__state foreign key (state_id) references state (id);
create index partner_license__trading_partner_id on partner_license (customer_id, trading_partner_id);

-- Goods of a partner that may not sell here were received all the same, or put on hold: asked once for each order.
create table partner_stop (
  customer_id bigint not null default current_customer_id(),
  document_id bigint not null,
  location_id bigint not null,
  -- The partner is not authorized, or nothing is on file; as it was told.
  status      text not null,
  choice      text not null check (choice in ('hold', 'receive')),
  reason      text not null,
  at          timestamptz not null,
  user_id     bigint not null,
  primary key (customer_id, document_id)
);
select protect('partner_stop', location => true);
alter table partner_stop add constraint partner_stop__order foreign key (customer_id, document_id) references "order" (customer_id, id);

-- The orders of a partner, newest first.
create index epcis_document__sender on epcis_document (customer_id, sender_gln, time_stamp);
create index document_exception__open on document_exception (customer_id, document_id) where current_error_status = 'OPEN';
