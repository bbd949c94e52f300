-- The door that the file of an upload came through. Nobody owns such a file: it belongs to the location of the door until a document places it.
alter table upload add column door_id bigint;
alter table upload add constraint upload__door foreign key (customer_id, door_id) references intake_door (customer_id, id);
create index upload__door_id on upload (customer_id, door_id) where door_id is not null;
update upload u set door_id = m.door_id from inbound_message m
  where m.customer_id = u.customer_id and m.upload_id = u.id and m.door_id is not null;
