-- Reports go by when something was received.
create index receipt__at on receipt (customer_id, at, id);
