/** Lists, search, one row and a create, at three sizes of the register. */
import { count, mark, type Suite } from './case.ts';
import { settle } from './fill.ts';

function suiteOf(products: number): Suite {
  return {
    name: 'products',
    size: count(products, 'products'),
    fill: async ({ pool }) => {
      await pool.query(`
      insert into suppliers (business_name, vat_number, address, city, province, zip_code, country, email, phone)
      select 'Cartiera ' || n, lpad(n::text, 11, '0'), 'Via ' || n, 'Lucca', 'LU', '55100', 'Italia', 'a@b.example', '0583'
      from generate_series(1, 200) n`);
      await pool.query(
        `insert into products (id, code, description, category, supplier_id, peso_carta, larghezza_bobina, has_batch) overriding system value
       select n, 'CKR-' || lpad(n::text, 6, '0'), 'Carta kraft ' || (20 + n % 280) || ' g/m² bobina ' || (300 + n % 1300) || ' mm n. ' || n,
         'Carta in bobina', (select min(id) from suppliers) + n % 200, 20 + n % 280, (300 + n % 1300) / 10.0, true
       from generate_series(1, $1::int) n`,
        [products],
      );
      await settle(pool);
    },
    cases: [
      { name: 'list 50 products', method: 'GET', path: () => '/products?limit=50' },
      { name: 'list 50, by description, backwards', method: 'GET', path: () => '/products?limit=50&sort=-description' },
      { name: 'list 50 at the end', method: 'GET', path: () => `/products?limit=50&offset=${products - 100}` },
      // Never the same search twice, so that nothing remembered answers it.
      {
        name: 'search, some ten found',
        method: 'GET',
        path: (n) =>
          `/products?limit=50&q=${encodeURIComponent(`n. ${products / 10 + ((n * 7919) % (products * 0.8))}`)}`,
      },
      { name: 'one product', method: 'GET', path: (n) => `/products/${1 + ((n * 7919) % products)}` },
      {
        name: 'create a product',
        method: 'POST',
        path: () => '/products',
        body: (n) => ({
          code: `NEW-${mark(n)}`,
          description: 'Carta kraft nuova',
          category: 'Carta in bobina',
          currency: 'EUR',
          peso_carta: 80,
        }),
      },
    ],
  };
}

export const products: Suite[] = [1_000, 10_000, 100_000].map(suiteOf);
