-- Recalls as the FDA publishes them, the same for all customers and so without row security (decision 55), and which of a customer's lots they name.

-- One row for each load that changed or confirmed something. Loads take turns, so a greater id means later committed.
create table recall_load (
  id        bigint not null generated always as identity primary key,
  source    text not null check (source in ('openfda', 'sample')),
  files     text[] not null,
  sha256    text not null,
  -- The day that the source's data is of: what is older never replaces what is newer, whatever is loaded first.
  as_of     date not null,
  records   int not null,
  added     int not null,
  changed   int not null,
  loaded_at timestamptz not null
);
grant select on recall_load to seriatim_app, seriatim_system;
grant insert, update on recall_load to seriatim_system;

-- One event is one recall, as far as its products share firm and reason.
create table recall (
  id             bigint not null generated always as identity primary key,
  source         text not null check (source in ('openfda', 'sample')),
  event_id       text,
  manufacturer   text not null,
  -- The firm's name without its legal form, for recalls that name a lot and no NDC.
  firm_key       text collate "C" not null,
  title          text not null,
  product        text not null,
  quantity       text,
  reason         text,
  classification text,
  status         text,
  distributions  text[] not null,
  initiated_on   date,
  reported_on    date not null,
  terminated_on  date,
  -- Counts the contents that were ever loaded; the newest is of this day.
  version        int not null,
  version_on     date not null,
  loaded_at      timestamptz not null,
  -- The load that last changed it: what customers are compared with comes from here.
  load_id        bigint not null references recall_load (id),
  -- All its numbers are part of other recalls now.
  is_empty       boolean not null default false
);
create index recall__load_id on recall (load_id, id);
create index recall__reported_on on recall (reported_on, id);
create index recall__event_id on recall (event_id);
create index recall__firm_key on recall (firm_key);
create index recall__manufacturer on recall using gin (lower(manufacturer) gin_trgm_ops);
create index recall__product on recall using gin (lower(product) gin_trgm_ops);
grant select on recall to seriatim_app, seriatim_system;
grant insert, update on recall to seriatim_system;

-- The load numbers a group of products before it writes them.
grant usage on sequence recall_id_seq to seriatim_system;

-- A recall number: one product of the event, with the text as it was published.
create table recall_product (
  id             bigint not null generated always as identity primary key,
  recall_id      bigint not null references recall (id),
  source         text not null,
  recall_number  text collate "C" not null,
  description    text not null,
  quantity       text,
  code_info      text,
  more_code_info text,
  -- What has digits in it and could not be read.
  unread         text[] not null,
  as_of          date not null,
  sha256         text not null,
  read_sha256    text not null,
  -- Every recall number keeps what it says of itself, so that a recall is the sum of all its numbers, whichever of them a file brings; and which recalls it
  -- was part of before, so that what was decided there goes with it.
  event_id       text,
  manufacturer   text not null,
  firm_key       text collate "C" not null,
  title          text not null,
  reason         text,
  classification text,
  status         text,
  distributions  text[] not null,
  initiated_on   date,
  reported_on    date,
  terminated_on  date,
  came_from_ids  bigint[] not null default '{}'
);
create unique index recall_product__recall_number on recall_product (source, recall_number);
create index recall_product__recall_id on recall_product (recall_id);
create index recall_product__came_from_ids on recall_product using gin (came_from_ids) where came_from_ids <> '{}';
grant select on recall_product to seriatim_app, seriatim_system;
grant insert, update on recall_product to seriatim_system;

-- A package that is recalled. Ids stay from version to version; one that is no longer named is not current.
create table recall_code (
  id                bigint not null generated always as identity primary key,
  recall_id         bigint not null references recall (id),
  recall_product_id bigint not null references recall_product (id),
  -- As written; empty: the text names none.
  ndc               text not null,
  form_factor       text not null,
  all_lots          boolean not null,
  -- Something else than a list of lots: all of them, a range, a beginning, or nothing that could be read.
  is_open           boolean not null,
  amount_of_lots    int not null,
  is_current        boolean not null default true
);
create unique index recall_code__ndc on recall_code (recall_product_id, ndc);
create index recall_code__recall_id on recall_code (recall_id);
create index recall_code__all_lots on recall_code (recall_id) where all_lots and is_current;
grant select on recall_code to seriatim_app, seriatim_system;
grant insert, update on recall_code to seriatim_system;

-- Its digits, to be found by. `is_label`: the FDA's own join of labels, which lists sister products too.
create table recall_ndc (
  recall_code_id bigint not null references recall_code (id),
  -- Labeler and product, 8 or 9 digits.
  product_key    text collate "C" not null,
  -- All ten, where a package is named.
  ndc10          text collate "C",
  is_label       boolean not null
);
create index recall_ndc__product_key on recall_ndc (product_key);
create index recall_ndc__recall_code_id on recall_ndc (recall_code_id);
grant select on recall_ndc to seriatim_app, seriatim_system;
grant insert, delete on recall_ndc to seriatim_system;

create table recall_lot (
  id             bigint not null generated always as identity primary key,
  recall_code_id bigint not null references recall_code (id),
  kind           text not null check (kind in ('lot', 'range', 'prefix', 'suffix', 'any')),
  lot            text not null,
  -- Upper case without blanks, dashes and dots.
  lot_key        text collate "C" not null,
  lot_to         text,
  -- `YYYY-MM-DD`, or `YYYY-MM`: the last day is meant.
  expiration     text
);
create index recall_lot__recall_code_id on recall_lot (recall_code_id, id);
create index recall_lot__lot_key on recall_lot (lot_key) where kind = 'lot';
-- A lot is looked for among the ranges of lots that begin as it does, and among the beginnings and ends that it has; never among all.
create index recall_lot__range on recall_lot (regexp_replace(lot_key, '[0-9]+[^0-9]*$', '')) where kind = 'range';
create index recall_lot__part on recall_lot (lot_key) where kind in ('prefix', 'suffix');
grant select on recall_lot to seriatim_app, seriatim_system;
grant insert, delete on recall_lot to seriatim_system;

-- What a recall said at a time: every content that was ever loaded, also one that came too late to count.
create table recall_version (
  id        bigint not null generated always as identity primary key,
  recall_id bigint not null references recall (id),
  as_of     date not null,
  sha256    text not null,
  content   jsonb not null,
  load_id   bigint not null references recall_load (id)
);
create unique index recall_version__content on recall_version (recall_id, as_of, sha256);
grant select on recall_version to seriatim_app, seriatim_system;
grant insert on recall_version to seriatim_system;

-- What came to a location, by lot: the few rows of a document that its thousand packages make. Recalls are compared with these and with no med.
create table stock_lot (
  customer_id             bigint not null default current_customer_id(),
  id                      bigint not null generated always as identity,
  location_id             bigint not null,
  -- Null: meds that were typed in.
  document_id             bigint,
  epcis_med_vocabulary_id bigint,
  gtin                    char(14) collate "C",
  ndc                     text,
  -- The ten digits of the NDC, and labeler and product with which they begin, at least.
  ndc10                   text collate "C",
  ndc8                    text collate "C" generated always as (left(ndc10, 8)) stored,
  lot_number              text collate "C",
  lot_key                 text collate "C",
  firm_key                text collate "C",
  expiration_date         date,
  amount                  int not null,
  -- When the shipment was sent, as far as the document says; of typed-in meds when they were entered.
  sent_at                 timestamptz not null,
  is_matched              boolean not null default false,
  primary key (customer_id, id)
);
select protect('stock_lot', location => true);
alter table stock_lot add constraint stock_lot__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table stock_lot add constraint stock_lot__order foreign key (customer_id, document_id) references "order" (customer_id, id);
create unique index stock_lot__once on stock_lot
  (customer_id, location_id, document_id, epcis_med_vocabulary_id, gtin, ndc, lot_number, expiration_date) nulls not distinct;
create index stock_lot__document_id on stock_lot (customer_id, document_id);
create index stock_lot__ndc8 on stock_lot (customer_id, ndc8);
create index stock_lot__lot_key on stock_lot (customer_id, lot_key, firm_key);
create index stock_lot__waiting on stock_lot (customer_id, id) where not is_matched;

-- The affected events: a lot of ours that a recall names. One row for a recall and a lot, with the code that names it best (decision 56).
create table recall_match (
  customer_id    bigint not null default current_customer_id(),
  id             bigint not null generated always as identity,
  location_id    bigint not null,
  recall_id      bigint not null references recall (id),
  recall_code_id bigint not null references recall_code (id),
  stock_lot_id   bigint not null,
  confidence     text not null check (confidence in ('exact', 'probable', 'possible')),
  why            text not null,
  -- The recall's version that named it first, and when.
  version        int not null,
  matched_at     timestamptz not null,
  -- A later version no longer names it.
  ended_at       timestamptz,
  told_at        timestamptz,
  -- What was told and decided about recalled lots goes with the packages to a corrected order; a raise to class I and more of a lot are told once more.
  -- The recall's class, and how much of the lot there was, when it was last compared.
  classification text,
  amount         int not null default 0,
  -- Why it is told once more.
  news           text check (news in ('raised', 'more')),
  primary key (customer_id, id)
);
select protect('recall_match', location => true);
alter table recall_match add constraint recall_match__stock_lot foreign key (customer_id, stock_lot_id) references stock_lot (customer_id, id);
create unique index recall_match__once on recall_match (customer_id, recall_id, stock_lot_id);
create index recall_match__stock_lot_id on recall_match (customer_id, stock_lot_id);
create index recall_match__untold on recall_match (customer_id, id) where told_at is null and ended_at is null;
create index recall_match__recall_code_id on recall_match (customer_id, recall_code_id);
create index recall_match__matched_at on recall_match (customer_id, matched_at, id);

create table dismissed_recall (
  customer_id     bigint not null default current_customer_id(),
  id              bigint not null generated always as identity,
  location_id     bigint not null,
  recall_match_id bigint not null,
  is_dismissed    boolean not null default true,
  notes           text not null,
  -- The recall's version, and how much of it there was.
  version         int not null,
  amount          int not null,
  none_on_hand    boolean not null default false,
  quarantined     int check (quarantined >= 0),
  returned        int check (returned >= 0),
  destroyed       int check (destroyed >= 0),
  dispensed       int check (dispensed >= 0),
  dismissed_at    timestamptz not null,
  dismissed_by_id bigint not null,
  -- A dismissal of the first file that went to the corrected one, until somebody decides anew.
  follows_id      bigint,
  -- When a lot was last decided upon, an undoing included: an older decision of a replaced order never takes the place of a newer one.
  decided_at      timestamptz not null,
  primary key (customer_id, id)
);
select protect('dismissed_recall', location => true);
alter table dismissed_recall add constraint dismissed_recall__match foreign key (customer_id, recall_match_id) references recall_match (customer_id, id);
alter table dismissed_recall add constraint dismissed_recall__by foreign key (customer_id, dismissed_by_id) references "user" (customer_id, id);
alter table dismissed_recall add constraint dismissed_recall__follows foreign key (customer_id, follows_id) references dismissed_recall (customer_id, id);
create unique index dismissed_recall__recall_match_id on dismissed_recall (customer_id, recall_match_id);
create index dismissed_recall__follows_id on dismissed_recall (customer_id, follows_id) where follows_id is not null;

-- How far a customer has been compared: the recalls up to this one, in the order of loads.
create table recall_progress (
  customer_id  bigint not null default current_customer_id(),
  load_id      bigint not null default 0,
  recall_id    bigint not null default 0,
  -- What was on record before there were recalls has been brought in.
  is_filled    boolean not null default false,
  done         int not null default 0,
  total        int not null default 0,
  updated_at   timestamptz not null,
  -- When a customer was first told of recalls since they are part of what was bought: the first time in one mail, not in one for each recall.
  caught_up_at timestamptz,
  primary key (customer_id)
);
select protect('recall_progress');
alter table recall_progress add constraint recall_progress__customer foreign key (customer_id) references customer (id);

-- Who has looked at which version.
create table recall_seen (
  customer_id bigint not null default current_customer_id(),
  recall_id   bigint not null references recall (id),
  version     int not null,
  seen_at     timestamptz not null,
  seen_by_id  bigint not null,
  primary key (customer_id, recall_id, seen_by_id)
);
select protect('recall_seen');
alter table recall_seen add constraint recall_seen__by foreign key (customer_id, seen_by_id) references "user" (customer_id, id);

-- Somebody receives goods of an order though a recall names them: asked once for a recall and an order.
create table recall_answer (
  customer_id    bigint not null default current_customer_id(),
  recall_id      bigint not null references recall (id),
  document_id    bigint not null,
  location_id    bigint not null,
  answered_at    timestamptz not null,
  answered_by_id bigint not null,
  -- Somebody's answer holds for what the recall said then: one that is graver now, or that names a lot since, is asked about again.
  version        int not null,
  classification text,
  -- Why goods were received although a recall names them.
  reason         text,
  primary key (customer_id, document_id, recall_id)
);
select protect('recall_answer', location => true);
alter table recall_answer add constraint recall_answer__order foreign key (customer_id, document_id) references "order" (customer_id, id);
alter table recall_answer add constraint recall_answer__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table recall_answer add constraint recall_answer__by foreign key (customer_id, answered_by_id) references "user" (customer_id, id);
