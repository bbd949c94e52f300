-- One table of what leaves by mail, its attempts and what became of it; what a mail is about stays with its domain, which points here. Mails of
-- the sign-in are there too: they go to a login, whose customer is known. No system table points here.
create table mail (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  -- Declared by a domain (`*.mails.ts`).
  kind          text not null,
  created_at    timestamptz not null,
  -- Null: nobody asked for it by hand.
  created_by_id bigint,
  to_addresses  text[] not null,
  cc_addresses  text[] not null,
  reply_to      text,
  subject       text not null,
  body          text,
  -- Instead of the body where it holds a code or a password: encrypted with SECRET_KEY, emptied when the mail is sent or given up.
  sealed_body   bytea,
  status        text not null check (status in ('waiting', 'sent', 'failed', 'stopped')),
  attempts      int not null default 0,
  sent_at       timestamptz,
  last_error    text,
  primary key (customer_id, id)
);
select protect('mail');
alter table mail add constraint mail__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index mail__created_by_id on mail (customer_id, created_by_id, created_at);

-- What people let leave by mail: recipients by user and moment, of pedigrees, reports, notices and whatever is sent again. Who may mail
-- without an end could use the product to flood somebody. Rows of the day before yesterday are swept.
create table mail_budget (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  user_id     bigint not null,
  at          timestamptz not null,
  recipients  int not null check (recipients > 0),
  primary key (customer_id, id)
);
select protect('mail_budget');
create index mail_budget__at on mail_budget (customer_id, at);
