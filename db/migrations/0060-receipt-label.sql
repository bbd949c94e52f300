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
