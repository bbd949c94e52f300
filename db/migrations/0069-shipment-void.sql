-- Whether an attempt to deliver a document ended without a definite answer, so that the receiver may have it although a later attempt was refused.
alter table shipment_delivery add column answer_lost boolean not null default false;
update shipment_delivery set answer_lost = true where attempts > 0 and (attempts > 1 or status is null or status >= 500);

-- The letter that says that a shipment was voided, for a shipment without an EPCIS document.
alter table shipment_document drop constraint shipment_document__kind;
alter table shipment_document add constraint shipment_document__kind check (kind in ('letter', 'epcis', 'csv', 'void', 'voidLetter'));
