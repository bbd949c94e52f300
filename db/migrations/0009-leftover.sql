-- Stored bytes that may be needed no longer: packets of files that are whole, or were never finished. Bytes lie under their hash, so
-- another upload may be storing the same ones: they are deleted a day later, and only when no row names them then.
create table leftover (
  customer_id bigint not null default current_customer_id(),
  sha256      text not null,
  left_at     timestamptz not null,
  primary key (customer_id, sha256)
);
select protect('leftover');
