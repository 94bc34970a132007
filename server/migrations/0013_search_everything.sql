-- The search over all kinds of records (GET /search). Each kind needs a B-tree index on its code or number, for exact
-- matches and prefixes, and a trigram index on its text without accents, for words anywhere in it. Several kinds have
-- them already, for their lists.

-- ── codes and numbers ───────────────────────────────────────────────────────────────────────────────────────────
create index products_barcode on products ((lower(barcode) collate "C"), id) where deleted_at is null and barcode is not null;
create index machines_code_order on machines ((lower(code) collate "C"), id) where deleted_at is null;
create index warehouses_name_order on warehouses ((lower(name) collate "C"), id) where deleted_at is null;
create index customers_vat_number_order on customers ((lower(vat_number) collate "C"), id) where deleted_at is null;
create index suppliers_vat_number_order on suppliers ((lower(vat_number) collate "C"), id) where deleted_at is null;
create index purchase_orders_number on purchase_orders ((lower(order_number) collate "C"), id) where deleted_at is null;
create index goods_receipts_document on goods_receipts ((lower(document_number) collate "C"), id);
create index customer_orders_customer_number on customer_orders ((lower(customer_order_number) collate "C"), id)
  where deleted_at is null and customer_order_number is not null;
create index batches_number on batches ((lower(batch_number) collate "C"), id) where batch_number <> '';

-- ── texts ───────────────────────────────────────────────────────────────────────────────────────────────────────
-- Stored, because the search also reads them without the index: computing them for each row would take longer.
alter table customers add column search_text text not null generated always as (
  lower(strip_accents(business_name || E'\n' || vat_number || E'\n' || coalesce(tax_code, '') || E'\n' || coalesce(contact_name, '')
    || E'\n' || address || E'\n' || zip_code || ' ' || city || ' ' || province || E'\n' || country || E'\n' || email || E'\n' || phone))
) stored;
alter table suppliers add column search_text text not null generated always as (
  lower(strip_accents(business_name || E'\n' || vat_number || E'\n' || coalesce(contact_name, '')
    || E'\n' || address || E'\n' || zip_code || ' ' || city || ' ' || province || E'\n' || country || E'\n' || email || E'\n' || phone))
) stored;
alter table destinazioni_merce add column search_text text not null generated always as (
  lower(strip_accents(indirizzo || E'\n' || coalesce(cap, '') || ' ' || coalesce(citta, '') || E'\n' || coalesce(nazione, '')))
) stored;
alter table machines add column search_text text not null generated always as (
  lower(strip_accents(code || E'\n' || description || E'\n' || coalesce(abbreviation, '') || E'\n' || coalesce(area, '')))
) stored;
alter table warehouses add column search_text text not null generated always as (
  lower(strip_accents(name || E'\n' || coalesce(description, '')))
) stored;
create index customers_search on customers using gin (search_text gin_trgm_ops) where deleted_at is null;
create index suppliers_search on suppliers using gin (search_text gin_trgm_ops) where deleted_at is null;
create index destinazioni_merce_search on destinazioni_merce using gin (search_text gin_trgm_ops) where deleted_at is null;
create index machines_search on machines using gin (search_text gin_trgm_ops) where deleted_at is null;
create index warehouses_search on warehouses using gin (search_text gin_trgm_ops) where deleted_at is null;
create index goods_receipts_search on goods_receipts using gin (lower(strip_accents(document_number)) gin_trgm_ops);
create index stock_counts_search on stock_counts using gin (lower(strip_accents(notes)) gin_trgm_ops)
  where deleted_at is null and notes is not null;
create index batches_search on batches using gin (lower(strip_accents(batch_number)) gin_trgm_ops) where batch_number <> '';

-- ── documents by the record that they belong to ─────────────────────────────────────────────────────────────────
create index stock_counts_warehouse on stock_counts (warehouse_id, id) where deleted_at is null;
