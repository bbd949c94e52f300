-- A search for a product reads the packages that were typed in by hand, without all those that came with a document.
create index med__typed_in on med (customer_id, location_id, gtin, id) where not is_epcis_generated;
