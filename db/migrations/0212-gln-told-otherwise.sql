-- GLNs that a partner was told by phone or on its own form: no mail went out, a note says how.
alter table partner_gln_told alter column sent_to drop not null;
alter table partner_gln_told add column note text;
alter table partner_gln_told add constraint partner_gln_told__how check (sent_to is not null or note is not null);
