-- When the password or the keys of an SFTP user were replaced last. Connections that signed in before then deliver nothing more.
alter table intake_door add column secret_changed_at timestamptz;
