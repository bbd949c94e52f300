-- The SGTINs that are packages: few beside the meds, and asked for whenever received or counted is only what is a med.
create index document_med__package on document_med (customer_id, med_id) where is_package and med_id is not null;
