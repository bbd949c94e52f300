-- A file whose packets come twice is attached once: who sent it, and under which name of the upload.
alter table med_attachment add column upload_group text, add column upload_file text;
create unique index med_attachment__upload on med_attachment (customer_id, created_by_id, med_id, upload_group, upload_file) where deleted_at is null;
