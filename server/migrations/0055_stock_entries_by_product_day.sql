-- no transaction
-- The stock of a past day sums the last days of its month for each product of a page.
create index concurrently stock_entries_product_day on stock_entries (product_id, entry_date) include (warehouse_id, quantity);
