-- A new customer's checklist: when a scanner was first tested, and whether an admin put the list away.
alter table customer add column scanner_tested_at timestamptz;
alter table customer add column first_steps_hidden_at timestamptz;
