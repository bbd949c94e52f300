-- The customer's administration on its way from one person to another; one at a time.
create table hand_over (
  customer_id  bigint not null default current_customer_id(),
  id           bigint not null generated always as identity,
  from_user_id bigint not null,
  to_user_id   bigint not null,
  asked_at     timestamptz not null,
  ends_at      timestamptz not null,
  accepted_at  timestamptz,
  -- Taken back by the one, or declined by the other.
  ended_at     timestamptz,
  ended_by_id  bigint,
  primary key (customer_id, id)
);
select protect('hand_over');
alter table hand_over add constraint hand_over__from_user foreign key (customer_id, from_user_id) references "user" (customer_id, id);
alter table hand_over add constraint hand_over__to_user foreign key (customer_id, to_user_id) references "user" (customer_id, id);
alter table hand_over add constraint hand_over__ended_by foreign key (customer_id, ended_by_id) references "user" (customer_id, id);
create unique index hand_over__open on hand_over (customer_id) where accepted_at is null and ended_at is null;

