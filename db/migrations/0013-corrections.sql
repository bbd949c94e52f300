-- Mistakes are marked, never erased: a typed-in med that was none, an order that was closed though packages are missing.
alter table med add column voided_at timestamptz, add column voided_by_id bigint, add column void_reason text;
alter table "order" add column closed_at timestamptz, add column closed_by_id bigint, add column close_reason text;
