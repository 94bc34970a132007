-- A page far down the list of products is found in the index alone: it holds all that the order and the filter read, which
-- an index of an expression otherwise does not.
drop index products_code_order;
create index products_code_order on products ((lower(code) collate "C"), id) include (code, deleted_at);
