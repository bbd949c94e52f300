-- Quarantine: what may not be sold, sent or received until a person releases it.

create table hold (
  customer_id           bigint not null default current_customer_id(),
  id                    bigint not null generated always as identity,
  location_id           bigint not null,
  kind                  text not null check (kind in ('med', 'package', 'order', 'lot')),
  -- As people know it: serial number, SSCC or PO number.
  label                 text not null,
  product_name          text,
  gtin                  char(14) collate "C",
  serial_number         text collate "C",
  document_id           bigint,
  -- Meds that it held when it was placed; 0: no document lists the package yet.
  meds                  int not null,
  reason                text not null,
  placed_at             timestamptz not null,
  placed_by_id          bigint,
  released_at           timestamptz,
  released_by_id        bigint,
  release_reason        text,
  -- Why something is on hold: quarantine asks for a look at the product, data pending only waits for a corrected file and never suggests a report to the FDA.
  cause                 text not null default 'quarantine' check (cause in ('quarantine', 'dataPending')),
  document_exception_id bigint,
  -- Let go before the data came, because a patient could not wait: the pharmacist who answers for it.
  pharmacist            text,
  -- Held product that was disposed of: its hold stays, so that it is never received or sent again.
  disposed_at           timestamptz,
  disposed_by_id        bigint,
  disposal_how          text check (disposal_how in ('destroyed', 'returned', 'surrendered', 'other')),
  disposal_reason       text,
  primary key (customer_id, id),
  constraint hold__pending check ((cause = 'dataPending') = (document_exception_id is not null)),
  constraint hold__disposed check (
    (disposed_at is null) = (disposed_by_id is null) and (disposed_at is null) = (disposal_how is null) and (disposed_at is null) = (disposal_reason is null)
    and (disposed_at is null or released_at is null)
  )
);
select protect('hold', location => true);
alter table hold add constraint hold__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table hold add constraint hold__document foreign key (customer_id, document_id) references epcis_document (customer_id, id);
alter table hold add constraint hold__placed_by foreign key (customer_id, placed_by_id) references "user" (customer_id, id);
alter table hold add constraint hold__disposed_by foreign key (customer_id, disposed_by_id) references "user" (customer_id, id);
alter table hold add constraint hold__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id);
create index hold__active on hold (customer_id, location_id, placed_at) where released_at is null;
create index hold__unlisted on hold (customer_id, gtin, serial_number) where released_at is null and meds = 0;
create index hold__exception_id on hold (customer_id, document_exception_id) where document_exception_id is not null;
create index hold__document_id on hold (customer_id, document_id) where document_id is not null;

create table hold_med (
  customer_id bigint not null default current_customer_id(),
  hold_id     bigint not null,
  med_id      bigint not null,
  is_active   boolean not null default true,
  primary key (customer_id, hold_id, med_id)
);
select protect('hold_med');
alter table hold_med add constraint hold_med__hold foreign key (customer_id, hold_id) references hold (customer_id, id);
alter table hold_med add constraint hold_med__med foreign key (customer_id, med_id) references med (customer_id, id);
create index hold_med__med_id on hold_med (customer_id, med_id) where is_active;
create index hold_med__story on hold_med (customer_id, med_id, hold_id);
