-- What queries of EPCIS 2.0 need to know of an event.

-- The sender's own id of the event, if the document has one.
alter table epcis_event add column event_id text;
create index epcis_event__event_id on epcis_event (customer_id, event_id) where event_id is not null;

-- The event's time as an instant; null if the text is none.
alter table epcis_event add column happened_at timestamptz;
update epcis_event set happened_at = event_time::timestamptz
where event_time ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$' and pg_input_is_valid(event_time, 'timestamptz');
create index epcis_event__happened_at on epcis_event (customer_id, happened_at, document_id, event_number);
