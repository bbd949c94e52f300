-- One code is mailed to a login in 30 seconds, whatever the number of attempts: an attempt that begins meanwhile takes the code over from the
-- one before, which ends. Null: none was mailed, or the last one was used.
alter table login add column code_mailed_at timestamptz;
-- Whose code it was when it was mailed: the code's MAC is over that session. Null: this attempt's own.
alter table login_attempt add column code_session_id bigint;
