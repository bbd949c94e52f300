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
