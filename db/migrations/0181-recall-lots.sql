-- A lot is looked for among the few ranges and parts of lots, and among the codes of which all lots are recalled.
create index recall_lot__open on recall_lot (recall_code_id) where kind in ('range', 'prefix', 'suffix');
create index recall_code__all_lots on recall_code (recall_id) where all_lots and is_current;
