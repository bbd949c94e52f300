-- Packs: what a pharmacy hands to an inspector or auditor, as one zip file. The file is in the store for 30 days; the row stays.
create table pack (
  customer_id     bigint not null default current_customer_id(),
  id              bigint not null generated always as identity,
  -- Counts up for each customer; people say "P-0012".
  number          int not null,
  preset          text not null check (preset in ('fda', 'pbm', 'own')),
  -- For whom it is made, as printed on its first page.
  asked_by        text not null,
  -- Days, locations, partners, NDCs and parts, as they were asked for.
  selection       jsonb not null,
  -- The locations whose rows are in it: whoever has the right at all of them sees the pack.
  location_ids    bigint[] not null,
  -- The customer's own figures for a balance; null: none were given.
  dispensed       jsonb,
  -- Of its maker: decides which calendar day an instant belongs to.
  time_zone       text not null,
  state           text not null check (state in ('queued', 'building', 'ready', 'failed', 'canceled')),
  -- The part being written, and its position.
  phase           text not null default '',
  done            int not null default 0,
  total           int not null default 0,
  counts          jsonb not null default '{}',
  gaps            jsonb not null default '[]',
  -- One sentence.
  failure         text,
  -- Since when the store or the printer has been unavailable while it was built; null: it is not.
  waiting_since   timestamptz,
  bytes           bigint,
  sha256          text,
  manifest_sha256 text,
  made_at         timestamptz not null,
  made_by_id      bigint not null,
  made_by         text not null,
  began_at        timestamptz,
  finished_at     timestamptz,
  kept_until      timestamptz,
  -- When its file was removed from the store.
  removed_at      timestamptz,
  downloads       int not null default 0,
  downloaded_at   timestamptz,
  downloaded_by   text,
  primary key (customer_id, id),
  constraint pack__file check ((state = 'ready') = (sha256 is not null) and (sha256 is null) = (bytes is null) and (sha256 is null) = (manifest_sha256 is null)
    and (sha256 is null) = (kept_until is null))
);
select protect('pack');
create unique index pack__number on pack (customer_id, number);
create index pack__sha256 on pack (customer_id, sha256) where sha256 is not null;
alter table pack add constraint pack__made_by foreign key (customer_id, made_by_id) references "user" (customer_id, id);

-- Which columns of the customer's own dispensing report mean what; remembered for the next one.
create table dispensed_columns (
  customer_id     bigint not null default current_customer_id(),
  ndc_column      text not null,
  quantity_column text not null,
  -- Null: the report has no dates, or covers the period only.
  day_column      text,
  changed_at      timestamptz not null,
  changed_by_id   bigint not null,
  primary key (customer_id)
);
select protect('dispensed_columns');
alter table dispensed_columns add constraint dispensed_columns__by foreign key (customer_id, changed_by_id) references "user" (customer_id, id);
