/** Orders from a spreadsheet: as many rows as one call takes, two lines to an order, against the statements that they become. */
import { mark, type Suite } from './case.ts';

const ROWS = 5000;
const LINES_OF_ORDER = 2;
const PRODUCTS = 1000;

function rowsOf(unique: number) {
  return Array.from({ length: ROWS }, (_, n) => ({
    numero_ordine_cliente: `PO ${mark(unique)}${Math.floor(n / LINES_OF_ORDER)}`,
    data_ordine: '2026-02-01',
    codice_prodotto: `CKR-${String(1 + (n % PRODUCTS)).padStart(6, '0')}`,
    quantita: 1 + (n % 500) / 4,
    data_consegna: '2026-03-01',
    prezzo_unitario: 1.25,
  }));
}

export const imports: Suite = {
  name: 'import',
  size: '1,000 products',
  fill: async ({ pool }) => {
    await pool.query(`
      insert into customers (id, business_name, vat_number, address, city, province, zip_code, country, email, phone) overriding system value
      values (1, 'Pasticceria', '00743110157', 'Via Roma 1', 'Pisa', 'PI', '56100', 'Italia', 'a@b.example', '050');
      insert into products (id, code, description, category) overriding system value
      select n, 'CKR-' || lpad(n::text, 6, '0'), 'Carta kraft n. ' || n, 'Carta in bobina' from generate_series(1, ${PRODUCTS}) n`);
    await pool.query('vacuum analyze');
  },
  cases: [
    {
      name: 'import 5,000 rows as 2,500 orders',
      method: 'POST',
      path: () => '/customer-orders/bulk-import',
      body: (n) => ({ customerId: 1, orders: rowsOf(n) }),
      clients: [1],
    },
  ],
};
