-- The orders made of documents, what they list, and what was received.

create table epcis_med_vocabulary (
  customer_id                           bigint not null default current_customer_id(),
  id                                    bigint not null generated always as identity,
  -- SHA-256 over all that follows: the same description in a hundred files is one row.
  content_hash                          text not null,
  gtin                                  char(14),
  sgtin                                 text,
  additional_trade_item_id              text,
  additional_trade_item_id_type         text,
  regulated_product_name                text,
  manufacturer_of_trade_item_party_name text,
  dosage_form_type                      text,
  strength_description                  text,
  net_content_description               text,
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
  -- Closed though packages are missing.
  closed_at              timestamptz,
  closed_by_id           bigint,
  close_reason           text,
  -- How many meds of an order are on hold now, kept with each hold, so that a list of orders counts nothing.
  amount_held            int not null default 0,
  -- The order that took this one's place: scans go on there.
  replaced_by_id         bigint,
  -- How many of an order's held meds only wait for the data of a ticket: their paper is wrong, not the product. Part of amount_held, counted with it.
  amount_pending         int not null default 0,
  -- Who is told to keep records (a lawsuit, an investigation) keeps an order until it is let go (db/retention.md).
  kept_at                timestamptz,
  kept_reason            text,
  primary key (customer_id, id),
  constraint order__amounts check (amount_received between 0 and amount_of_meds),
  constraint order__kept check ((kept_at is null) = (kept_reason is null))
);
select protect('order', location => true);
alter table "order" add constraint order__document foreign key (customer_id, id) references epcis_document (customer_id, id);
alter table "order" add constraint order__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table "order" add constraint order__replaced_by foreign key (customer_id, replaced_by_id) references "order" (customer_id, id);
create index order__time_stamp on "order" (customer_id, time_stamp, id);
-- An answer holds for the order that takes the place of the first.
create index order__replaced_by_id on "order" (customer_id, replaced_by_id) where replaced_by_id is not null;

create table receipt (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  document_id   bigint not null,
  location_id   bigint not null,
  user_id       bigint not null,
  at            timestamptz not null,
  how           text not null check (how in ('scan', 'serial', 'container', 'product', 'all')),
  amount        int not null,
  lines         int4multirange not null,
  -- Set when this row undoes an earlier receipt.
  undoes_id     bigint,
  reason        text,
  -- A receipt that went along to the corrected order, and which it was.
  moved_from_id bigint,
  primary key (customer_id, id)
);
select protect('receipt', location => true);
alter table receipt add constraint receipt__order foreign key (customer_id, document_id) references "order" (customer_id, id);
alter table receipt add constraint receipt__moved_from foreign key (customer_id, moved_from_id) references receipt (customer_id, id);
create index receipt__document_id on receipt (customer_id, document_id, id);
create index receipt__moved_from_id on receipt (customer_id, moved_from_id) where moved_from_id is not null;
-- Reports go by when something was received.
create index receipt__at on receipt (customer_id, at, id);

-- A package whose label says another lot or expiry than the document was received all the same: both, and why. Who and when is the receipt's.
create table receipt_label (
  customer_id          bigint not null default current_customer_id(),
  receipt_id           bigint not null,
  line                 int not null,
  location_id          bigint not null,
  serial_number        text collate "C" not null,
  -- As the label says it; an expiry without a day is YYYY-MM.
  lot_number           text,
  expiration_date      text,
  file_lot_number      text,
  file_expiration_date date,
  primary key (customer_id, receipt_id, line)
);
select protect('receipt_label', location => true);
alter table receipt_label add constraint receipt_label__receipt foreign key (customer_id, receipt_id) references receipt (customer_id, id);

create table med (
  customer_id             bigint not null default current_customer_id(),
  id                      bigint not null generated always as identity,
  location_id             bigint not null,
  gtin                    char(14) collate "C",
  serial_number           text collate "C" not null,
  lot_number              text collate "C",
  expiration_date         date,
  ndc                     text,
  epcis_med_vocabulary_id bigint,
  is_epcis_generated      boolean not null,
  created_at              timestamptz not null,
  created_by_id           bigint,
  receipt_id              bigint,
  -- When it was received, else when the record was made: what searches by date go by.
  dated_at                timestamptz not null,
  -- A mistake is marked, never erased: a typed-in med that was none.
  voided_at               timestamptz,
  voided_by_id            bigint,
  void_reason             text,
  -- People read the last four characters of a serial number aloud. A column, because no expression index serves a search under row security.
  serial_tail             text collate "C" generated always as (upper(right(serial_number, 4))) stored,
  primary key (customer_id, id)
);
select protect('med', location => true);
select refer('med__location', 'med', 'location_id', 'location');
select refer('med__vocabulary', 'med', 'epcis_med_vocabulary_id', 'epcis_med_vocabulary');
select refer('med__receipt', 'med', 'receipt_id', 'receipt');
create unique index med__location_id__gtin__serial_number on med (customer_id, location_id, gtin, serial_number);
create index med__serial_number on med (customer_id, serial_number, id);
create index med__lot_number on med (customer_id, lot_number, id);
create index med__expiration_date on med (customer_id, expiration_date, id);
create index med__dated_at on med (customer_id, dated_at, id);
create index med__vocabulary__dated_at on med (customer_id, epcis_med_vocabulary_id, dated_at, id);
create index med__serial_tail on med (customer_id, serial_tail, id);
-- Indexes like this one serve retention (db/retention.md): whoever removes a row has the database look who still names it. Partial: an import, which names none, does
-- not pay.
create index med__receipt_id on med (customer_id, receipt_id) where receipt_id is not null;
-- A product belongs to one customer. Without this the planner takes both conditions for independent: with a thousand customers it expects one med where there are
-- thousands, reads all of the products' meds and sorts them for a page, in place of reading the newest until the page is full.
create statistics med__products (dependencies) on customer_id, epcis_med_vocabulary_id from med;

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
select refer('document_med__order', 'document_med', 'document_id', 'order');
select refer('document_med__med', 'document_med', 'med_id', 'med');
select refer('document_med__receipt', 'document_med', 'receipt_id', 'receipt');
create index document_med__receipt_id on document_med (customer_id, receipt_id) where receipt_id is not null;
create index document_med__med_id on document_med (customer_id, med_id);
create index document_med__sscc on document_med (customer_id, sscc) where sscc is not null;
create index document_med__parent_line on document_med (customer_id, document_id, parent_line, line);
-- The SGTINs that are packages: few beside the meds, and asked for whenever received or counted is only what is a med.
create index document_med__package on document_med (customer_id, med_id) where is_package and med_id is not null;

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

-- Who has an order open on the receiving screen. A row is good for less than a minute and is never read later.
create table order_presence (
  customer_id bigint not null default current_customer_id(),
  document_id bigint not null,
  user_id     bigint not null,
  seen_at     timestamptz not null,
  primary key (customer_id, document_id, user_id)
);
select protect('order_presence');
create index order_presence__seen_at on order_presence (customer_id, seen_at);
