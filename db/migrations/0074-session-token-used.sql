-- The first call with the current token. Null until then: the answer that carried the token may be lost, so a refresh with the previous one repeats it.
alter table session add column token_used_at timestamptz;
