-- The drug reference (P1 §7, "redbook"): what the FDA's NDC directory says of a package code. The same for all customers, so it has no row
-- security, and names may be found by what they contain with an index.
create extension if not exists pg_trgm;

create table drug (
  -- Twelve digits, 6-4-2: the one form that every layout of today and that of 2033 has.
  ndc12               text collate "C" not null primary key check (ndc12 ~ '^[0-9]{12}$'),
  -- Eleven digits, 5-4-2; none for a labeler of six digits.
  ndc11               text collate "C" generated always as (case when left(ndc12, 1) = '0' then substr(ndc12, 2) end) stored,
  -- As the FDA writes it, with hyphens, and the digits of that.
  ndc                 text not null,
  ndc_digits          text collate "C" generated always as (replace(ndc, '-', '')) stored,
  med_name            text not null,
  generic_name        text,
  manufacturer_name   text not null,
  dosage_form         text,
  strength            text,
  package_description text,
  source              text not null check (source in ('fda', 'sample')),
  -- What vanished from the directory stays: a package on the shelf may still carry its code.
  is_listed           boolean not null default true,
  updated_at          timestamptz not null
);
create index drug__ndc11 on drug (ndc11);
create index drug__ndc_digits on drug (ndc_digits);
create index drug__med_name on drug using gin (lower(med_name) gin_trgm_ops);
create index drug__generic_name on drug using gin (lower(generic_name) gin_trgm_ops);
create index drug__manufacturer_name on drug using gin (lower(manufacturer_name) gin_trgm_ops);
grant select on drug to seriatim_app, seriatim_system;
grant insert, update on drug to seriatim_system;

-- One row for each load that changed or confirmed the reference.
create table drug_load (
  id        bigint not null generated always as identity primary key,
  source    text not null check (source in ('fda', 'sample')),
  files     text[] not null,
  sha256    text not null,
  entries   int not null,
  added     int not null,
  changed   int not null,
  unlisted  int not null,
  loaded_at timestamptz not null
);
grant select, insert on drug_load to seriatim_system;
