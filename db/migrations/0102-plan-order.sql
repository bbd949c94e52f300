-- The order of the plans is the catalogue's: jsonb sorts the names of an object.
alter table billing alter column plans type json using plans::json;
