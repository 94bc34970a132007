-- Searches compare text without accents: "citta" finds "Città", and "città" finds "Citta".

-- Text that is all ASCII has no accents and is returned as it is, which keeps scans of long lists cheap.
create function strip_accents(value text) returns text language sql immutable parallel safe as $$
  select case
    when octet_length(value) = length(value) then value
    else regexp_replace(normalize(value, NFD), '[\u0300-\u036f]', '', 'g')
  end
$$;

-- The same indexes as before, on the text that is compared now.
drop index products_search;
create index products_search on products using gin (strip_accents(search_text) gin_trgm_ops);
drop index packing_lists_search;
create index packing_lists_search on packing_lists using gin (strip_accents(search_text) gin_trgm_ops);
drop index invoices_search;
create index invoices_search on invoices using gin (strip_accents(search_text) gin_trgm_ops) where deleted_at is null;
drop index customer_orders_search;
create index customer_orders_search on customer_orders using gin (
  lower(strip_accents(order_number || E'\n' || coalesce(customer_order_number, '') || E'\n' || coalesce(notes, ''))) gin_trgm_ops
) where deleted_at is null;
drop index purchase_orders_search;
create index purchase_orders_search on purchase_orders using gin (lower(strip_accents(order_number)) gin_trgm_ops)
  where deleted_at is null;
drop index production_operations_batch_search;
create index production_operations_batch_search on production_operations using gin (
  lower(strip_accents(batch_number)) gin_trgm_ops
);
