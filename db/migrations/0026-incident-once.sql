-- A preview is sent once: the same document is the same report, however often Submit is pressed.
drop index incident_report__pdf_sha256;
create unique index incident_report__pdf_sha256 on incident_report (customer_id, pdf_sha256);
