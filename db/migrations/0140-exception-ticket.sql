-- A document exception is a ticket: somebody's work, with a day by which it is due. It arises from a document's findings or at the counter.
alter table document_exception alter column document_id drop not null;
alter table document_exception
  -- The order that it is about. For a document of which an order was made both are the same number.
  add column order_id       bigint,
  -- Of the document, else of the order: whose partner has it is asked for when it is read.
  add column sender_gln     text,
  -- What is wrong, in one sentence.
  add column title          text not null default '',
  -- How many other error types there are beside the gravest.
  add column other_types    int not null default 0,
  -- The five of the Healthcare Distribution Alliance.
  add column category       text not null default 'dataIssue' check (category in ('dataIssue', 'productNoData', 'dataNoProduct', 'packaging', 'unavailable')),
  -- The kinds of the report that partners' programs read (Partnership for DSCSA Governance).
  add column report_kind    text check (report_kind in ('missing_product_data', 'missing_product', 'data_misalignment', 'overages', 'underages', 'master_data_errors')),
  -- What happened at the counter; null where a document's findings are what is wrong.
  add column counter_kind   text check (counter_kind in ('unknownScan', 'overage', 'shortage', 'damage', 'wrongProduct', 'received')),
  add column owner_id       bigint,
  add column due_on         date,
  add column settled_at     timestamptz,
  add column asked_at       timestamptz,
  add column answered_at    timestamptz,
  -- What the document holds, read for its screen. Null until then.
  add column read_at        timestamptz,
  add column header         jsonb,
  add column amounts        jsonb not null default '{}',
  add column excerpts       jsonb not null default '[]';
alter table document_exception no force row level security;
alter table epcis_document no force row level security;
alter table "order" no force row level security;
update document_exception x set title = coalesce(left(x.findings -> 0 ->> 'message', 300), x.current_error_type), sender_gln = d.sender_gln,
    order_id = (select o.id from "order" o where o.customer_id = x.customer_id and o.id = x.document_id),
    settled_at = case when x.current_error_status <> 'OPEN' then x.created_at end
  from epcis_document d where d.customer_id = x.customer_id and d.id = x.document_id;
alter table document_exception force row level security;
alter table epcis_document force row level security;
alter table "order" force row level security;
alter table document_exception
  add constraint document_exception__order foreign key (customer_id, order_id) references "order" (customer_id, id),
  add constraint document_exception__owner foreign key (customer_id, owner_id) references "user" (customer_id, id),
  add constraint document_exception__origin check (document_id is not null or counter_kind is not null);
create index document_exception__created_at on document_exception (customer_id, created_at, id);
create index document_exception__order_id on document_exception (customer_id, order_id) where order_id is not null;
create index document_exception__owner_id on document_exception (customer_id, owner_id) where current_error_status = 'OPEN';
create index document_exception__sender_gln on document_exception (customer_id, sender_gln) where current_error_status = 'OPEN';

alter table document_exception_status add column reason text check (reason in ('accepted', 'withdrawn', 'other'));

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

-- How many business days a ticket has, and a partner before it is reminded. No row: the usual.
create table exception_setting (
  customer_id bigint not null default current_customer_id(),
  due_days    int not null check (due_days between 1 and 60),
  remind_days int not null check (remind_days between 1 and 60),
  primary key (customer_id)
);
select protect('exception_setting');
