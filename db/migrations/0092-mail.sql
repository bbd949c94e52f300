-- One table of what leaves by mail, its attempts and what became of it; what a mail is about stays with its domain, which points here. Mails of
-- the sign-in are there too: they go to a login, whose customer is known. No system table points here.
create table mail (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  -- Declared by a domain (`*.mails.ts`).
  kind          text not null,
  created_at    timestamptz not null,
  -- Null: nobody asked for it by hand.
  created_by_id bigint,
  to_addresses  text[] not null,
  cc_addresses  text[] not null,
  reply_to      text,
  subject       text not null,
  body          text,
  -- Instead of the body where it holds a code or a password: encrypted with SECRET_KEY, emptied when the mail is sent or given up.
  sealed_body   bytea,
  status        text not null check (status in ('waiting', 'sent', 'failed', 'stopped')),
  attempts      int not null default 0,
  sent_at       timestamptz,
  last_error    text,
  from_table    text,
  from_id       bigint,
  primary key (customer_id, id)
);

alter table med_email no force row level security;
alter table incident_mail no force row level security;
insert into mail (customer_id, kind, created_at, created_by_id, to_addresses, cc_addresses, reply_to, subject, body, status, attempts, sent_at, last_error, from_table, from_id)
  select customer_id, 'med.pedigree', created_at, created_by_id, to_addresses, cc_addresses, reply_to, subject, body, status, attempts, sent_at, last_error, 'med_email', id
  from med_email order by created_at, id;
insert into mail (customer_id, kind, created_at, created_by_id, to_addresses, cc_addresses, reply_to, subject, body, status, attempts, sent_at, last_error, from_table, from_id)
  select customer_id, 'incident.' || kind, created_at, created_by_id, to_addresses, '{}', reply_to, subject, body, status, attempts, sent_at, last_error, 'incident_mail', id
  from incident_mail order by created_at, id;
insert into mail (customer_id, kind, created_at, to_addresses, cc_addresses, subject, sealed_body, status, attempts, sent_at, last_error, from_table, from_id)
  select customer_id,
    case when subject like '%security code' then 'auth.code' when subject like '%temporary password' then 'auth.temporaryPassword' else 'customer.invitation' end,
    created_at, to_addresses, '{}', subject, case when sent_at is null then body end,
    case when sent_at is not null then 'sent' when body is null then 'failed' else 'waiting' end, attempts, sent_at, last_error, 'mail_outbox', id
  from mail_outbox where customer_id is not null order by created_at, id;

alter table med_email add column mail_id bigint;
update med_email e set mail_id = m.id from mail m where m.customer_id = e.customer_id and m.from_table = 'med_email' and m.from_id = e.id;
alter table med_email alter column mail_id set not null,
  drop column created_at, drop column created_by_id, drop column to_addresses, drop column cc_addresses, drop column reply_to, drop column subject,
  drop column body, drop column status, drop column attempts, drop column sent_at, drop column last_error;
alter table incident_mail add column mail_id bigint;
update incident_mail e set mail_id = m.id from mail m where m.customer_id = e.customer_id and m.from_table = 'incident_mail' and m.from_id = e.id;
alter table incident_mail alter column mail_id set not null,
  drop column created_at, drop column created_by_id, drop column to_addresses, drop column reply_to, drop column subject, drop column body,
  drop column status, drop column attempts, drop column sent_at, drop column last_error;
alter table med_email force row level security;
alter table incident_mail force row level security;

-- What waited in the queue waits as the one job that there is now.
do $$ begin
  if to_regclass('graphile_worker._private_jobs') is not null then
    execute $sql$ delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
      where t.id = j.task_id and t.identifier in ('mail.send', 'med.email', 'incident.mail') $sql$;
    execute $sql$ select graphile_worker.add_job(identifier => 'mail.send', payload => json_build_object(
      'customerId', customer_id, 'userId', created_by_id, 'input', json_build_object('mailId', id))) from mail where status = 'waiting' order by id $sql$;
  end if;
end $$;

alter table mail drop column from_table, drop column from_id;
drop table mail_outbox;
select protect('mail');
alter table mail add constraint mail__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create index mail__created_by_id on mail (customer_id, created_by_id, created_at);
alter table med_email add constraint med_email__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
create unique index med_email__mail_id on med_email (customer_id, mail_id);
alter table incident_mail add constraint incident_mail__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
create unique index incident_mail__mail_id on incident_mail (customer_id, mail_id);
