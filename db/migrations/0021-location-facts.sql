-- Facts of a pharmacy that its partners and inspectors ask for; all of them optional.
alter table location add column phone text;
alter table location add column npi text constraint location__npi check (npi ~ '^[0-9]{10}$');
alter table location add column license_number text;
