-- Written procedures of a customer. The texts that ship are in the program until somebody adopts them.

-- A row is never changed; the highest revision of a procedure counts.
create table sop_revision (
  customer_id bigint not null default current_customer_id(),
  -- Key of the procedure, as in `SOPS` of the schema.
  sop         text not null,
  revision    int not null check (revision > 0),
  text        text not null,
  note        text not null,
  made_at     timestamptz not null,
  made_by_id  bigint not null,
  -- The name at that time, as on a paper.
  made_by     text not null,
  constraint sop_revision__once primary key (customer_id, sop, revision)
);
select protect('sop_revision');
alter table sop_revision add constraint sop_revision__made_by foreign key (customer_id, made_by_id) references "user" (customer_id, id);
revoke update, delete on sop_revision from seriatim_app, seriatim_system;

create table sop_signature (
  customer_id bigint not null default current_customer_id(),
  sop         text not null,
  revision    int not null,
  user_id     bigint not null,
  name        text not null,
  signed_at   timestamptz not null,
  primary key (customer_id, sop, revision, user_id)
);
select protect('sop_signature');
alter table sop_signature add constraint sop_signature__revision foreign key (customer_id, sop, revision) references sop_revision (customer_id, sop, revision);
alter table sop_signature add constraint sop_signature__user foreign key (customer_id, user_id) references "user" (customer_id, id);
revoke update, delete on sop_signature from seriatim_app, seriatim_system;
