-- Orders that are older than the law asks for are exported and removed (db/retention.md).

-- Who is told to keep records (a lawsuit, an investigation) keeps an order, or everything, until it is let go.
alter table "order" add column kept_at timestamptz, add column kept_reason text;
alter table "order" add constraint order__kept check ((kept_at is null) = (kept_reason is null));
alter table customer add column kept_at timestamptz, add column kept_reason text;
alter table customer add constraint customer__kept check ((kept_at is null) = (kept_reason is null));

-- Whoever removes a row has the database look who still names it; without an index it reads the whole table for that. Partial: an import, which names none
-- of these, does not pay.
create index med__receipt_id on med (customer_id, receipt_id) where receipt_id is not null;
create index document_med__receipt_id on document_med (customer_id, receipt_id) where receipt_id is not null;
create index receipt__moved_from_id on receipt (customer_id, moved_from_id) where moved_from_id is not null;
create index upload__document_exception_id on upload (customer_id, document_exception_id) where document_exception_id is not null;
create index hold__document_id on hold (customer_id, document_id) where document_id is not null;
create index document_correction__new_document_id on document_correction (customer_id, new_document_id) where new_document_id is not null;
create index document_exception_status__exception on document_exception_status (customer_id, document_exception_id, id);
create index document_exception_file__entry on document_exception_file (customer_id, entry_id);
create index document_exception_reply__entry on document_exception_reply (customer_id, entry_id);
