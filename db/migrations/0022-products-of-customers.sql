-- A product belongs to one customer. Without this the planner takes both conditions for independent: with a thousand customers it expects one med where there are
-- thousands, reads all of the products' meds and sorts them for a page, in place of reading the newest until the page is full.
create statistics med__products (dependencies) on customer_id, epcis_med_vocabulary_id from med;
analyze med;
