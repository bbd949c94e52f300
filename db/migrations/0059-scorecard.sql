-- Scorecards of suppliers: the counts of each month, so that a year of orders is never read for a page (docs/scorecards.md).

-- The tally of one sender, location and product in one month. A merged or renamed partner needs no change here, because the sender is a GLN, and the
-- partner is found when the scorecard is read.
create table scorecard_month (
  customer_id bigint not null default current_customer_id(),
  id          bigint not null generated always as identity,
  -- Null: files that could not be assigned to a location.
  location_id bigint,
  -- `YYYY-MM` in the time zone of the location.
  month       text collate "C" not null,
  time_zone   text not null,
  -- The GLN of the sender; `partner 12` for returns, which name a trading partner; empty if the file names no sender.
  sender      text collate "C" not null,
  -- Empty: all products together. An order with two products is in both products' rows.
  gtin        text collate "C" not null,
  tally       jsonb not null,
  computed_at timestamptz not null,
  primary key (customer_id, id)
);
select protect('scorecard_month', location => true);
alter table scorecard_month add constraint scorecard_month__location foreign key (customer_id, location_id) references location (customer_id, id);
create unique index scorecard_month__once on scorecard_month (customer_id, month, gtin, sender, location_id) nulls not distinct;
comment on table scorecard_month is 'retention: stays, has counts of a month, which remain true after its orders were removed';

-- Until when changes were looked for; no row: nothing was computed yet.
create table scorecard_progress (
  customer_id   bigint not null default current_customer_id(),
  checked_until timestamptz not null,
  primary key (customer_id)
);
select protect('scorecard_progress');

-- Tickets whose status changed are found by its time.
create index document_exception_status__at on document_exception_status (customer_id, at);
