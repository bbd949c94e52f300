-- Personal access tokens, for programs that nobody sits at. Like sessions they are read before it is known whose customer it is.
create table access_token (
  id           bigint not null generated always as identity primary key,
  login_id     bigint not null,
  name         text not null,
  token_hash   bytea not null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  last_used_at timestamptz,
  last_address text,
  revoked_at   timestamptz
);
alter table access_token add constraint access_token__login_id foreign key (login_id) references login (id) on delete cascade;
create unique index access_token__token_hash on access_token (token_hash);
create index access_token__login on access_token (login_id);
grant select, insert, update on access_token to seriatim_system;
