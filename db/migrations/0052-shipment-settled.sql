-- How a loan or a return ended: the loan was settled, the return was credited.
alter table shipment add column settled_at timestamptz;
alter table shipment add column settled_by_id bigint;
alter table shipment add column settled_by text;
alter table shipment add column settle_note text;
alter table shipment add constraint shipment__settled check ((settled_at is null) = (settled_by is null));
alter table shipment add constraint shipment__settled_by foreign key (customer_id, settled_by_id) references "user" (customer_id, id);
