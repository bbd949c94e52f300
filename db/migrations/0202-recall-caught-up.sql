-- When a customer was first told of recalls since they are part of what was bought: the first time in one mail, not in one for each recall.
alter table recall_progress add column caught_up_at timestamptz;
alter table recall_progress no force row level security;
update recall_progress set caught_up_at = updated_at where load_id > 0;
alter table recall_progress force row level security;
