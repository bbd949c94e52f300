-- What a person set for a list: the columns that are hidden, and searches saved under a name. `list` names the screen.
create table list_setting (
  customer_id    bigint not null default current_customer_id(),
  user_id        bigint not null,
  list           text not null,
  hidden_columns text[] not null,
  -- [{ name, query }]: a query is what the address bar holds.
  views          jsonb not null,
  primary key (customer_id, user_id, list)
);
select protect('list_setting');
alter table list_setting add constraint list_setting__user foreign key (customer_id, user_id) references "user" (customer_id, id);

-- Who has an order open on the receiving screen. A row is good for less than a minute and is never read later.
create table order_presence (
  customer_id bigint not null default current_customer_id(),
  document_id bigint not null,
  user_id     bigint not null,
  seen_at     timestamptz not null,
  primary key (customer_id, document_id, user_id)
);
select protect('order_presence');
create index order_presence__seen_at on order_presence (customer_id, seen_at);

-- People read the last four characters of a serial number aloud. A column of their own, because no expression index serves a search under row security.
alter table med add column serial_tail text collate "C" generated always as (upper(right(serial_number, 4))) stored;
create index med__serial_tail on med (customer_id, serial_tail, id);
