-- Imports of the prices of customers.
alter table imports
  drop constraint imports_register_check,
  add constraint imports_register_check check (
    register in (
      'products', 'customers', 'suppliers', 'machines', 'prices', 'customer-prices', 'opening-stock', 'customer-orders'));
