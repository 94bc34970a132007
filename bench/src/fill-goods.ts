import type { Pool } from 'pg';

/** Fills an empty database with a supplier, warehouses, products with batches, and `keys` batches spread over the products. */
export async function fillGoods(
  pool: Pool,
  { products, warehouses, keys }: { products: number; warehouses: number; keys: number },
): Promise<void> {
  await pool.query(`
    insert into suppliers (id, business_name, vat_number, address, city, province, zip_code, country, email, phone) overriding system value
    values (1, 'Cartiera', '00743110157', 'Via Roma 1', 'Lucca', 'LU', '55100', 'Italia', 'a@b.example', '0583');
    insert into warehouses (id, name) overriding system value select n, 'Magazzino ' || n from generate_series(1, ${warehouses}) n;
    insert into products (id, code, description, category, supplier_id, has_batch) overriding system value
    select n, 'CKR-' || lpad(n::text, 6, '0'), 'Carta kraft n. ' || n, 'Carta in bobina', 1, true from generate_series(1, ${products}) n;
    insert into batches (id, product_id, batch_number) overriding system value
    select 1 + k, 1 + k % ${products}, 'L' || k from generate_series(0, ${keys - 1}) k;`);
}
