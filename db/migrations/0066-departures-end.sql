-- How a departure ends: by which receipt, at which location, or because somebody recorded that the package came back (docs/outbound.md).

-- The receipt that ended it. Undoing the receipt opens it again. No foreign key: retention removes receipts with their order.
alter table departure add column back_receipt_id bigint;
-- The receipt with which the package came back to another location. The package stays away from this one.
alter table departure add column elsewhere_receipt_id bigint;
-- Who recorded that the package came back, and why, if nothing was received.
alter table departure add column back_by text;
alter table departure add column back_reason text;
alter table departure drop constraint departure__back_how;
alter table departure add constraint departure__back_how check (back_how in ('voided', 'received', 'takenBack'));
alter table departure add constraint departure__back_by check (coalesce(back_how = 'takenBack', false) = (back_by is not null) and (back_by is null) = (back_reason is null));
create index departure__back_receipt_id on departure (customer_id, back_receipt_id) where back_receipt_id is not null;
create index departure__elsewhere_receipt_id on departure (customer_id, elsewhere_receipt_id) where elsewhere_receipt_id is not null;

-- The highest number that a unit ever had, so that a number is never used again after its unit was removed.
alter table shipment add column last_n int not null default 0;
update shipment s set last_n = u.n from (select customer_id, shipment_id, max(n) as n from shipment_unit group by 1, 2) u
  where u.customer_id = s.customer_id and u.shipment_id = s.id;
