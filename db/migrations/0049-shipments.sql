-- Facts about the shipments of a document, and documents that are several orders.

-- Whether the document marks a drop shipment, and the elements of the GS1 US guideline that no rule reads: name, value, events of each.
alter table epcis_document add column drop_shipment text constraint epcis_document__drop_shipment check (drop_shipment in ('yes', 'no', 'mixed'));
alter table epcis_document add column guideline_facts jsonb not null default '[]';

-- A document that ships to several of the customer's locations, or for several sellers, is one row for each order. All of them name the same bytes;
-- the first one is the head, which the others name.
alter table epcis_document add column part_of_id bigint;
alter table epcis_document add constraint epcis_document__part_of foreign key (customer_id, part_of_id) references epcis_document (customer_id, id);
create index epcis_document__part_of_id on epcis_document (customer_id, part_of_id) where part_of_id is not null;

-- The number of the later shipping event that states the same shipment again; this one does not count then.
alter table epcis_event add column restated_by int;
