-- An invitation's mail holds a secret and is swept after a month; the invitation stays.
alter table invitation alter column mail_id drop not null;
alter table invitation drop constraint invitation__mail;
alter table invitation add constraint invitation__mail foreign key (customer_id, mail_id) references mail (customer_id, id) on delete set null (mail_id);

-- Ended sessions are swept after a week; when somebody signed in last is asked for much later.
alter table login add column last_sign_in_at timestamptz, add column last_sign_in_agent text;
update login set last_sign_in_at = s.created_at, last_sign_in_agent = s.user_agent
  from (select distinct on (login_id) login_id, created_at, user_agent from session where step = 'signedIn' order by login_id, created_at desc) s
  where s.login_id = login.id;
