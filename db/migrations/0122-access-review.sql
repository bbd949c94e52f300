-- A list of who may do what where, confirmed line by line: what was looked at, by whom, and what was answered.
create table access_review (
  customer_id  bigint not null default current_customer_id(),
  id           bigint not null generated always as identity,
  begun_at     timestamptz not null,
  begun_by_id  bigint not null,
  finished_at  timestamptz,
  finished_by_id bigint,
  primary key (customer_id, id)
);
select protect('access_review');
alter table access_review add constraint access_review__begun_by foreign key (customer_id, begun_by_id) references "user" (customer_id, id);
alter table access_review add constraint access_review__finished_by foreign key (customer_id, finished_by_id) references "user" (customer_id, id);
create unique index access_review__open on access_review (customer_id) where finished_at is null;

create table access_review_line (
  customer_id  bigint not null default current_customer_id(),
  review_id    bigint not null,
  user_id      bigint not null,
  -- The person's name and access when the line was confirmed: `[{"locationId": 1, "name": "412 Park Avenue", "isAdmin": false}]`.
  user_name    text not null,
  access       jsonb not null,
  confirmed_at timestamptz not null,
  confirmed_by_id bigint not null,
  primary key (customer_id, review_id, user_id)
);
select protect('access_review_line');
alter table access_review_line add constraint access_review_line__review foreign key (customer_id, review_id) references access_review (customer_id, id);
alter table access_review_line add constraint access_review_line__user foreign key (customer_id, user_id) references "user" (customer_id, id);
alter table access_review_line add constraint access_review_line__confirmed_by foreign key (customer_id, confirmed_by_id) references "user" (customer_id, id);

