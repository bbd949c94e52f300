-- How many of an order's held meds only wait for the data of a ticket: their paper is wrong, not the product. Part of amount_held, counted with it.
alter table "order" add column amount_pending int not null default 0;
alter table "order" no force row level security;
alter table hold no force row level security;
alter table hold_med no force row level security;
alter table document_med no force row level security;
update "order" o set amount_pending = told.amount from (
  select customer_id, document_id, count(*)::int as amount from (
    select d.customer_id, d.document_id, d.line from hold_med k
    join hold h on h.customer_id = k.customer_id and h.id = k.hold_id
    join document_med d on d.customer_id = k.customer_id and d.med_id = k.med_id
    where k.is_active and d.is_shipped and not d.is_package
    group by d.customer_id, d.document_id, d.line having bool_and(h.cause = 'dataPending')
  ) one group by customer_id, document_id
) told where told.customer_id = o.customer_id and told.document_id = o.id;
alter table "order" force row level security;
alter table hold force row level security;
alter table hold_med force row level security;
alter table document_med force row level security;
