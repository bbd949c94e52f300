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

-- The ticket that an uploaded file answers.
alter table upload add column document_exception_id bigint;
alter table upload add constraint upload__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
