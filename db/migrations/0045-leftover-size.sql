-- Bytes that no row names yet count as stored until they are swept, so that sending files that are refused fills no storage for nothing.
alter table leftover add column size bigint not null default 0;
