-- Documents, the orders made of them, and meds.

create table customer_counter (
  customer_id bigint not null default current_customer_id(),
  name        text not null,
  value       bigint not null,
  primary key (customer_id, name)
);
select protect('customer_counter');

create table epcis_document (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  location_id           bigint,
  created_by_id         bigint,
  sha256                text not null,
  size                  bigint not null,
  filename              text not null,
  content_type          text not null,
  time_stamp            timestamptz not null,
  sender_gln            text,
  sender_name           text,
  receiver_gln          text,
  receiver_name         text,
  instance_identifier   text,
  document_created      text,
  schema_version        text,
  guideline_version     text,
  transaction_statement boolean not null default false,
  legal_notice          text,
  -- Entries of the Location vocabulary: names and addresses of the parties.
  locations             jsonb not null default '[]',
  event_count           int not null default 0,
  seconds               real,
  primary key (customer_id, id)
);
select protect('epcis_document', location => true, unplaced => true);
alter table epcis_document add constraint epcis_document__location foreign key (customer_id, location_id) references location (customer_id, id);
create index epcis_document__sha256 on epcis_document (customer_id, sha256);
create index epcis_document__instance_identifier on epcis_document (customer_id, sender_gln, instance_identifier);

create table upload (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  location_id   bigint,
  created_by_id bigint not null,
  filename      text not null,
  content_type  text not null,
  size          bigint not null,
  sha256        text not null,
  status        text not null check (status in ('processing', 'imported', 'duplicate', 'exception', 'refused', 'stopped', 'elsewhere', 'differs')),
  message       text not null,
  document_id   bigint,
  created_at    timestamptz not null,
  finished_at   timestamptz,
  primary key (customer_id, id)
);
select protect('upload');
alter table upload add constraint upload__document foreign key (customer_id, document_id) references epcis_document (customer_id, id);
create index upload__created_at on upload (customer_id, created_at);
create index upload__document_id on upload (customer_id, document_id);

create table upload_packet (
  customer_id   bigint not null default current_customer_id(),
  user_id       bigint not null,
  group_id      text not null,
  file_id       text not null,
  packet        int not null,
  total_packets int not null,
  filename      text not null,
  content_type  text not null,
  sha256        text not null,
  size          int not null,
  created_at    timestamptz not null,
  primary key (customer_id, user_id, group_id, file_id, packet)
);
select protect('upload_packet');

-- Written on a connection of its own while the import's transaction is open.
create table job_progress (
  customer_id bigint not null default current_customer_id(),
  upload_id   bigint not null,
  phase       text not null,
  done        bigint not null,
  total       bigint not null,
  began_at    timestamptz not null,
  updated_at  timestamptz not null,
  primary key (customer_id, upload_id)
);
select protect('job_progress');

create table epcis_med_vocabulary (
  customer_id                            bigint not null default current_customer_id(),
  id                                     bigint not null generated always as identity,
  -- SHA-256 over all that follows: the same description in a hundred files is one row.
  content_hash                           text not null,
  gtin                                   char(14),
  sgtin                                  text,
  additional_trade_item_id               text,
  additional_trade_item_id_type          text,
  regulated_product_name                 text,
  manufacturer_of_trade_item_party_name  text,
  dosage_form_type                       text,
  strength_description                   text,
  net_content_description                text,
  primary key (customer_id, id)
);
select protect('epcis_med_vocabulary');
create unique index epcis_med_vocabulary__content_hash on epcis_med_vocabulary (customer_id, content_hash);

create table "order" (
  customer_id            bigint not null default current_customer_id(),
  id                     bigint not null,
  location_id            bigint not null,
  sender_names           text[] not null,
  purchase_order_numbers text[] not null,
  placed_by              text not null,
  time_stamp             timestamptz not null,
  amount_of_meds         int not null,
  amount_received        int not null default 0,
  amount_not_shipped     int not null default 0,
  packages               int not null default 0,
  cases                  int not null default 0,
  pallets                int not null default 0,
  voided_at              timestamptz,
  voided_by_id           bigint,
  void_reason            text,
  primary key (customer_id, id)
);
select protect('order', location => true);
alter table "order" add constraint order__document foreign key (customer_id, id) references epcis_document (customer_id, id);
alter table "order" add constraint order__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table "order" add constraint order__amounts check (amount_received between 0 and amount_of_meds);
create index order__time_stamp on "order" (customer_id, time_stamp, id);

create table receipt (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  document_id bigint not null,
  location_id bigint not null,
  user_id     bigint not null,
  at          timestamptz not null,
  how         text not null check (how in ('scan', 'serial', 'container', 'product', 'all')),
  amount      int not null,
  lines       int4multirange not null,
  -- Set when this row takes an earlier receipt back.
  undoes_id   bigint,
  reason      text,
  primary key (customer_id, id)
);
select protect('receipt', location => true);
alter table receipt add constraint receipt__order foreign key (customer_id, document_id) references "order" (customer_id, id);
create index receipt__document_id on receipt (customer_id, document_id, id);

create table med (
  customer_id              bigint not null default current_customer_id(),
  id                       bigint not null generated always as identity,
  location_id              bigint not null,
  gtin                     char(14) collate "C",
  serial_number            text collate "C" not null,
  lot_number               text collate "C",
  expiration_date          date,
  ndc                      text,
  epcis_med_vocabulary_id  bigint,
  is_epcis_generated       boolean not null,
  created_at               timestamptz not null,
  created_by_id            bigint,
  receipt_id               bigint,
  -- When it was received, else when the record was made: what searches by date go by.
  dated_at                 timestamptz not null,
  primary key (customer_id, id)
);
select protect('med', location => true);
alter table med add constraint med__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table med add constraint med__vocabulary foreign key (customer_id, epcis_med_vocabulary_id) references epcis_med_vocabulary (customer_id, id);
alter table med add constraint med__receipt foreign key (customer_id, receipt_id) references receipt (customer_id, id);
create unique index med__location_id__gtin__serial_number on med (customer_id, location_id, gtin, serial_number);
create index med__serial_number on med (customer_id, serial_number, id);
create index med__lot_number on med (customer_id, lot_number, id);
create index med__expiration_date on med (customer_id, expiration_date, id);
create index med__dated_at on med (customer_id, dated_at, id);
create index med__vocabulary__dated_at on med (customer_id, epcis_med_vocabulary_id, dated_at, id);

-- What a document lists. Lines are numbered in the pre-order of the packaging tree, so that a package holds exactly the lines
-- after its own up to last_line, and everything in a container is one range of the primary key.
create table document_med (
  customer_id             bigint not null default current_customer_id(),
  document_id             bigint not null,
  line                    int not null,
  last_line               int not null,
  parent_line             int,
  location_id             bigint not null,
  med_id                  bigint,
  sscc                    char(18) collate "C",
  epcis_med_vocabulary_id bigint,
  lot_number              text collate "C",
  expiration_date         date,
  is_package              boolean not null,
  is_shipped              boolean not null,
  -- Shipped meds at and under this line, and direct children.
  meds                    int not null,
  children                int not null,
  receipt_id              bigint,
  primary key (customer_id, document_id, line)
);
select protect('document_med', location => true);
alter table document_med add constraint document_med__order foreign key (customer_id, document_id) references "order" (customer_id, id);
alter table document_med add constraint document_med__med foreign key (customer_id, med_id) references med (customer_id, id);
alter table document_med add constraint document_med__receipt foreign key (customer_id, receipt_id) references receipt (customer_id, id);
create index document_med__med_id on document_med (customer_id, med_id);
create index document_med__sscc on document_med (customer_id, sscc) where sscc is not null;
create index document_med__parent_line on document_med (customer_id, document_id, parent_line, line);

create table epcis_event (
  customer_id            bigint not null default current_customer_id(),
  document_id            bigint not null,
  event_number           int not null,
  location_id            bigint not null,
  kind                   text not null,
  action                 text,
  biz_step               text,
  disposition            text,
  event_time             text,
  event_time_zone_offset text,
  read_point             text,
  biz_location           text,
  parent                 text,
  biz_transactions       jsonb not null default '[]',
  sources                jsonb not null default '[]',
  destinations           jsonb not null default '[]',
  -- The lines of document_med that the event names.
  lines                  int4multirange not null,
  primary key (customer_id, document_id, event_number)
);
select protect('epcis_event', location => true);
alter table epcis_event add constraint epcis_event__order foreign key (customer_id, document_id) references "order" (customer_id, id);

create table document_exception (
  customer_id          bigint not null default current_customer_id(),
  id                   bigint not null generated always as identity,
  ticket_number        bigint not null,
  location_id          bigint,
  created_by_id        bigint,
  document_id          bigint not null,
  sender               text,
  recipient            text,
  current_error_type   text not null,
  current_error_status text not null check (current_error_status in ('OPEN', 'CLOSED', 'RESOLVED')),
  instance_identifier  text,
  po_number            text,
  rejects              int not null,
  warnings             int not null,
  findings             jsonb not null,
  truncated            jsonb not null default '{}',
  created_at           timestamptz not null,
  primary key (customer_id, id)
);
select protect('document_exception', location => true, unplaced => true);
alter table document_exception add constraint document_exception__document foreign key (customer_id, document_id) references epcis_document (customer_id, id);
create unique index document_exception__document_id on document_exception (customer_id, document_id);
create unique index document_exception__ticket_number on document_exception (customer_id, ticket_number);

create table document_exception_status (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  location_id           bigint,
  created_by_id         bigint,
  document_exception_id bigint not null,
  status                text not null check (status in ('OPEN', 'CLOSED', 'RESOLVED')),
  notes                 text,
  at                    timestamptz not null,
  primary key (customer_id, id)
);
select protect('document_exception_status', location => true, unplaced => true);
alter table document_exception_status add constraint document_exception_status__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
