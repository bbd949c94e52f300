-- A corrected document and what it would change of the order that it corrects, unit by unit. Decided by a location's admin; undone within a day.
create table document_correction (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  location_id           bigint not null,
  -- The order in use, the upload that corrects it, and the order that was made of that.
  old_document_id       bigint not null,
  upload_id             bigint,
  new_document_id       bigint,
  document_exception_id bigint,
  found_at              timestamptz not null,
  found_by              text not null check (found_by in ('identifier', 'serials', 'answer')),
  state                 text not null check (state in ('found', 'replacing', 'replaced', 'kept', 'ignored', 'undone', 'outdated')),
  filename              text not null,
  instance_identifier   text,
  rejects               int not null,
  warnings              int not null,
  meds_old              int not null,
  meds_new              int not null,
  shared                int not null,
  decided_at            timestamptz,
  decided_by_id         bigint,
  reason                text,
  -- What an undo needs: tickets that were resolved, the one that was opened, whether anything was on hold.
  done                  jsonb not null default '{}',
  primary key (customer_id, id)
);
select protect('document_correction', location => true);
alter table document_correction add constraint document_correction__old foreign key (customer_id, old_document_id) references "order" (customer_id, id);
alter table document_correction add constraint document_correction__new foreign key (customer_id, new_document_id) references "order" (customer_id, id);
alter table document_correction add constraint document_correction__upload foreign key (customer_id, upload_id) references upload (customer_id, id);
alter table document_correction add constraint document_correction__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
alter table document_correction add constraint document_correction__by foreign key (customer_id, decided_by_id) references "user" (customer_id, id);
create index document_correction__old_document_id on document_correction (customer_id, old_document_id);
create index document_correction__upload_id on document_correction (customer_id, upload_id);
create index document_correction__exception_id on document_correction (customer_id, document_exception_id);

create table document_correction_unit (
  customer_id    bigint not null default current_customer_id(),
  correction_id  bigint not null,
  n              int not null,
  kind           text not null check (kind in ('gone', 'changed', 'added')),
  -- Which of lot, expiry, parent and product: the group that a unit stands in.
  fields         text not null,
  gtin           text,
  serial_number  text not null,
  med_id         bigint,
  product_name   text,
  old_lot        text,
  new_lot        text,
  old_expiry     date,
  new_expiry     date,
  old_parent     text,
  new_parent     text,
  old_product    text,
  new_product    text,
  primary key (customer_id, correction_id, n)
);
select protect('document_correction_unit');
alter table document_correction_unit add constraint document_correction_unit__correction foreign key (customer_id, correction_id) references document_correction (customer_id, id);

-- The order that took this one's place: scans go on there.
alter table "order" add column replaced_by_id bigint;
alter table "order" add constraint order__replaced_by foreign key (customer_id, replaced_by_id) references "order" (customer_id, id);
-- A receipt that went along to the corrected order, and which it was.
alter table receipt add column moved_from_id bigint;
alter table receipt add constraint receipt__moved_from foreign key (customer_id, moved_from_id) references receipt (customer_id, id);

-- A file that shares serial numbers with an order in which something is wrong waits for a decision too.
alter table upload drop constraint upload__kind;
alter table upload add constraint upload__kind check (kind in ('waiting', 'made', 'sentBefore', 'differs', 'corrects', 'notAddressed', 'noSerials', 'malformed', 'empty', 'notXml',
  'zipNotOne', 'zipEncrypted', 'zipNotXml', 'zipTooLarge', 'zipDamaged', 'tooMuch', 'tooMuchMemory', 'stopped', 'ignored', 'fault', 'elsewhere'));
