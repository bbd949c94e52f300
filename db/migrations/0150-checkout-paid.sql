-- A session of the provider can be paid until it expires, whatever was begun after it: which subscription came of a checkout is kept, so that a
-- second payment is seen and a late one still ends what it takes the place of.
alter table checkout add column price_cents bigint;
alter table checkout add column orders_before integer not null default 0;
alter table checkout add column came_as text;

-- Orders of the account as the provider names them; null: never read.
alter table payment_account add column orders text[];
