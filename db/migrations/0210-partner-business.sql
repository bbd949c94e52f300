-- What a partner does decides which kind of license it needs; null: as its licenses say.
alter table trading_partner add column business text;
alter table trading_partner add constraint trading_partner__business check (business in ('wholesaler', 'manufacturer', 'repackager', '3PL', 'dispenser'));
