-- Files that come in: their packets, what became of them, the documents read from them, and the bytes that nothing names any more.

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
  -- What is odd about a document as a whole and is none of the error types: sentence and remedy of each, as the reader words them.
  warnings              jsonb not null default '[]',
  -- The place that an order's document was shipped to: what shows that a GLN is in use.
  ship_to_gln           char(13),
  primary key (customer_id, id)
);
select protect('epcis_document', location => true, unplaced => true);
alter table epcis_document add constraint epcis_document__location foreign key (customer_id, location_id) references location (customer_id, id);
create index epcis_document__sha256 on epcis_document (customer_id, sha256);
create index epcis_document__instance_identifier on epcis_document (customer_id, sender_gln, instance_identifier);
-- The orders of a partner, newest first.
create index epcis_document__sender on epcis_document (customer_id, sender_gln, time_stamp);
-- What a GLN is asked for by: the documents that were shipped to it.
create index epcis_document__ship_to_gln on epcis_document (customer_id, ship_to_gln) where ship_to_gln is not null;

create table upload (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  location_id           bigint,
  created_by_id         bigint not null,
  filename              text not null,
  content_type          text not null,
  size                  bigint not null,
  sha256                text not null,
  status                text not null check (status in ('processing', 'imported', 'duplicate', 'exception', 'refused', 'stopped', 'elsewhere', 'differs')),
  document_id           bigint,
  created_at            timestamptz not null,
  finished_at           timestamptz,
  -- What became of it is a kind and its facts; the words come last, from one table of the product.
  kind                  text not null,
  facts                 jsonb not null,
  -- The GLNs that a document names as its receiver or as a place it was shipped to, with what it calls them: what waits for one is found by it.
  named_glns            text[] not null default '{}',
  named_places          jsonb not null default '[]',
  -- The ticket that an uploaded file answers.
  document_exception_id bigint,
  primary key (customer_id, id),
  constraint upload__kind check (kind in ('waiting', 'made', 'sentBefore', 'differs', 'corrects', 'notAddressed', 'noSerials', 'malformed', 'empty', 'notXml',
    'zipNotOne', 'zipEncrypted', 'zipNotXml', 'zipTooLarge', 'zipDamaged', 'tooMuch', 'tooMuchMemory', 'stopped', 'ignored', 'fault', 'elsewhere'))
);
select protect('upload');
alter table upload add constraint upload__document foreign key (customer_id, document_id) references epcis_document (customer_id, id);
create index upload__created_at on upload (customer_id, created_at);
create index upload__document_id on upload (customer_id, document_id);
create index upload__waiting on upload (customer_id, created_at) where kind = 'notAddressed';
create index upload__document_exception_id on upload (customer_id, document_exception_id) where document_exception_id is not null;

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
  primary key (customer_id, upload_id),
  constraint job_progress__phase check (phase in ('reading', 'writing'))
);
select protect('job_progress');

-- Stored bytes that may be needed no longer: packets of files that are whole, or were never finished. Bytes lie under their hash, so
-- another upload may be storing the same ones: they are deleted a day later, and only when no row names them then.
create table leftover (
  customer_id bigint not null default current_customer_id(),
  sha256      text not null,
  left_at     timestamptz not null,
  -- Bytes that no row names yet count as stored until they are swept, so that sending files that are refused fills no storage for nothing.
  size        bigint not null default 0,
  primary key (customer_id, sha256)
);
select protect('leftover');

-- What a file was uploaded for ("partner 12", "location 5"): nothing else can name it as its proof.
create table evidence (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  location_id   bigint,
  about         text not null,
  filename      text not null,
  content_type  text not null,
  size          bigint not null,
  sha256        text not null,
  created_at    timestamptz not null,
  created_by_id bigint not null,
  -- What the sender calls the upload: the same again is the same file.
  upload_group  text not null,
  upload_file   text not null,
  primary key (customer_id, id)
);
select protect('evidence', location => true, shared => true);
alter table evidence add constraint evidence__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table evidence add constraint evidence__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create unique index evidence__once on evidence (customer_id, created_by_id, about, upload_group, upload_file);
create index evidence__sha256 on evidence (customer_id, sha256);
