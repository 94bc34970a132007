-- The search finds reels by the number of the mill and the lot of the supplier: exact matches and prefixes.
create index reels_mill_number_order on reels ((lower(mill_number) collate "C"), batch_id) where mill_number is not null;
create index reels_supplier_lot_order on reels ((lower(supplier_lot) collate "C"), batch_id) where supplier_lot is not null;
