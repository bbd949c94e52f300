-- Notifications of illegitimate product. A thread is one incident; each notification sent about it is a report, with the PDF as it was sent.

create table incident_thread (
  customer_id         bigint not null default current_customer_id(),
  id                  bigint not null generated always as identity,
  location_id         bigint not null,
  -- Given by the FDA in its acknowledgement; belongs to the incident, not to one report.
  incident_number     text,
  -- When the company determined that the product is illegitimate: the 24 hours run from here.
  determined_at       timestamptz not null,
  created_at          timestamptz not null,
  -- Since the FDA agreed that the notification is no longer necessary.
  terminated_at       timestamptz,
  -- Within 24 hours the FDA and the trading partners are told. What no mail of ours shows, a person states: who and when.
  -- The first report was handed in otherwise than by our mail.
  fda_told_at         timestamptz,
  fda_told_by_id      bigint,
  partners_told_at    timestamptz,
  partners_told_by_id bigint,
  -- All of them were told, or there are none.
  partners_told_how   text check (partners_told_how in ('told', 'none')),
  -- The investigation that it came from.
  investigation_id    bigint,
  -- What the FDA gave when a report was made outside Seriatim, such as the confirmation of its 3911 platform.
  fda_told_reference  text,
  primary key (customer_id, id),
  constraint incident_thread__fda_told check ((fda_told_at is null) = (fda_told_by_id is null)),
  constraint incident_thread__partners_told check (
    (partners_told_at is null) = (partners_told_by_id is null) and (partners_told_at is null) = (partners_told_how is null)
  )
);
select protect('incident_thread', location => true);
alter table incident_thread add constraint incident_thread__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table incident_thread add constraint incident_thread__fda_told_by foreign key (customer_id, fda_told_by_id) references "user" (customer_id, id);
alter table incident_thread add constraint incident_thread__partners_told_by foreign key (customer_id, partners_told_by_id) references "user" (customer_id, id);
create index incident_thread__open on incident_thread (customer_id, location_id) where incident_number is null;

create table incident_report (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  thread_id     bigint not null,
  location_id   bigint not null,
  report_type   text not null check (report_type in ('INITIAL', 'FOLLOWUP', 'TERMINATE')),
  -- Which edition of the form the PDF follows, and all its fields by their documented names.
  form_version  text not null,
  form          jsonb not null,
  -- What the tracker searches by.
  serial_number text not null,
  product_name  text not null,
  ndc           text not null,
  lot_number    text not null,
  -- Opaque: the PDF is asked for by it.
  filepath      text not null,
  pdf_sha256    text not null,
  pdf_size      bigint not null,
  created_at    timestamptz not null,
  created_by_id bigint not null,
  primary key (customer_id, id)
);
select protect('incident_report', location => true);
alter table incident_report add constraint incident_report__thread foreign key (customer_id, thread_id) references incident_thread (customer_id, id);
alter table incident_report add constraint incident_report__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table incident_report add constraint incident_report__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create unique index incident_report__filepath on incident_report (customer_id, filepath);
create index incident_report__created_at on incident_report (customer_id, created_at, id);
create index incident_report__thread_id on incident_report (customer_id, thread_id);
create unique index incident_report__pdf_sha256 on incident_report (customer_id, pdf_sha256);

-- A form that is not sent yet. Its clock runs all the same.
create table incident_draft (
  customer_id   bigint not null default current_customer_id(),
  id            bigint not null generated always as identity,
  location_id   bigint not null,
  created_by_id bigint not null,
  -- Of an incident that was reported before.
  thread_id     bigint,
  form          jsonb not null,
  determined_at timestamptz,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  -- A draft belongs to whoever opens it: what another wrote since is never overwritten.
  -- The zone in which date and time of the determination were entered; null where nobody kept it.
  time_zone     text,
  updated_by_id bigint,
  -- Names the open form that saved last, so that it recognises its own save when the answer to it was lost.
  saved_with    text,
  -- When the trail last told of each who wrote in somebody else's draft, by user id: what decides is kept with the draft, not read from the trail.
  changes_told  jsonb not null default '{}',
  -- The investigation that it came from.
  investigation_id bigint,
  primary key (customer_id, id)
);
select protect('incident_draft', location => true);
alter table incident_draft add constraint incident_draft__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table incident_draft add constraint incident_draft__thread foreign key (customer_id, thread_id) references incident_thread (customer_id, id);
alter table incident_draft add constraint incident_draft__updated_by foreign key (customer_id, updated_by_id) references "user" (customer_id, id);

-- Mails of an incident: the report itself, and notices to trading partners.
create table incident_mail (
  customer_id  bigint not null default current_customer_id(),
  id           bigint not null generated always as identity,
  thread_id    bigint not null,
  report_id    bigint not null,
  kind         text not null check (kind in ('report', 'notice')),
  partner_name text,
  -- Whose address a report went to. Null: a notice.
  recipient    text check (recipient in ('fda', 'copy')),
  mail_id      bigint not null,
  primary key (customer_id, id)
);
select protect('incident_mail');
alter table incident_mail add constraint incident_mail__thread foreign key (customer_id, thread_id) references incident_thread (customer_id, id);
alter table incident_mail add constraint incident_mail__report foreign key (customer_id, report_id) references incident_report (customer_id, id);
alter table incident_mail add constraint incident_mail__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
create index incident_mail__thread_id on incident_mail (customer_id, thread_id, id);
create unique index incident_mail__mail_id on incident_mail (customer_id, mail_id);
