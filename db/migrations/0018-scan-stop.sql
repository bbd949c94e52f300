-- Every scan at the counter that did not receive what was scanned. A stop blocks its unit: no bulk receipt takes it until somebody answers.

create table scan_stop (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  document_id           bigint not null,
  location_id           bigint not null,
  -- The unit of the order with all it holds; null where the order does not list what was scanned.
  line                  int,
  last_line             int,
  -- The package on file, for its story; null for a logistic unit and for what is on no record.
  med_id                bigint,
  kind                  text not null check (kind in
    ('differs', 'expired', 'short', 'recalled', 'held', 'elsewhere', 'notShipped', 'unknown', 'otherOrder', 'setAside')),
  how                   text not null check (how in ('scan', 'serial')),
  -- As the label says it; an expiry without a day is YYYY-MM. The serial number of a logistic unit is its SSCC.
  gtin                  char(14) collate "C",
  serial_number         text collate "C" not null,
  lot_number            text,
  expiration_date       text,
  file_lot_number       text,
  file_expiration_date  date,
  -- The order or the recall that it met, in words.
  about                 text,
  -- When it was scanned, which is earlier than recorded_at for a device without a network.
  at                    timestamptz not null,
  recorded_at           timestamptz not null,
  -- The device's own name for the scan: the same one sent twice is one stop.
  scan_key              text collate "C",
  user_id               bigint not null,
  is_blocking           boolean not null,
  answer                text check (answer in ('received', 'held', 'ticket', 'sentBack')),
  answered_at           timestamptz,
  answered_by_id        bigint,
  answer_reason         text,
  receipt_id            bigint,
  document_exception_id bigint,
  primary key (customer_id, id),
  constraint scan_stop__unit check ((line is null) = (last_line is null) and (line is not null or not is_blocking)),
  constraint scan_stop__answer check ((answer is null) = (answered_at is null))
);
select protect('scan_stop', location => true);
alter table scan_stop add constraint scan_stop__order foreign key (customer_id, document_id) references "order" (customer_id, id);
alter table scan_stop add constraint scan_stop__med foreign key (customer_id, med_id) references med (customer_id, id);
alter table scan_stop add constraint scan_stop__receipt foreign key (customer_id, receipt_id) references receipt (customer_id, id);
alter table scan_stop add constraint scan_stop__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
create unique index scan_stop__scan_key on scan_stop (customer_id, user_id, scan_key) where scan_key is not null;
create index scan_stop__document_id on scan_stop (customer_id, document_id, id);
create index scan_stop__blocking on scan_stop (customer_id, document_id, line) where is_blocking;
create index scan_stop__med_id on scan_stop (customer_id, med_id, id) where med_id is not null;
create index scan_stop__receipt_id on scan_stop (customer_id, receipt_id) where receipt_id is not null;
create index scan_stop__exception_id on scan_stop (customer_id, document_exception_id) where document_exception_id is not null;
