-- Purchase proposals: supply data of products, the materials of a product, quantity breaks of prices, settings.

create table product_supply (
  product_id integer primary key references products,
  lead_days integer not null default 0 check (lead_days >= 0),
  min_lot amount not null default 0,
  -- null: any quantity can be ordered.
  lot_multiple amount check (lot_multiple > 0),
  -- null: the company's setting.
  cover_days integer check (cover_days >= 1),
  -- Made, not bought.
  production boolean not null default false
);

-- The materials of a product that were chosen by hand, in the order of `position`.
create table product_materials (
  product_id integer not null references products,
  position integer not null,
  material_product_id integer not null references products,
  share numeric(8, 5) not null default 1 check (share > 0 and share <= 1),
  primary key (product_id, material_product_id),
  check (material_product_id <> product_id)
);
create index product_materials_material on product_materials (material_product_id);

-- A price holds from this quantity on, and can have its own lead time.
alter table prices add column from_quantity amount not null default 0, add column lead_days integer check (lead_days >= 0);
-- One statement: no moment without the constraint.
alter table prices
  drop constraint prices_no_overlap,
  add constraint prices_no_overlap exclude using gist
    (product_id with =, supplier_id with =, from_quantity with =, daterange(start_date, end_date, '[]') with &&)
    where (deleted_at is null);

-- The computation behind a line that was ordered from a proposal.
alter table purchase_order_items add column proposal jsonb;

alter table settings
  add column production_days integer not null default 3 check (production_days between 0 and 365),
  add column receipt_days integer not null default 1 check (receipt_days between 0 and 365),
  -- Millimetres; 0: no wider material.
  add column wider_mm integer not null default 0 check (wider_mm between 0 and 10000),
  add column cover_days integer not null default 7 check (cover_days between 1 and 365),
  add column reservation_days integer not null default 30 check (reservation_days between 0 and 3650),
  add column proposal_grouping text not null default 'day' check (proposal_grouping in ('day', 'week'));
