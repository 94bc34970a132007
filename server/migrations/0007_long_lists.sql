-- Long lists of orders: found by what they say of themselves, and paged in the order of the names of their parties; the
-- lines of orders found by the batches of their operations.

create index customer_orders_search on customer_orders using gin (
  lower(order_number || E'\n' || coalesce(customer_order_number, '') || E'\n' || coalesce(notes, '')) gin_trgm_ops
) where deleted_at is null;
create index purchase_orders_search on purchase_orders using gin (lower(order_number) gin_trgm_ops) where deleted_at is null;

-- of deleted ones too, whose orders are still listed; the registers themselves are listed by the same index
drop index customers_name;
create index customers_name on customers ((lower(business_name) collate "C"), id);
drop index suppliers_name;
create index suppliers_name on suppliers ((lower(business_name) collate "C"), id);

create index production_operations_batch_search on production_operations using gin (lower(batch_number) gin_trgm_ops);
