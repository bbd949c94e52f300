-- Pedigrees sent by mail: what was sent, to whom, and what became of it. The PDF's bytes lie in storage.
create table med_email (
  customer_id    bigint not null default current_customer_id(),
  id             bigint not null generated always as identity,
  med_id         bigint not null,
  created_at     timestamptz not null,
  created_by_id  bigint not null,
  to_addresses   text[] not null,
  cc_addresses   text[] not null,
  reply_to       text not null,
  subject        text not null,
  body           text not null,
  pdf_filename   text not null,
  pdf_sha256     text not null,
  pdf_size       bigint not null,
  attachment_ids bigint[] not null,
  status         text not null check (status in ('waiting', 'sent', 'failed')),
  attempts       int not null default 0,
  sent_at        timestamptz,
  last_error     text,
  primary key (customer_id, id)
);
select protect('med_email');
alter table med_email add constraint med_email__med foreign key (customer_id, med_id) references med (customer_id, id);
alter table med_email add constraint med_email__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index med_email__med_id on med_email (customer_id, med_id, id);
create index med_email__created_by_id on med_email (customer_id, created_by_id, created_at);
create index med_email__pdf_sha256 on med_email (customer_id, pdf_sha256);
