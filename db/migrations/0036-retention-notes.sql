-- What retention does with each table that refers to an order, its document, its packages or a stored file. A table says it in its comment, in the
-- migration that creates it; this one adds the comments of the tables that were there before.
--
--   retention: with PARENT.COLUMN = OWN [or …]  its rows are exported and removed with the rows of PARENT whose COLUMN equals OWN; `order` begins
--     ; file SHA256 SIZE FILENAME               the columns that describe a stored file
--     ; shared                                  a row may belong to other orders too, and is removed with the last of them
--   retention: stays, REASON                    its rows are never removed
comment on table "order" is 'retention: with order.id = id';
comment on table epcis_document is 'retention: with order.id = id; file sha256 size filename';
comment on table upload is 'retention: with order.id = document_id or document_exception.id = document_exception_id; file sha256 size filename';
comment on table inbound_message is 'retention: with upload.id = upload_id; file sha256 size filename';
comment on table epcis_event is 'retention: with order.id = document_id';
comment on table document_med is 'retention: with order.id = document_id';
comment on table med is 'retention: with document_med.med_id = id';
comment on table receipt is 'retention: with order.id = document_id';
comment on table receipt_label is 'retention: with receipt.id = receipt_id';
comment on table med_attachment is 'retention: with med.id = med_id; file sha256 size filename';
comment on table med_email is 'retention: with med.id = med_id; file pdf_sha256 pdf_size pdf_filename';
comment on table hold_med is 'retention: with med.id = med_id';
comment on table hold is 'retention: with order.id = document_id or hold_med.hold_id = id or document_exception.id = document_exception_id; shared';
comment on table stock_lot is 'retention: with order.id = document_id';
comment on table recall_match is 'retention: with stock_lot.id = stock_lot_id';
comment on table dismissed_recall is 'retention: with recall_match.id = recall_match_id';
comment on table recall_answer is 'retention: with order.id = document_id';
comment on table partner_stop is 'retention: with order.id = document_id';
comment on table scan_stop is 'retention: with order.id = document_id';
comment on table document_correction is 'retention: with order.id = old_document_id or order.id = new_document_id';
comment on table document_correction_unit is 'retention: with document_correction.id = correction_id';
comment on table document_exception is 'retention: with order.id = document_id or order.id = order_id';
comment on table document_exception_entry is 'retention: with document_exception.id = document_exception_id';
comment on table document_exception_file is 'retention: with document_exception.id = document_exception_id; file sha256 size filename';
comment on table document_exception_follower is 'retention: with document_exception.id = document_exception_id';
comment on table document_exception_item is 'retention: with document_exception.id = document_exception_id';
comment on table document_exception_mail is 'retention: with document_exception.id = document_exception_id';
comment on table document_exception_part is 'retention: with document_exception.id = document_exception_id';
comment on table document_exception_reply is 'retention: with document_exception.id = document_exception_id';
comment on table document_exception_status is 'retention: with document_exception.id = document_exception_id';
comment on table evidence is 'retention: stays, shows licenses, agreements and GLNs, which belong to partners and locations';
comment on table incident_report is 'retention: stays, names packages in words; an order that it names stays for as long as its record';
comment on table investigation_hold is 'retention: stays, keeps the text of its holds, so that the record of an investigation stays complete without them';
comment on table job_progress is 'retention: stays, exists only while a file is read, and such an order is kept';
comment on table leftover is 'retention: stays, lists files to delete, including those of removed orders';
comment on table order_presence is 'retention: stays, only while somebody has the order open; such a row means nothing a minute later';
comment on table pack is 'retention: stays, its file is removed after 30 days; the row says what was handed over, and may outlive the orders in it';
comment on table tracing_answer is 'retention: stays, its file is removed after 30 days; the row says what was answered, and may outlive the orders in it';
comment on table tracing_file is 'retention: stays, came with an email about a tracing request, which is kept from its own end on';
comment on table tracing_sending is 'retention: stays, proves that an answer was handed over, and names no order';
comment on table upload_packet is 'retention: stays, holds files that are still arriving';
