-- Within 24 hours the FDA and the trading partners are told. What no mail of ours shows, a person states: who and when.
alter table incident_thread
  -- The first report was handed in otherwise than by our mail.
  add column fda_told_at         timestamptz,
  add column fda_told_by_id      bigint,
  add column partners_told_at    timestamptz,
  add column partners_told_by_id bigint,
  -- All of them were told, or there are none.
  add column partners_told_how   text check (partners_told_how in ('told', 'none')),
  add constraint incident_thread__fda_told check ((fda_told_at is null) = (fda_told_by_id is null)),
  add constraint incident_thread__partners_told check (
    (partners_told_at is null) = (partners_told_by_id is null) and (partners_told_at is null) = (partners_told_how is null)
  ),
  add constraint incident_thread__fda_told_by foreign key (customer_id, fda_told_by_id) references "user" (customer_id, id),
  add constraint incident_thread__partners_told_by foreign key (customer_id, partners_told_by_id) references "user" (customer_id, id);

-- Whose address a report went to. Null: a notice, or a mail from the time when one went to all, the FDA among them.
alter table incident_mail add column recipient text check (recipient in ('fda', 'copy'));
