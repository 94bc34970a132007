-- The quantity in the hands of the one who picked: other picks and changes of the stock do not change it. Null for picks that an
-- older version has stored.
alter table shipment_picks
  add column quantity numeric check (quantity > 0 and quantity <> 'NaN');
