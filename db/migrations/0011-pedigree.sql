-- What belongs to a med's pedigree: files that people attach to it, and what was sent of it by mail.

-- Files that people attach to a pedigree. Deleting one hides it: row and bytes stay, with who and why.
create table med_attachment (
  customer_id     bigint not null default current_customer_id(),
  id              bigint not null generated always as identity,
  med_id          bigint not null,
  filename        text not null,
  -- What the bytes are, not what the sender said.
  content_type    text not null,
  size            bigint not null,
  sha256          text not null,
  created_at      timestamptz not null,
  created_by_id   bigint not null,
  deleted_at      timestamptz,
  deleted_by_id   bigint,
  deletion_reason text,
  -- A file whose packets come twice is attached once: who sent it, and under which name of the upload.
  upload_group    text,
  upload_file     text,
  primary key (customer_id, id)
);
select protect('med_attachment');
alter table med_attachment add constraint med_attachment__med foreign key (customer_id, med_id) references med (customer_id, id);
alter table med_attachment add constraint med_attachment__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index med_attachment__med_id on med_attachment (customer_id, med_id);
create index med_attachment__sha256 on med_attachment (customer_id, sha256);
create unique index med_attachment__upload on med_attachment (customer_id, created_by_id, med_id, upload_group, upload_file) where deleted_at is null;

-- Pedigrees sent by mail: what was sent, to whom, and what became of it. The PDF's bytes lie in storage.
create table med_email (
  customer_id    bigint not null default current_customer_id(),
  id             bigint not null generated always as identity,
  med_id         bigint not null,
  pdf_filename   text not null,
  pdf_sha256     text not null,
  pdf_size       bigint not null,
  attachment_ids bigint[] not null,
  -- A mail that waits is held back when its med was put on hold or voided since, unless its sender knew of the hold and meant it.
  even_held      boolean not null default false,
  mail_id        bigint not null,
  primary key (customer_id, id)
);
select protect('med_email');
alter table med_email add constraint med_email__med foreign key (customer_id, med_id) references med (customer_id, id);
alter table med_email add constraint med_email__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
create index med_email__med_id on med_email (customer_id, med_id, id);
create index med_email__pdf_sha256 on med_email (customer_id, pdf_sha256);
create unique index med_email__mail_id on med_email (customer_id, mail_id);
