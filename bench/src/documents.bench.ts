/**
 * An invoice of 100 lines as JSON, as a printed page and as an electronic invoice: two statements each, and the rest is
 * the server's work.
 */
import type { Suite } from './case.ts';

const LINES = 100;
const INVOICE = 7;

export const documents: Suite = {
  name: 'documents',
  size: 'an invoice of 100 lines',
  fill: async ({ pool }) => {
    await pool.query(`
      update company set business_name = 'Bobinificio', vat_number = '00743110157', address = 'Via delle Cartiere 18', zip_code = '52025',
        city = 'Montevarchi', province = 'AR', country = 'Italia', country_code = 'IT', regime_fiscale = 'RF01', iban = 'IT60X0542811101000000123456';
      insert into customers (id, business_name, vat_number, address, city, province, zip_code, country, country_code, email, phone, codice_destinatario, modalita_pagamento)
        overriding system value
      values (1, 'Panificio', '01234567897', 'Via Roma 1', 'Lucca', 'LU', '55100', 'Italia', 'IT', 'a@b.example', '0583', 'M5UXCR1', 'MP05');
      insert into products (id, code, description, category) overriding system value
        select n, 'CKR-' || lpad(n::text, 4, '0'), 'Carta kraft n. ' || n, 'Carta' from generate_series(1, ${LINES}) n;
      insert into customer_orders (id, order_number, customer_id, order_date, requested_delivery_date) overriding system value
      values (1, 'PROVA-1', 1, current_date, current_date);
      insert into customer_order_items (id, order_id, position, product_id, quantity, unit_price, delivery_date, total) overriding system value
        select n, 1, n, n, 1250.5, 1.275, current_date, 1594.39 from generate_series(1, ${LINES}) n;
      alter table packing_lists disable trigger user; alter table invoices disable trigger user;
      alter table invoice_packing_lists disable trigger user; alter table invoice_items disable trigger user;
      insert into packing_lists (id, packing_list_number, packing_date, customer_id, order_id, order_number, customer, company) overriding system value
        select 1, 'DDT-2020/00001', current_date, 1, 1, 'PROVA-1', to_jsonb(c), '{}' from customers c;
      insert into invoices (id, invoice_number, status, invoice_date, due_date, packing_list_id, packing_list_number, order_number, customer_id,
        customer, company, payment, net_amount, vat_amount, total_amount, sent_at) overriding system value
        select ${INVOICE}, 'FT-2020/00001', 'sent', current_date, current_date, 1, 'DDT-2020/00001', 'PROVA-1', 1, to_jsonb(c), '{}',
          '{"modalita_pagamento": "MP05"}', 159439, 35076.58, 194515.58, now() from customers c;
      insert into invoice_instalments (invoice_id, position, due_date, amount) values (${INVOICE}, 1, current_date, 194515.58);
      insert into invoice_packing_lists (invoice_id, packing_list_id, position, is_live) values (${INVOICE}, 1, 0, true);
      insert into invoice_items (invoice_id, packing_list_id, position, order_item_id, product_id, code, product_name, unit_of_measure, quantity, unit_price, net_amount, vat_amount, total_price, vat_code, vat_rate)
        select ${INVOICE}, 1, n, n, n, 'CKR-' || lpad(n::text, 4, '0'), 'Carta kraft avana ' || n || ' g/m² in bobina da ' || 300 + n || ' mm', 'kg', 1250.5, 1.275,
          1594.39, 350.7658, 1945.1558, '22', 22 from generate_series(1, ${LINES}) n;
      alter table packing_lists enable trigger user; alter table invoices enable trigger user;
      alter table invoice_packing_lists enable trigger user; alter table invoice_items enable trigger user`);
  },
  cases: [
    { name: 'report as JSON', method: 'GET', path: () => `/invoices/${INVOICE}/report` },
    { name: 'report as PDF', method: 'GET', path: () => `/invoices/${INVOICE}/report?format=pdf`, clients: [1, 4] },
    { name: 'electronic invoice', method: 'GET', path: () => `/invoices/${INVOICE}/e-invoice` },
  ],
};
