import type { Fill } from './database.ts';

/** 100,000 products in the category `Molti`, `MASSA-000001` to `MASSA-100000`; two of them contain unique words. */
export const PRODUCTS_100_000: Fill = {
  name: 'products_100_000',
  sql: `
    insert into products (code, description, category, currency, name)
    select 'MASSA-' || lpad(n::text, 6, '0'),
      case n when 100000 then 'Spillo nel fienile' else 'Prodotto numero ' || n end,
      'Molti', 'EUR',
      case n when 99999 then 'L''ago nel pagliaio' end
    from generate_series(1, 100000) n;
    analyze products;`,
};

/**
 * 5,000 open order lines, each with a job on one of 12 machines; a quarter of the lines in each of `alta` and `media`.
 */
export const OPEN_LINES_5_000: Fill = {
  name: 'open_lines_5_000',
  sql: `
    insert into customers (business_name, vat_number, address, city, province, zip_code, country, email, phone)
    select 'Cliente ' || n, lpad(n::text, 11, '0'), 'Via Roma 1', 'Lucca', 'LU', '55100', 'Italia', 'a@b.example', '0583'
    from generate_series(1, 200) n;
    insert into machines (code, description) select 'TAG-' || n, 'Taglierina ' || n from generate_series(1, 12) n;
    insert into products (code, description, category, currency, minuti_x_confezione)
    select 'SAC-' || n, 'Sacchetti n. ' || n, 'Sacchetti', 'EUR', 3 from generate_series(1, 1000) n;
    with orders as (
      insert into customer_orders (order_number, customer_id, order_date, requested_delivery_date)
      select 'OC-2025/' || lpad(n::text, 5, '0'), (select min(id) from customers) + n % 200, current_date - 30, current_date + n % 30
      from generate_series(1, 1250) n returning id, requested_delivery_date
    )
    insert into customer_order_items (order_id, position, product_id, quantity, unit_price, delivery_date, total, priority)
    select o.id, n, (select min(id) from products) + (o.id * 4 + n) % 1000, 100, 1, o.requested_delivery_date, 100,
      (array['alta', 'media', 'standard', 'standard'])[n]
    from orders o, generate_series(1, 4) n;
    insert into production_schedulings (order_item_id, machine_id, quantity_to_produce, production_time, production_minutes, position)
    select i.id, (select min(id) from machines) + i.id % 12, 60, '3 ore', 180, i.id from customer_order_items i;
    analyze;`,
};

/** Papers `PAPER-1` to `PAPER-1000`, and 2,000 open order lines of bags of them: purchase proposals for each paper. */
export const PROPOSALS_1_000: Fill = {
  name: 'proposals_1_000',
  sql: `
    insert into customers (business_name, vat_number, address, city, province, zip_code, country, email, phone)
    values ('Cliente di massa', '99999999999', 'Via Roma 1', 'Lucca', 'LU', '55100', 'Italia', 'a@b.example', '0583');
    insert into products (code, description, category, unit_of_measure, peso_carta, larghezza_bobina, scorta_minima)
    select 'PAPER-' || n, 'Carta', 'Carta', 'kg', 1000 + n, 64, n % 3 from generate_series(1, 1000) n;
    insert into products (code, description, category, unit_of_measure, peso_carta, larghezza_bobina, numero_piste, lunghezza_cm)
    select 'BAG-' || n, 'Sacchetto', 'Sacchetti', 'piece', 1000 + n, 64, 2, 38 from generate_series(1, 1000) n;
    with o as (
      insert into customer_orders (order_number, customer_id, order_date, requested_delivery_date)
      select 'BIG-' || n, (select max(id) from customers), current_date, current_date + 30 from generate_series(1, 2000) n
      returning id, order_number
    )
    insert into customer_order_items (order_id, position, product_id, quantity, unit_price, delivery_date, total)
    select o.id, 0, p.id, 1000, 1, current_date + (o.id % 60)::integer, 1000
    from o join products p on p.code = 'BAG-' || (substr(o.order_number, 5)::integer % 1000 + 1);
    analyze;`,
};
