-- People who want the scorecards of a month by email. Nobody does by default.
create table scorecard_reader (
  customer_id bigint not null default current_customer_id(),
  user_id     bigint not null,
  since       timestamptz not null,
  -- The last month that was sent, `YYYY-MM`, so that no month is sent twice.
  sent_month  text collate "C",
  primary key (customer_id, user_id)
);
select protect('scorecard_reader');
alter table scorecard_reader add constraint scorecard_reader__user foreign key (customer_id, user_id) references "user" (customer_id, id);
