-- The link that the letter of a shipment shows as its QR code. Attempts to make the letter that failed left links that nobody has.
alter table shipment add column letter_link_id bigint;
alter table shipment add constraint shipment__letter_link foreign key (customer_id, letter_link_id) references inspection_link (customer_id, id);
create index shipment__letter_link_id on shipment (customer_id, letter_link_id) where letter_link_id is not null;
update shipment s set letter_link_id = (select max(k.id) from inspection_link k
    where k.customer_id = s.customer_id and k.kind = 'shipment' and k.subject_id = s.id
      and k.created_at <= (select max(d.made_at) from shipment_document d where d.customer_id = s.customer_id and d.shipment_id = s.id and d.kind = 'letter'))
  where s.sent_at is not null;

-- Warnings about a package of a case that somebody accepted after the case was scanned.
alter table shipment_med add column accepted text[] not null default '{}';
