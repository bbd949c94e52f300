-- How many meds of an order are on hold now, kept with each hold, so that a list of orders counts nothing.
alter table "order" add column amount_held int not null default 0;
alter table "order" no force row level security;
alter table hold_med no force row level security;
alter table document_med no force row level security;
update "order" o set amount_held = held.amount from (
  select d.customer_id, d.document_id, count(distinct d.line)::int as amount from hold_med h
  join document_med d on d.customer_id = h.customer_id and d.med_id = h.med_id
  where h.is_active and d.is_shipped and not d.is_package group by d.customer_id, d.document_id
) held where o.customer_id = held.customer_id and o.id = held.document_id;
alter table "order" force row level security;
alter table hold_med force row level security;
alter table document_med force row level security;
