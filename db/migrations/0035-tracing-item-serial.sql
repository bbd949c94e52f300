-- A package's history lists the requests about its serial number.
create index tracing_item__serial_number on tracing_item (customer_id, serial_number) where serial_number is not null;
