-- What a program may do with its access token, and the answers that a program can ask for again with the same key.

-- Null: everything that its person may do. A token made before scopes existed keeps that.
alter table access_token add column scopes text[] check (cardinality(scopes) > 0);

-- The answer to a call with an `Idempotency-Key`, kept for a day. A row without a status is a call that is still running, or whose process died.
create table kept_answer (
  customer_id bigint not null default current_customer_id(),
  -- Session, access token or door that made the call.
  caller      text not null,
  key         text not null,
  -- SHA-256 of the call: method, path and body.
  fingerprint bytea not null,
  began_at    timestamptz not null,
  status      int,
  headers     jsonb not null,
  body        text,
  primary key (customer_id, caller, key)
);
select protect('kept_answer');
create index kept_answer__began_at on kept_answer (customer_id, began_at);
