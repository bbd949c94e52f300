-- How people come in, how the customer's administration is handed over, and the yearly look at who may do what.

-- The one link by which an invited person comes in; each mail has another, and only the last one opens. What it opens is a login, made then.
create table invitation (
  customer_id bigint not null default current_customer_id(),
  user_id     bigint not null,
  token_hash  bytea not null,
  sent_at     timestamptz not null,
  sent_by_id  bigint not null,
  ends_at     timestamptz not null,
  taken_at    timestamptz,
  -- No foreign key: a mail is thrown away after its time, and who reads this joins.
  mail_id     bigint,
  primary key (customer_id, user_id)
);
select protect('invitation');
alter table invitation add constraint invitation__user foreign key (customer_id, user_id) references "user" (customer_id, id);
alter table invitation add constraint invitation__sent_by foreign key (customer_id, sent_by_id) references "user" (customer_id, id);
create unique index invitation__token_hash on invitation (customer_id, token_hash);
create index invitation__mail_id on invitation (customer_id, mail_id);

-- The customer's administration on its way from one person to another; one at a time.
create table hand_over (
  customer_id  bigint not null default current_customer_id(),
  id           bigint not null generated always as identity,
  from_user_id bigint not null,
  to_user_id   bigint not null,
  asked_at     timestamptz not null,
  ends_at      timestamptz not null,
  accepted_at  timestamptz,
  -- Withdrawn by the one, or declined by the other.
  ended_at     timestamptz,
  ended_by_id  bigint,
  primary key (customer_id, id)
);
select protect('hand_over');
alter table hand_over add constraint hand_over__from_user foreign key (customer_id, from_user_id) references "user" (customer_id, id);
alter table hand_over add constraint hand_over__to_user foreign key (customer_id, to_user_id) references "user" (customer_id, id);
alter table hand_over add constraint hand_over__ended_by foreign key (customer_id, ended_by_id) references "user" (customer_id, id);
create unique index hand_over__open on hand_over (customer_id) where accepted_at is null and ended_at is null;

-- A list of who may do what where, confirmed line by line: what was looked at, by whom, and what was answered.
create table access_review (
  customer_id    bigint not null default current_customer_id(),
  id             bigint not null generated always as identity,
  begun_at       timestamptz not null,
  begun_by_id    bigint not null,
  finished_at    timestamptz,
  finished_by_id bigint,
  primary key (customer_id, id)
);
select protect('access_review');
alter table access_review add constraint access_review__begun_by foreign key (customer_id, begun_by_id) references "user" (customer_id, id);
alter table access_review add constraint access_review__finished_by foreign key (customer_id, finished_by_id) references "user" (customer_id, id);
create unique index access_review__open on access_review (customer_id) where finished_at is null;

create table access_review_line (
  customer_id     bigint not null default current_customer_id(),
  review_id       bigint not null,
  user_id         bigint not null,
  -- The person's name and access when the line was confirmed: `[{"locationId": 1, "name": "412 Park Avenue", "isAdmin": false}]`.
  user_name       text not null,
  access          jsonb not null,
  confirmed_at    timestamptz not null,
  confirmed_by_id bigint not null,
  primary key (customer_id, review_id, user_id)
);
select protect('access_review_line');
alter table access_review_line add constraint access_review_line__review foreign key (customer_id, review_id) references access_review (customer_id, id);
alter table access_review_line add constraint access_review_line__user foreign key (customer_id, user_id) references "user" (customer_id, id);
alter table access_review_line add constraint access_review_line__confirmed_by foreign key (customer_id, confirmed_by_id) references "user" (customer_id, id);

-- The yearly access review is due: told once for each year since the last one was finished, or since the customer began.
create table access_review_reminder (
  customer_id bigint not null default current_customer_id(),
  since       timestamptz not null,
  years       int not null check (years > 0),
  at          timestamptz not null,
  primary key (customer_id, since, years)
);
select protect('access_review_reminder');
alter table access_review_reminder add constraint access_review_reminder__customer foreign key (customer_id) references customer (id);
