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
  primary key (customer_id, id)
);
select protect('med_attachment');
alter table med_attachment add constraint med_attachment__med foreign key (customer_id, med_id) references med (customer_id, id);
alter table med_attachment add constraint med_attachment__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index med_attachment__med_id on med_attachment (customer_id, med_id);
create index med_attachment__sha256 on med_attachment (customer_id, sha256);
