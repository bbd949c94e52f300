-- What a GLN is asked for by: the documents that were shipped to it.
create index epcis_document__ship_to_gln on epcis_document (customer_id, ship_to_gln) where ship_to_gln is not null;
