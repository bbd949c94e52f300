-- A document exception is a ticket: somebody's work, with a day by which it is due. It arises from a document's findings or at the counter.

create table document_exception (
  customer_id          bigint not null default current_customer_id(),
  id                   bigint not null generated always as identity,
  ticket_number        bigint not null,
  location_id          bigint,
  created_by_id        bigint,
  document_id          bigint,
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
  -- The order that it is about. For a document of which an order was made both are the same number.
  order_id             bigint,
  -- Of the document, else of the order: whose partner has it is asked for when it is read.
  sender_gln           text,
  -- What is wrong, in one sentence.
  title                text not null default '',
  -- How many other error types there are beside the gravest.
  other_types          int not null default 0,
  -- The five of the Healthcare Distribution Alliance.
  category             text not null default 'dataIssue' check (category in ('dataIssue', 'productNoData', 'dataNoProduct', 'packaging', 'unavailable')),
  -- The kinds of the report that partners' programs read (Partnership for DSCSA Governance).
  report_kind          text check (report_kind in ('missing_product_data', 'missing_product', 'data_misalignment', 'overages', 'underages', 'master_data_errors')),
  -- What happened at the counter; null where a document's findings are what is wrong.
  counter_kind         text check (counter_kind in ('unknownScan', 'overage', 'shortage', 'damage', 'wrongProduct', 'received')),
  owner_id             bigint,
  due_on               date,
  settled_at           timestamptz,
  asked_at             timestamptz,
  answered_at          timestamptz,
  -- What the document holds, read for its screen. Null until then.
  read_at              timestamptz,
  header               jsonb,
  amounts              jsonb not null default '{}',
  excerpts             jsonb not null default '[]',
  primary key (customer_id, id),
  constraint document_exception__origin check (document_id is not null or counter_kind is not null)
);
select protect('document_exception', location => true, unplaced => true);
alter table document_exception add constraint document_exception__document foreign key (customer_id, document_id) references epcis_document (customer_id, id);
alter table document_exception add constraint document_exception__order foreign key (customer_id, order_id) references "order" (customer_id, id);
alter table document_exception add constraint document_exception__owner foreign key (customer_id, owner_id) references "user" (customer_id, id);
create unique index document_exception__document_id on document_exception (customer_id, document_id);
create unique index document_exception__ticket_number on document_exception (customer_id, ticket_number);
create index document_exception__open on document_exception (customer_id, document_id) where current_error_status = 'OPEN';
create index document_exception__created_at on document_exception (customer_id, created_at, id);
create index document_exception__order_id on document_exception (customer_id, order_id) where order_id is not null;
create index document_exception__owner_id on document_exception (customer_id, owner_id) where current_error_status = 'OPEN';
create index document_exception__sender_gln on document_exception (customer_id, sender_gln) where current_error_status = 'OPEN';
-- A file that came for a ticket.
alter table upload add constraint upload__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);

create table document_exception_status (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  location_id           bigint,
  created_by_id         bigint,
  document_exception_id bigint not null,
  status                text not null check (status in ('OPEN', 'CLOSED', 'RESOLVED')),
  notes                 text,
  at                    timestamptz not null,
  reason                text check (reason in ('accepted', 'withdrawn', 'other')),
  primary key (customer_id, id)
);
select protect('document_exception_status', location => true, unplaced => true);
alter table document_exception_status add constraint document_exception_status__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
create index document_exception_status__exception on document_exception_status (customer_id, document_exception_id, id);

-- The parts of a document, for the ticket's screen: each row is one page of a section.
create table document_exception_part (
  customer_id           bigint not null default current_customer_id(),
  document_exception_id bigint not null,
  section               text not null check (section in ('events', 'locationVocabulary', 'medVocabulary', 'meds')),
  page                  int not null,
  items                 jsonb not null,
  primary key (customer_id, document_exception_id, section, page)
);
select protect('document_exception_part');
alter table document_exception_part add constraint document_exception_part__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);

-- The packages that a ticket from the counter is about.
create table document_exception_item (
  customer_id           bigint not null default current_customer_id(),
  document_exception_id bigint not null,
  n                     int not null,
  gtin                  text,
  serial_number         text,
  sscc                  text,
  lot_number            text,
  -- As the label says it; without a day it is YYYY-MM.
  expiration_date       text,
  product_name          text,
  primary key (customer_id, document_exception_id, n)
);
select protect('document_exception_item');
alter table document_exception_item add constraint document_exception_item__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);

-- What happened to a ticket beside its statuses: what people wrote, and what the product did.
create table document_exception_entry (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  document_exception_id bigint not null,
  at                    timestamptz not null,
  -- Null: no person, or somebody who is none of ours.
  user_id               bigint,
  kind                  text not null,
  text                  text,
  detail                jsonb not null default '{}',
  primary key (customer_id, id)
);
select protect('document_exception_entry');
alter table document_exception_entry add constraint document_exception_entry__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
alter table document_exception_entry add constraint document_exception_entry__user foreign key (customer_id, user_id) references "user" (customer_id, id);
create index document_exception_entry__story on document_exception_entry (customer_id, document_exception_id, id);

create table document_exception_follower (
  customer_id           bigint not null default current_customer_id(),
  document_exception_id bigint not null,
  user_id               bigint not null,
  since                 timestamptz not null,
  primary key (customer_id, document_exception_id, user_id)
);
select protect('document_exception_follower');
alter table document_exception_follower add constraint document_exception_follower__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
alter table document_exception_follower add constraint document_exception_follower__user foreign key (customer_id, user_id) references "user" (customer_id, id);

-- Photos from the counter, and what came with a partner's reply.
create table document_exception_file (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  document_exception_id bigint not null,
  entry_id              bigint not null,
  filename              text not null,
  content_type          text not null,
  size                  bigint not null,
  sha256                text not null,
  at                    timestamptz not null,
  user_id               bigint,
  primary key (customer_id, id)
);
select protect('document_exception_file');
alter table document_exception_file add constraint document_exception_file__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
alter table document_exception_file add constraint document_exception_file__entry foreign key (customer_id, entry_id) references document_exception_entry (customer_id, id);
create index document_exception_file__story on document_exception_file (customer_id, document_exception_id, id);
create index document_exception_file__sha256 on document_exception_file (customer_id, sha256);
create index document_exception_file__entry on document_exception_file (customer_id, entry_id);

-- How many business days a ticket has, and a partner before it is reminded. No row: the usual.
create table exception_setting (
  customer_id bigint not null default current_customer_id(),
  due_days    int not null check (due_days between 1 and 60),
  remind_days int not null check (remind_days between 1 and 60),
  primary key (customer_id)
);
select protect('exception_setting');

-- What a partner was asked by mail about a ticket, what it answered, and what goes along with the mail as it was when it was made.
create table document_exception_mail (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  document_exception_id bigint not null,
  mail_id               bigint not null,
  at                    timestamptz not null,
  user_id               bigint,
  -- What is wished for, in the words of the report.
  wish                  text not null check (wish in ('Send new data', 'Send product', 'Return product', 'Send back product', 'Credit account', 'Debit account')),
  -- The report for programs, and the serial numbers as a table; null where there are none.
  report                jsonb not null,
  serials               text,
  -- Null: nobody is reminded.
  remind_on             date,
  reminded_at           timestamptz,
  answered_at           timestamptz,
  primary key (customer_id, id)
);
select protect('document_exception_mail');
alter table document_exception_mail add constraint document_exception_mail__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
alter table document_exception_mail add constraint document_exception_mail__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
alter table document_exception_mail add constraint document_exception_mail__user foreign key (customer_id, user_id) references "user" (customer_id, id);
create index document_exception_mail__exception on document_exception_mail (customer_id, document_exception_id, id);
create index document_exception_mail__mail_id on document_exception_mail (customer_id, mail_id);
create index document_exception_mail__due on document_exception_mail (customer_id, remind_on) where answered_at is null and reminded_at is null;

-- What came to a ticket's own address. A mail that comes twice is one.
create table document_exception_reply (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  document_exception_id bigint not null,
  entry_id              bigint not null,
  message_id            text not null,
  from_address          text not null,
  is_automatic          boolean not null,
  at                    timestamptz not null,
  primary key (customer_id, id)
);
select protect('document_exception_reply');
alter table document_exception_reply add constraint document_exception_reply__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
alter table document_exception_reply add constraint document_exception_reply__entry foreign key (customer_id, entry_id) references document_exception_entry (customer_id, id);
create unique index document_exception_reply__message on document_exception_reply (customer_id, document_exception_id, message_id);
create index document_exception_reply__entry on document_exception_reply (customer_id, entry_id);

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
create index document_correction__new_document_id on document_correction (customer_id, new_document_id) where new_document_id is not null;

create table document_correction_unit (
  customer_id   bigint not null default current_customer_id(),
  correction_id bigint not null,
  n             int not null,
  kind          text not null check (kind in ('gone', 'changed', 'added')),
  -- Which of lot, expiry, parent and product: the group that a unit stands in.
  fields        text not null,
  gtin          text,
  serial_number text not null,
  med_id        bigint,
  product_name  text,
  old_lot       text,
  new_lot       text,
  old_expiry    date,
  new_expiry    date,
  old_parent    text,
  new_parent    text,
  old_product   text,
  new_product   text,
  primary key (customer_id, correction_id, n)
);
select protect('document_correction_unit');
alter table document_correction_unit add constraint document_correction_unit__correction foreign key (customer_id, correction_id) references document_correction (customer_id, id);
