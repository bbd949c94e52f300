-- A lot is looked for among the ranges of lots that begin as it does, and among the beginnings and ends that it has; never among all.
drop index recall_lot__open;
create index recall_lot__range on recall_lot (regexp_replace(lot_key, '[0-9]+[^0-9]*$', '')) where kind = 'range';
create index recall_lot__part on recall_lot (lot_key) where kind in ('prefix', 'suffix');
