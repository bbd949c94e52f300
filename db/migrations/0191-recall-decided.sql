-- When a lot was last decided upon, an undoing included: an older decision of a replaced order never takes the place of a newer one.
alter table dismissed_recall add column decided_at timestamptz;
alter table dismissed_recall no force row level security;
update dismissed_recall set decided_at = dismissed_at;
alter table dismissed_recall force row level security;
alter table dismissed_recall alter column decided_at set not null;
