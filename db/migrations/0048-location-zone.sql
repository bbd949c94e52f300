-- Where a pharmacy is decides what its day is, not the clock of whoever asks.
alter table location add column time_zone text not null default 'America/Los_Angeles';
