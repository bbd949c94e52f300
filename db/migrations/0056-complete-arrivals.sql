-- A file on a partner's server is taken once it has been there unchanged for a minute, and its problem is shown as long as it stays there.
alter table intake_source_file add column first_seen_at timestamptz;
update intake_source_file set first_seen_at = seen_at;
alter table intake_source_file alter column first_seen_at set not null;
-- Why the file could not be taken, moved or deleted, in words.
alter table intake_source_file add column problem text;

-- Whether the receiving mail server confirmed that the email comes from the domain of its From header.
alter table intake_mail add column is_confirmed boolean not null default false;
update intake_mail set is_confirmed = true where authentication ~ '\mdmarc=pass\M';
