-- The stock of a past day is the stock of today less the totals of the months since then, for all products.
create index stock_months_month on stock_months (month) include (product_id, warehouse_id, quantity);
