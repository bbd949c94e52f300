-- Who was invited by whom, and since when somebody works where.

alter table "user"
  add column invited_at timestamptz,
  add column invited_by_id bigint,
  -- Null until the invitation is taken.
  add column joined_at timestamptz default now(),
  -- The invitation was taken back: the row stays for the trail's names, and is listed nowhere.
  add column withdrawn_at timestamptz,
  add column deactivated_at timestamptz;
alter table "user" no force row level security;
update "user" set joined_at = created_at;
alter table "user" force row level security;
alter table "user" add constraint user__invited_by foreign key (customer_id, invited_by_id) references "user" (customer_id, id);
create unique index user__email_address on "user" (customer_id, lower(email_address)) where withdrawn_at is null;

-- Unknown of access that is older than this column.
alter table user_location
  add column granted_at timestamptz,
  add column granted_by_id bigint;
alter table user_location alter column granted_at set default now();
alter table user_location add constraint user_location__granted_by foreign key (customer_id, granted_by_id) references "user" (customer_id, id);

-- The one link by which an invited person comes in; each mail has another, and only the last one opens. What it opens is a login, made then.
create table invitation (
  customer_id bigint not null default current_customer_id(),
  user_id     bigint not null,
  token_hash  bytea not null,
  sent_at     timestamptz not null,
  sent_by_id  bigint not null,
  ends_at     timestamptz not null,
  taken_at    timestamptz,
  mail_id     bigint not null,
  primary key (customer_id, user_id)
);
select protect('invitation');
alter table invitation add constraint invitation__user foreign key (customer_id, user_id) references "user" (customer_id, id);
alter table invitation add constraint invitation__sent_by foreign key (customer_id, sent_by_id) references "user" (customer_id, id);
alter table invitation add constraint invitation__mail foreign key (customer_id, mail_id) references mail (customer_id, id);
create unique index invitation__token_hash on invitation (customer_id, token_hash);
create index invitation__mail_id on invitation (customer_id, mail_id);

-- The lately done of one person, and the story of one person's access.
create index audit__subject_id on audit (customer_id, subject, subject_id, at) where subject = 'user';
