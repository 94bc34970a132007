-- Goods that are picked for an order line. The one who picks often does not make the packing list, so the picks are shared.
-- They reserve nothing, and they end when a packing list delivers the line.
create table shipment_picks (
  order_item_id integer not null references customer_order_items (id) on delete cascade,
  warehouse_id integer not null references warehouses (id),
  batch_id integer not null references batches (id),
  picked_at timestamptz not null default now(),
  picked_by integer not null references users (id),
  primary key (order_item_id, warehouse_id, batch_id)
);
