-- Files that show something, written agreements with partners, and partners that were merged.

-- As before; a row that is shared by all locations is written only by who works at all of them.
create or replace function protect(name text, location boolean default false, unplaced boolean default false, shared boolean default false) returns void language plpgsql as $$
declare
  own text := format('%I = (select current_customer_id())', case when name = 'customer' then 'id' else 'customer_id' end);
  rule text := own;
  writing text;
begin
  if location then
    rule := rule || ' and ((select current_location_scope()) = ''all'' or location_id = any ((select current_location_ids())::bigint[])';
    if unplaced then
      rule := rule || ' or (location_id is null and created_by_id = (select current_user_id()))';
    end if;
    writing := rule || ')';
    if shared then
      rule := rule || ' or location_id is null';
    end if;
    rule := rule || ')';
  end if;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format('create policy customer_only on %I using (%s) with check (%s)', name, rule, coalesce(writing, rule));
  execute format('grant select, insert, update, delete on %I to seriatim_app, seriatim_system', name);
end $$;
drop policy customer_only on trading_partner;
select protect('trading_partner', location => true, shared => true);

-- What a file was uploaded for ("partner 12", "location 5"): nothing else can name it as its proof.
create table evidence (
  customer_id   bigint      not null default current_customer_id(),
  id            bigint      not null generated always as identity,
  location_id   bigint,
  about         text        not null,
  filename      text        not null,
  content_type  text        not null,
  size          bigint      not null,
  sha256        text        not null,
  created_at    timestamptz not null,
  created_by_id bigint      not null,
  -- What the sender calls the upload: the same again is the same file.
  upload_group  text        not null,
  upload_file   text        not null,
  primary key (customer_id, id)
);
select protect('evidence', location => true, shared => true);
alter table evidence add constraint evidence__location foreign key (customer_id, location_id) references location (customer_id, id);
alter table evidence add constraint evidence__created_by foreign key (customer_id, created_by_id) references "user" (customer_id, id);
create unique index evidence__once on evidence (customer_id, created_by_id, about, upload_group, upload_file);
create index evidence__sha256 on evidence (customer_id, sha256);

alter table partner_license drop column evidence_sha256, drop column evidence_filename, drop column evidence_type, drop column evidence_size;
alter table partner_license add column evidence_id bigint;
alter table partner_license add constraint partner_license__evidence foreign key (customer_id, evidence_id) references evidence (customer_id, id);
alter table location_gln_verification add column evidence_id bigint;
alter table location_gln_verification add constraint location_gln_verification__evidence foreign key (customer_id, evidence_id) references evidence (customer_id, id);

-- Who keeps transaction data for us, and what else was agreed in writing, from when until when.
create table partner_agreement (
  customer_id        bigint not null default current_customer_id(),
  id                 bigint not null generated always as identity,
  trading_partner_id bigint not null,
  kind               text   not null check (kind in ('records', 'tracing', 'other')),
  title              text   not null,
  signed_on          date   not null,
  ends_on            date,
  note               text,
  evidence_id        bigint,
  removed_at         timestamptz,
  removed_by_id      bigint,
  remove_reason      text,
  primary key (customer_id, id),
  constraint partner_agreement__days check (ends_on is null or ends_on >= signed_on)
);
select protect('partner_agreement');
alter table partner_agreement add constraint partner_agreement__partner foreign key (customer_id, trading_partner_id) references trading_partner (customer_id, id);
alter table partner_agreement add constraint partner_agreement__evidence foreign key (customer_id, evidence_id) references evidence (customer_id, id);
create index partner_agreement__trading_partner_id on partner_agreement (customer_id, trading_partner_id);

-- Two partners that are one: what went from one to the other, so that it can go back for a day.
create table partner_merge (
  customer_id  bigint      not null default current_customer_id(),
  id           bigint      not null generated always as identity,
  kept_id      bigint      not null,
  merged_id    bigint      not null,
  moved        jsonb       not null,
  at           timestamptz not null,
  by_id        bigint      not null,
  undone_at    timestamptz,
  undone_by_id bigint,
  primary key (customer_id, id)
);
select protect('partner_merge');
alter table partner_merge add constraint partner_merge__kept foreign key (customer_id, kept_id) references trading_partner (customer_id, id);
alter table partner_merge add constraint partner_merge__merged foreign key (customer_id, merged_id) references trading_partner (customer_id, id);
create index partner_merge__kept_id on partner_merge (customer_id, kept_id);
create unique index partner_merge__open on partner_merge (customer_id, merged_id) where undone_at is null;
