-- Goods of a partner that is not authorized came in over REST, where nobody is asked: somebody still has to say what becomes of them.
alter table partner_stop drop constraint partner_stop_choice_check;
alter table partner_stop add constraint partner_stop__choice check (choice in ('hold', 'receive', 'unasked'));
-- An answer holds for the order that takes the place of the first.
create index order__replaced_by_id on "order" (customer_id, replaced_by_id) where replaced_by_id is not null;
