-- The kg of one unit of the product with which the kg of a run was computed. Grammage and weight of a product can change
-- later, and `npm run verify` recomputes the kg. Null: the kg was typed, is not known, or the row is older.
alter table run_inputs add column kg_per_unit numeric(30, 12) check (kg_per_unit >= 0 and kg_per_unit <> 'NaN');
alter table run_outputs add column kg_per_unit numeric(30, 12) check (kg_per_unit >= 0 and kg_per_unit <> 'NaN');
