-- A mail that waits is held back when its med was put on hold or voided since, unless its sender knew of the hold and meant it.
alter table med_email add column even_held boolean not null default false;
alter table med_email drop constraint med_email_status_check;
alter table med_email add constraint med_email_status_check check (status in ('waiting', 'sent', 'failed', 'stopped'));
