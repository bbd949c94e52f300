-- Why something is on hold: quarantine asks for a look at the product, data pending only waits for a corrected file and never suggests a report to the FDA.
alter table hold
  add column cause text not null default 'quarantine' check (cause in ('quarantine', 'dataPending')),
  add column document_exception_id bigint,
  -- Let go before the data came, because a patient could not wait: the pharmacist who answers for it.
  add column pharmacist text,
  add constraint hold__exception foreign key (customer_id, document_exception_id) references document_exception (customer_id, id),
  add constraint hold__pending check ((cause = 'dataPending') = (document_exception_id is not null));
alter table hold alter column placed_by_id drop not null;
create index hold__exception_id on hold (customer_id, document_exception_id) where document_exception_id is not null;
