-- Calls of a minute, by session or network, as the copies of the app counted them together. One row a caller; the minute is of the epoch.
create table call_count (
  caller text   not null,
  minute bigint not null,
  calls  int    not null,
  primary key (caller)
);
grant select, insert, update, delete on call_count to seriatim_system;
