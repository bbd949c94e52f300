-- The yearly access review is due: told once for each year since the last one was finished, or since the customer began.
create table access_review_reminder (
  customer_id bigint      not null default current_customer_id(),
  since       timestamptz not null,
  years       int         not null check (years > 0),
  at          timestamptz not null,
  primary key (customer_id, since, years)
);
select protect('access_review_reminder');
alter table access_review_reminder add constraint access_review_reminder__customer foreign key (customer_id) references customer (id);
