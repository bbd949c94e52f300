-- What is odd about a document as a whole and is none of the error types: sentence and remedy of each, as the reader words them.
alter table epcis_document add column warnings jsonb not null default '[]';
