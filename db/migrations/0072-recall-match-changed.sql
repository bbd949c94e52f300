-- When a match changed last, for example from possible to exact; null if it never did. Scorecards compute the month of its order again.
alter table recall_match add column changed_at timestamptz;
