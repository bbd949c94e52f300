-- What was told and decided about recalled lots goes with the packages to a corrected order; a raise to class I and more of a lot are told once more.

alter table recall_match
  -- The recall's class, and how much of the lot there was, when it was last compared.
  add column classification text,
  add column amount         int not null default 0,
  -- Why it is told once more.
  add column news           text check (news in ('raised', 'more'));
alter table recall_match no force row level security;
alter table stock_lot no force row level security;
update recall_match m set classification = r.classification, amount = s.amount from recall r, stock_lot s
  where r.id = m.recall_id and s.customer_id = m.customer_id and s.id = m.stock_lot_id;
alter table recall_match force row level security;
alter table stock_lot force row level security;
create index recall_match__recall_code_id on recall_match (customer_id, recall_code_id);
create index recall_match__matched_at on recall_match (customer_id, matched_at, id);

-- A dismissal of the first file that went to the corrected one, until somebody decides anew.
alter table dismissed_recall add column follows_id bigint;
alter table dismissed_recall add constraint dismissed_recall__follows foreign key (customer_id, follows_id) references dismissed_recall (customer_id, id);
create index dismissed_recall__follows_id on dismissed_recall (customer_id, follows_id) where follows_id is not null;

-- A recall is new for a person until that person has opened this version; it is dealt with for all.
alter table recall_seen drop constraint recall_seen_pkey;
alter table recall_seen add primary key (customer_id, recall_id, seen_by_id);

-- Somebody receives goods of an order though a recall names them: asked once for a recall and an order.
create table recall_answer (
  customer_id    bigint not null default current_customer_id(),
  recall_id      bigint not null references recall (id),
  document_id    bigint not null,
  location_id    bigint not null,
  answered_at    timestamptz not null,
  answered_by_id bigint not null,
  primary key (customer_id, document_id, recall_id)
);
select protect('recall_answer', location => true);
alter table recall_answer add constraint recall_answer__order foreign key (customer_id, document_id) references "order" (customer_id, id);
alter table recall_answer add constraint recall_answer__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table recall_answer add constraint recall_answer__by foreign key (customer_id, answered_by_id) references "user" (customer_id, id);
