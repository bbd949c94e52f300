-- When temporary passwords were mailed, of those that could still be valid: anybody may ask for anybody, so mails are few.
alter table login add column temporary_mailed_at timestamptz[] not null default '{}';
