/** The same number of rows of each kind that the search finds, with texts of a few words and numbers in sequence. */
import type { Pool } from 'pg';
import { dropIndexes, fillUnchecked, settle } from './fill.ts';

const TRADES =
  'Panificio Enoteca Caseificio Tipografia Pasticceria Salumificio Frantoio Cartotecnica Forno Gastronomia';
const NAMES =
  'Badini Rossi Bianchi Ferrari Esposito Romano Colombo Ricci Marino Greco Bruno Gallo Conti Mancini Costa Giordano Rizzo Lombardi Moretti Barbieri Fontana Santoro Mariani Rinaldi Caruso Ferrara Galli Martini Leone';
const CITIES =
  'Lucca Arezzo Firenze Siena Pisa Livorno Prato Pistoia Grosseto Massa Roma Bologna Modena Parma Perugia Terni Ancona';
const STREETS = 'Roma Mazzini Garibaldi Cavour Dante Verdi Marconi Matteotti Europa Firenze Diaz Gramsci Manzoni';
const GOODS = 'Carta Kraft Film Pergamena Velina Politene Cartone Cellofan Rotoli Buste Shopper Vaschette Etichette';
const NOTES =
  'consegna urgente anticipato mattina pomeriggio bancale acconto telefonare magazzino ferragosto campione ritiro espresso';

const PARTNER = `${pick(TRADES, 11)} || ' ' || ${pick(NAMES, 13)} || ' ' || n, lpad((n + 10000000000)::text, 11, '0'),
  'Via ' || ${pick(STREETS, 17)} || ' ' || 1 + n % 200, ${pick(CITIES, 19)}, 'LU', '55100', 'Italia', 'a@b.example', '0583'`;
const DAY = 'current_date - 1500 + n / 700';

/** Fills an empty database. @param rows of each kind; the products, parties and documents refer to each other by number */
export async function fillSearch(pool: Pool, rows: number): Promise<void> {
  const all = `generate_series(1, ${rows}) n`;
  const partner = '(id, business_name, vat_number, address, city, province, zip_code, country, email, phone)';
  const customer = `jsonb_build_object('business_name', (select business_name from customers where id = n), 'vat_number', n::text)`;
  const number = (prefix: string) => `'${prefix}-' || 2020 + n / 250000 || '/' || lpad(n::text, 6, '0')`;
  const restoreIndexes = await dropIndexes(pool, TABLES);
  await fillUnchecked(
    pool,
    `insert into customers ${partner} overriding system value select n, ${PARTNER} from ${all}`,
    `insert into suppliers ${partner} overriding system value select n, ${PARTNER} from ${all}`,
    `insert into destinazioni_merce (customer_id, indirizzo, citta) select n, 'Via ' || ${pick(STREETS, 23)} || ' ' || n % 90, ${pick(CITIES, 29)} from ${all}`,
    `insert into products (id, code, description, category, supplier_id, has_batch, search_text) overriding system value
     select n, 'CKR-' || lpad(n::text, 7, '0'), ${pick(GOODS, 11)} || ' ' || ${pick(GOODS, 31)} || ' h ' || n % 150, 'Carta', n, true,
       lower('CKR-' || lpad(n::text, 7, '0') || E'\\n' || ${pick(GOODS, 11)} || ' ' || ${pick(GOODS, 31)} || ' h ' || n % 150 || E'\\nCarta') from ${all}`,
    `insert into machines (code, description, area) select 'MAC-' || n, ${pick(GOODS, 13)} || ' ' || n, 'Reparto ' || n % 20 from ${all}`,
    `insert into warehouses (id, name, description) overriding system value select n, 'Magazzino ' || ${pick(CITIES, 11)} || ' ' || n, 'Bancali' from ${all}`,
    `insert into customer_orders (id, order_number, customer_id, customer_order_number, order_date, requested_delivery_date, notes) overriding system value
     select n, ${number('OC')}, n, 'PO ' || n * 7, ${DAY}, ${DAY} + 20, case when n % 3 = 0 then ${pick(NOTES, 11)} || ' ' || ${pick(NOTES, 37)} || ' ' || ${pick(CITIES, 41)} end from ${all}`,
    `insert into purchase_orders (id, order_number, supplier_id, order_date, requested_arrival_date, currency) overriding system value
     select n, ${number('OF')}, n, ${DAY}, ${DAY} + 20, 'EUR' from ${all}`,
    `insert into goods_receipts (order_id, document_number, document_date, receipt_date, content, created_by)
     select n, 'BOLLA ' || n || '/A', ${DAY}, ${DAY}, '', 1 from ${all}`,
    `insert into purchase_invoices (supplier_name, kind, number, document_date, received_date, currency, net_amount, vat_amount, total_amount, to_pay_amount, format)
     select ${pick(TRADES, 11)} || ' ' || ${pick(NAMES, 13)}, 'invoice', 'F' || n, ${DAY}, ${DAY}, 'EUR', 100, 22, 122, 122, 'typed' from ${all}`,
    `insert into packing_lists (id, packing_list_number, packing_date, customer_id, order_id, order_number, customer, company, total_amount) overriding system value
     select n, ${number('DDT')}, ${DAY}, n, n, ${number('OC')}, ${customer}, '{}', 100 from ${all}`,
    `insert into invoices (id, invoice_number, status, invoice_date, due_date, packing_list_id, packing_list_number, order_number, customer_id, customer, company, payment,
       net_amount, vat_amount, total_amount, sent_at, open_amount, next_due_date) overriding system value
     select n, ${number('FT')}, 'sent', ${DAY}, ${DAY} + 30, n, ${number('DDT')}, ${number('OC')}, n, ${customer}, '{}', '{}', 100, 22, 122, now(), 122, ${DAY} + 30 from ${all}`,
    `insert into batches (id, product_id, batch_number) overriding system value select n, n, 'L' || 2020 + n / 250000 || '-' || n from ${all}`,
    `insert into batches (id, product_id, batch_number) overriding system value select ${rows} + n, n, 'B' || 1000000 + n from ${all}`,
    `insert into reels (batch_id, product_id, code, width_mm, initial_quantity, mill_number, supplier_lot)
     select ${rows} + n, n, 'B' || 1000000 + n, 1000, 500, 'MILL ' || n * 3, 'CV-' || n % 5000 from ${all}`,
    `insert into stock_counts (warehouse_id, notes) select n, 'Inventario di ' || ${pick(NOTES, 11)} || ' ' || ${pick(CITIES, 43)} from ${all}`,
  );
  await restoreIndexes();
  await settle(pool);
}

const TABLES = [
  'customers',
  'suppliers',
  'destinazioni_merce',
  'products',
  'machines',
  'warehouses',
  'customer_orders',
  'purchase_orders',
  'goods_receipts',
  'purchase_invoices',
  'packing_lists',
  'invoices',
  'batches',
  'reels',
  'stock_counts',
];

/** One word of a list, different for each number; `step` makes several choices of one row independent. */
function pick(words: string, step: number): string {
  const list = words.split(' ').map((word) => `'${word}'`);
  return `(array[${list.join(',')}])[1 + (n::bigint * ${step} / 7 + n / 97) % ${list.length}]`;
}
