/**
 * The three tables of documented calls: method, path, request body, and the parts of the answer that the screens read.
 * Starts the real server as `npm start` does, on its default port.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createTestDatabase } from '../testing/database.ts';
import { machineBody, partyBody, productBody } from '../testing/factories.ts';
import { readEnvironment } from './environment.ts';

/** `{…}` is the body; `→` precedes the parts of the answer that the screens read: `[…]` is a list of such rows. */
const TABLES = `
POST /auth/login {username password} → token user(id username name role permissions) message
GET /products → [id code name description category supplier_id supplier_name unit_of_measure barcode hs_code currency has_bom is_semi_finished has_batch has_batches has_expiry has_expiry_date has_production_date status larghezza_cm lunghezza_cm larghezza_bobina peso_carta minuti_x_confezione colore_film larghezza_film spessore_film numero_piste pezzi_per_scatola peso_netto peso_lordo acquisti_categoria acquisti_conto_codice acquisti_conto_descrizione vendite_categoria vendite_conto_codice vendite_conto_descrizione categoria_vat_codice categoria_vat_valore created_by modified_by deleted_at deleted_by]
GET /products/{id} → id code description category currency status created_by modified_by
POST /products {code name description category supplier_id unit_of_measure barcode hs_code currency has_bom is_semi_finished has_batch has_expiry_date has_production_date larghezza_cm lunghezza_cm larghezza_bobina peso_carta minuti_x_confezione colore_film larghezza_film spessore_film numero_piste pezzi_per_scatola peso_netto peso_lordo acquisti_categoria acquisti_conto_codice acquisti_conto_descrizione vendite_categoria vendite_conto_codice vendite_conto_descrizione categoria_vat_codice categoria_vat_valore created_by deleted_at deleted_by status} → id code status
PUT /products/{id} {code name description category currency status created_by deleted_at deleted_by modified_by} → id description
PUT /products/{id}/status {status modified_by} → id status
DELETE /products/{id} {deleted_by}
GET /warehouses → [id name description is_active]
GET /warehouses/{id} → id name description is_active
POST /warehouses {name description is_active created_by modified_by} → id name description is_active
PUT /warehouses/{id} {name description is_active created_by modified_by} → id name
DELETE /warehouses/{id} {deleted_by}
GET /suppliers → [id business_name vat_number contact_name contact_role contact_phone address city province zip_code country email phone shipping_method notes]
POST /suppliers {business_name vat_number contact_name contact_role contact_phone address city province zip_code country email phone shipping_method notes created_by} → id business_name
PUT /suppliers/{id} {business_name vat_number address city province zip_code country email phone modified_by} → id city
DELETE /suppliers/{id} {deleted_by}
GET /customers → [id business_name vat_number is_active codice_destinatario tipo_pagamento_id valuta indirizzo_fatturazione email_fatturazione telefono_fatturazione codice_invio_elettronico note_fatturazione]
POST /customers {business_name vat_number address city province zip_code country email phone codice_destinatario tipo_pagamento_id valuta indirizzo_fatturazione email_fatturazione telefono_fatturazione codice_invio_elettronico note_fatturazione created_by} → id business_name valuta
PUT /customers/{id} {business_name vat_number address city province zip_code country email phone modified_by} → id city
DELETE /customers/{id} {deleted_by}
GET /condizioni-pagamento → [id descrizione giorni_differita giorno_fisso_scadenza fine_mese]
POST /condizioni-pagamento {descrizione giorni_differita giorno_fisso_scadenza fine_mese} → id descrizione
PUT /condizioni-pagamento/{id} {descrizione giorni_differita giorno_fisso_scadenza fine_mese} → id descrizione
GET /destinazioni-merce?customer_id={id} → [id customer_id indirizzo cap citta nazione telefono orari_consegna note]
POST /destinazioni-merce {customer_id indirizzo cap citta nazione telefono orari_consegna note} → id customer_id indirizzo
PUT /destinazioni-merce/{id} {indirizzo cap citta nazione telefono orari_consegna note} → id indirizzo
DELETE /destinazioni-merce/{id}
GET /machines → [id code description abbreviation area is_active]
POST /machines {code description abbreviation area is_active} → id code
PUT /machines/{id} {code description abbreviation area is_active} → id description
DELETE /machines/{id} {deleted_by}

GET /prices → [id product_id supplier_id product_code product_name supplier_name price currency start_date end_date status created_by modified_by]
GET /prices/{id} → id product_id supplier_id price
GET /prices/product/{productId} → [id product_id price]
POST /prices {product_id supplier_id price start_date end_date created_by modified_by} → id price status
PUT /prices/{id} {product_id supplier_id price start_date end_date created_by modified_by} → id price
DELETE /prices/{id} {deleted_by}
GET /purchase-orders → [id order_number order_date supplier_name status requested_arrival_date confirmed_arrival_date total_amount]
GET /purchase-orders/{id} → order_number supplier_id order_date requested_arrival_date confirmed_arrival_date notes items(product_id product_name ordered_quantity unit_price total quantity)
POST /purchase-orders {order_number supplier_id order_date requested_arrival_date confirmed_arrival_date notes items(product_id product_name ordered_quantity quantity unit_price total)} → id order_number items(id total)
PUT /purchase-orders/{id} {order_number supplier_id order_date requested_arrival_date confirmed_arrival_date notes items(product_id product_name ordered_quantity quantity unit_price total)} → id notes
DELETE /purchase-orders/{id} {deleted_by}
GET /goods-receipts/order-details/{orderId} → order_number order_date requested_arrival_date supplier_name items(id product_id code description ordered_quantity received_quantity remaining_quantity unit_of_measure status current_warehouse_id has_batches has_expiry has_production_date batches)
POST /goods-receipts/receive {document_number document_date order_id items(order_item_id product_id quantity warehouse_id batches(batch_number quantity production_date expiry_date))} → receipt_id order(status)
GET /goods-receipts/item-history/{itemId} → product_code product_description unit_of_measure total_ordered total_received last_receipt_date receipt_count receipts(ddt_number ddt_date received_quantity remaining_quantity warehouse_name batches(batchNumber quantity productionDate expiryDate))
GET /packing-lists → [id packing_list_number customer_name order_number customer_order_number packing_date]
GET /packing-lists/{id} → id packing_list_number customer_name order_number customer_order_number packing_date customer_vat customer_address customer_city customer_province notes items(code product_name quantity unit_of_measure batch_number warehouse_name unit_price total_price)
GET /packing-lists/{id}/report → packing_list_number
GET /packing-lists/customer-orders/{customerId} → [id order_number customer_order_number customer_name]
GET /packing-lists/order-items/{orderId} → [order_item_id product_id code product_name ordered_quantity delivered_quantity remaining_quantity stock_quantity unit_of_measure price_per_pack]
GET /packing-lists/stock-availability/{productId} → [warehouse_id warehouse_name quantity batch_number]
POST /packing-lists {customer_id order_id notes items(order_item_id product_id code quantity batch_number warehouse_id unit_price)} → id packing_list_number items(code)
GET /invoices → [id invoice_number customer_name packing_list_number invoice_date due_date status net_amount vat_amount total_amount]
GET /invoices/{id} → id invoice_number customer_name customer_vat customer_address customer_city customer_province packing_list_number invoice_date due_date status net_amount vat_amount total_amount notes items(code product_name quantity unit_of_measure unit_price net_amount vat_amount total_price)
GET /invoices/{id}/report → customer
POST /invoices/from-packing-list/{packingListId} {due_date notes} → id status
GET /stock-movements → [id movement_type source_type movement_date product_id product_code warehouse_id warehouse_name destination_warehouse destination_warehouse_id quantity batch_number notes production_date expiry_date source_document(type id number) created_by modified_by]
GET /stock-movements/{id} → id movement_type quantity
POST /stock-movements {movement_type movement_date product_id warehouse_id destination_warehouse quantity batch_number notes production_date expiry_date created_by modified_by} → id movement_date
PUT /stock-movements/{number} {movement_type movement_date product_id warehouse_id destination_warehouse quantity batch_number notes production_date expiry_date created_by modified_by} → id notes
DELETE /stock-movements/{id} {deleted_by}
GET /stock/product/{productId} → [warehouse_id batch_number quantity]
GET /stock → [product_code product_name product_description product_category unit_of_measure warehouse_id warehouse_name batch_number quantity]
GET /stock/valuation?startDate=&endDate=&warehouseId=&showZeroPrices= → items(product_code product_description warehouse_name batch_number quantity unit_price currency value) movements(loads unloads)
GET /users → [id username name role is_active is_online last_login]
GET /users/{id} → id username name role is_active is_online last_login
GET /users/{id}/activities → [id action entity_type details created_at]
POST /users {username password name role is_active created_by modified_by} → id username role
PUT /users/{id} {username password name role is_active created_by modified_by} → id name
DELETE /users/{id} {deleted_by}

POST /customer-orders {customer_id order_date requested_delivery_date customer_order_number notes items(product_id code unit_price quantity delivery_date total price_per_pack packs)} → id order_number items(id product_id code price_per_pack quantity delivery_date total packs)
PUT /customer-orders/{id} {customer_id order_date requested_delivery_date customer_order_number notes items(product_id code unit_price quantity delivery_date total price_per_pack packs)} → id notes
GET /customer-orders → [id order_number created_at customer_order_number order_date customer_name]
GET /customer-orders/{id} → id customer_id order_date requested_delivery_date customer_order_number notes items(id product_id code price_per_pack quantity delivery_date)
POST /customer-orders/bulk-import {orders(numero_ordine_cliente data_ordine codice_prodotto quantita data_consegna prezzo_unitario) customerId} → success errors warnings
GET /customer-orders/production-priorities → [item_id order_number customer_order_number customer_name customer_city code product_name quantity unit_of_measure total_produced production_status item_priority order_date delivery_date is_completed completed_at operations_count notes scheduling_status total_scheduled remaining_to_schedule minuti_x_confezione scheduling_id machine_id machine_code machine_description quantity_to_produce production_time scheduling_notes]
PUT /customer-orders/items/{itemId}/priority {priority} → item_id item_priority
PUT /customer-orders/{id}/priority {priority} → id
GET /production/status → [item_id code batch_number last_batch_number quantity total_produced is_completed loaded_to_warehouse unit_of_measure operations_count production_status]
POST /production/operations {order_item_id batch_number quantity_produced is_completed notes} → id order_item_id batch_number quantity_produced is_completed notes production_date
PUT /production/operations/{id} {order_item_id batch_number quantity_produced is_completed notes} → id notes
GET /production/operations/{itemId} → [id order_item_id batch_number quantity_produced is_completed notes production_date]
DELETE /production/operations/{id}
POST /production/print-report {itemIds} → data(item_id code)
POST /production/force-completion/{itemId} {} → item_id is_completed
GET /machines/active/list → [id code description]
POST /production/scheduling {machine_id quantity_to_produce production_time notes order_item_id} → id order_item_id machine_id quantity_to_produce production_time notes
PUT /production/scheduling/{id} {machine_id quantity_to_produce production_time notes} → id notes
GET /customer-orders/materials-calculation-items → [item_id order_number customer_order_number code product_name quantity unit_of_measure]
POST /customer-orders/calculate-materials {itemIds} → summary(total_carta_kg total_film_kg total_items) carta(peso_carta larghezza_bobina metri_lineari kg_necessari items) film(spessore_film larghezza_film colore_film metri_lineari kg_necessari)
POST /production/load-to-warehouse {itemId warehouseId quantity}
`;

/** A field and the fields within it. */
type Fields = Map<string, Fields>;
function readFields(text: string): Fields {
  const top: Fields = new Map();
  const open = [top];
  let last = top;
  for (const [token] of text.matchAll(/\w+|[()]/g))
    if (token === '(') open.push(last);
    else if (token === ')') open.pop();
    else open.at(-1)!.set(token, (last = new Map()));
  return top;
}
interface Documented {
  sent: Fields | undefined;
  read: Fields;
  isList: boolean;
}
const calls = new Map(
  TABLES.trim()
    .split(/\n+/)
    .map((line): [string, Documented] => {
      const [, call, sent, answer = ''] = /^(\w+ \S+)(?: \{([^}]*)\})?(?: → (.*))?$/.exec(line)!;
      const read = { read: readFields(answer), isList: answer.startsWith('[') };
      return [call!, { sent: sent === undefined ? undefined : readFields(sent), ...read }];
    }),
);

function present(value: unknown, fields: Fields, where: string): void {
  for (const [name, inner] of fields) {
    assert.ok(value !== null && typeof value === 'object' && name in value, `${where} lacks ${name}`);
    const field = (value as Record<string, unknown>)[name];
    if (inner.size === 0) continue;
    const rows = Array.isArray(field) ? field : [field];
    assert.ok(rows.length > 0, `${where}.${name} is empty`);
    for (const row of rows) present(row, inner, `${where}.${name}`);
  }
}

/** Uses a separate folder, database and loopback address, because port 3001 may be in use on this machine. */
const HOST = process.platform === 'linux' ? `127.30.${process.pid % 250}.1` : '127.0.0.1';
const ADMIN_PASSWORD = 'prima-Segreta-9';
const home = mkdtempSync(path.join(os.tmpdir(), 'bobina-calls-'));
let stop = async () => {};
let token = '';
const done = new Set<string>();

before(async () => {
  const database = await createTestDatabase();
  const { PORT: _, ...environment } = process.env;
  const server = spawn(process.execPath, [path.join(import.meta.dirname, 'main.ts')], {
    env: {
      ...environment,
      HOST,
      ADMIN_PASSWORD,
      DATA_DIR: home,
      DATABASE_URL: database.url,
      ALLOW_UNSAFE_DATABASE: '1',
      VALIDATE_ANSWERS: '1',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(server, 'exit');
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('is ready')) resolve();
      });
    void ended.then(() => reject(new Error(`it did not start: ${output}`)));
  });
  stop = async () => {
    server.kill('SIGTERM');
    await ended;
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  };
  await ready;
});
after(() => stop());

function ask(method: string, url: string, body?: object) {
  return fetch(`http://${HOST}:3001/api${url}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

/**
 * Sends one call of the tables and compares the answer with the documented fields.
 * @param at the values of the path parameters, in order
 */
// oxlint-disable-next-line no-explicit-any -- a test reads any answer
async function call(name: string, at: (string | number)[] = [], body?: object): Promise<any> {
  const documented = calls.get(name);
  assert.ok(documented, `${name} is in no table`);
  assert.equal(body !== undefined, documented.sent !== undefined, `${name} sends a body`);
  if (documented.sent) present(body, documented.sent, `what is sent to ${name}`);
  const [method, template] = name.split(' ') as [string, string];
  const values = at.map(String);
  const url = template.replace(/\{\w+\}|=(?=&|$)/g, (hole) => `${hole === '=' ? '=' : ''}${values.shift()}`);
  const answer = await ask(method, url, body);
  const text = await answer.text();
  const wanted = method === 'DELETE' ? 204 : method === 'POST' && !SWITCHES.test(url) ? 201 : 200;
  assert.equal(answer.status, wanted, `${name}: ${text}`);
  done.add(name);
  if (wanted === 204) return assert.equal(text, '');
  const answered: unknown = JSON.parse(text);
  assert.equal(Array.isArray(answered), documented.isList, `${name} answers ${documented.isList ? 'a list' : 'one'}`);
  if (!documented.isList) present(answered, documented.read, name);
  else {
    assert.ok((answered as unknown[]).length > 0, `${name} has rows`);
    for (const row of answered as unknown[]) present(row, documented.read, name);
  }
  return answered;
}
/** These calls create nothing, so they answer 200. */
const SWITCHES = /login|bulk-import|print-report|force-completion|calculate-materials/;

describe('P01: the API is served on port 3001 under /api, with every path and payload of the three tables', () => {
  // oxlint-disable-next-line no-explicit-any -- rows as they were answered
  const made: Record<string, any> = {};
  const by = { created_by: 1, modified_by: 1 };

  test('3001 is the port when none is named', () => {
    assert.equal(readEnvironment({}, []).port, 3001);
  });

  test('the calls of the first document: sign-in and registry', async () => {
    ({ token } = await call('POST /auth/login', [], { username: 'admin', password: ADMIN_PASSWORD }));
    const texts = { contact_name: 'Anna', contact_role: 'Acquisti', contact_phone: '1', shipping_method: 'Corriere' };
    const party = (given: object = {}) => partyBody({ ...texts, notes: 'Nota', created_by: 1, ...given });
    made.supplier = await call('POST /suppliers', [], party());
    const spare = await call('POST /suppliers', [], party());
    await call('PUT /suppliers/{id}', [spare.id], { ...party({ city: 'Pisa' }), modified_by: 1 });
    await call('DELETE /suppliers/{id}', [spare.id], { deleted_by: 1 });
    await call('GET /suppliers');

    const term = { descrizione: 'RB 60', giorni_differita: 60, giorno_fisso_scadenza: 10, fine_mese: true };
    made.term = await call('POST /condizioni-pagamento', [], term);
    await call('PUT /condizioni-pagamento/{id}', [made.term.id], { ...term, giorni_differita: 30 });
    await call('GET /condizioni-pagamento');
    const billed = {
      codice_destinatario: 'ABC1234',
      tipo_pagamento_id: made.term.id,
      valuta: 'EUR',
      indirizzo_fatturazione: 'Via Larga 1',
      email_fatturazione: 'fatture@cliente.example',
      telefono_fatturazione: '2',
      codice_invio_elettronico: 'X',
      note_fatturazione: 'Fine mese',
    };
    made.customer = await call('POST /customers', [], party(billed));
    const other = await call('POST /customers', [], party(billed));
    await call('PUT /customers/{id}', [other.id], { ...party(billed), modified_by: 1 });
    await call('DELETE /customers/{id}', [other.id], { deleted_by: 1 });
    await call('GET /customers');
    const place = {
      customer_id: made.customer.id,
      indirizzo: 'Via Stretta 2',
      cap: '55100',
      citta: 'Lucca',
      nazione: 'Italia',
      telefono: '3',
      orari_consegna: '8-12',
      note: 'Citofonare',
    };
    const destination = await call('POST /destinazioni-merce', [], place);
    await call('PUT /destinazioni-merce/{id}', [destination.id], place);
    await call('GET /destinazioni-merce?customer_id={id}', [made.customer.id]);
    await call('DELETE /destinazioni-merce/{id}', [destination.id]);

    const warehouse = { name: 'Prodotti finiti', description: 'Ala nord', is_active: true, ...by };
    made.warehouse = await call('POST /warehouses', [], warehouse);
    const second = await call('POST /warehouses', [], { ...warehouse, name: 'Vuoto' });
    await call('GET /warehouses/{id}', [second.id]);
    await call('PUT /warehouses/{id}', [second.id], { ...warehouse, name: 'Vuoto 2' });
    await call('DELETE /warehouses/{id}', [second.id], { deleted_by: 1 });
    await call('GET /warehouses');

    const machine = () => machineBody({ abbreviation: 'TG', area: 'Taglio', is_active: true });
    made.machine = await call('POST /machines', [], machine());
    const old = await call('POST /machines', [], machine());
    await call('PUT /machines/{id}', [old.id], machine());
    await call('DELETE /machines/{id}', [old.id], { deleted_by: 1 });
    await call('GET /machines');
    await call('GET /machines/active/list');

    const deleted = { created_by: 1, deleted_at: null, deleted_by: null, status: 'active' };
    const product = (code: string, given: object = {}) =>
      productBody({
        code,
        name: 'Sacchetti',
        supplier_id: made.supplier.id,
        unit_of_measure: 'box',
        barcode: '8001',
        hs_code: '4819',
        has_bom: false,
        is_semi_finished: false,
        has_batch: true,
        has_expiry_date: true,
        has_production_date: true,
        larghezza_cm: 20,
        lunghezza_cm: 30,
        larghezza_bobina: 60,
        peso_carta: 80,
        minuti_x_confezione: 3,
        colore_film: 'neutro',
        larghezza_film: 25,
        spessore_film: 20,
        numero_piste: 2,
        pezzi_per_scatola: 100,
        peso_netto: 2,
        peso_lordo: 2.5,
        acquisti_categoria: 'A',
        acquisti_conto_codice: '60',
        acquisti_conto_descrizione: 'Merci',
        vendite_categoria: 'V',
        vendite_conto_codice: '70',
        vendite_conto_descrizione: 'Vendite',
        categoria_vat_codice: '',
        categoria_vat_valore: 22,
        ...deleted,
        ...given,
      });
    made.product = await call('POST /products', [], product('SAC-1'));
    const copy = await call('POST /products', [], product('SAC-2'));
    await call('PUT /products/{id}', [copy.id], { ...product('SAC-2'), modified_by: 1 });
    await call('PUT /products/{id}/status', [copy.id], { status: 'inactive', modified_by: 1 });
    await call('DELETE /products/{id}', [copy.id], { deleted_by: 1 });
    await call('GET /products');
    await call('GET /products/{id}', [made.product.id]);
  });

  test('the calls of the second document: prices, purchases, stock, users', async () => {
    const price = { product_id: made.product.id, supplier_id: made.supplier.id, price: 2.5, ...by };
    const valid = { ...price, start_date: '2026-01-01', end_date: '2099-12-31' };
    const { id } = await call('POST /prices', [], valid);
    await call('PUT /prices/{id}', [id], { ...valid, price: 2.75 });
    await call('GET /prices');
    await call('GET /prices/{id}', [id]);
    await call('GET /prices/product/{productId}', [made.product.id]);
    const line = { product_id: made.product.id, product_name: 'Sacchetti' };
    const order = {
      order_number: '',
      supplier_id: made.supplier.id,
      order_date: '2026-03-01',
      requested_arrival_date: '2026-03-20',
      confirmed_arrival_date: null,
      notes: 'Urgente',
      items: [{ ...line, ordered_quantity: 100, quantity: 100, unit_price: 2.5, total: 250 }],
    };
    const ordered = await call('POST /purchase-orders', [], order);
    await call('PUT /purchase-orders/{id}', [ordered.id], { ...order, notes: 'Con calma' });
    const mistaken = await call('POST /purchase-orders', [], order);
    await call('DELETE /purchase-orders/{id}', [mistaken.id], { deleted_by: 'admin' });
    await call('GET /purchase-orders');
    await call('GET /purchase-orders/{id}', [ordered.id]);
    await call('GET /goods-receipts/order-details/{orderId}', [ordered.id]);
    const batch = { production_date: '2026-02-01', expiry_date: '2099-02-01' };
    await call('POST /goods-receipts/receive', [], {
      document_number: 'DDT 7',
      document_date: '2026-03-10',
      order_id: ordered.id,
      items: [
        {
          order_item_id: ordered.items[0].id,
          product_id: made.product.id,
          quantity: 60,
          warehouse_id: made.warehouse.id,
          batches: [{ batch_number: 'L-1', quantity: 60, ...batch }],
        },
      ],
    });
    await call('GET /goods-receipts/item-history/{itemId}', [ordered.items[0].id]);

    const movement = {
      movement_type: 'C',
      movement_date: '15/03/2026',
      product_id: made.product.id,
      warehouse_id: made.warehouse.id,
      destination_warehouse: null,
      quantity: 10,
      batch_number: 'L-2',
      notes: 'A mano',
      ...batch,
      created_by: 'admin',
      modified_by: 'admin',
    };
    const moved = await call('POST /stock-movements', [], movement);
    assert.match(moved.id, /-manual$/);
    assert.equal(moved.movement_date, '2026-03-15');
    await call('GET /stock-movements');
    await call('GET /stock-movements/{id}', [moved.id]);
    const number = moved.id.replace('-manual', '');
    await call('PUT /stock-movements/{number}', [number], { ...movement, notes: 'Corretto' });
    await call('DELETE /stock-movements/{id}', [moved.id], { deleted_by: 'admin' });
    await call('GET /stock');
    await call('GET /stock/product/{productId}', [made.product.id]);
    const valued = 'GET /stock/valuation?startDate=&endDate=&warehouseId=&showZeroPrices=';
    for (const place of [made.warehouse.id, 'all']) await call(valued, ['2026-01-01', '2099-01-01', place, 'true']);
    await call('DELETE /prices/{id}', [id], { deleted_by: 1 });

    const user = { username: 'rita', password: 'segreta-Prova-9', name: 'Rita', role: 'sales', is_active: true, ...by };
    const rita = await call('POST /users', [], user);
    await call('PUT /users/{id}', [rita.id], { ...user, name: 'Rita Neri' });
    await call('GET /users');
    await call('GET /users/{id}', [rita.id]);
    await call('GET /users/{id}/activities', [1]);
    await call('DELETE /users/{id}', [rita.id], { deleted_by: 1 });
  });

  test('the calls of the third document, and the sales of the second that need an order', async () => {
    const item = {
      product_id: made.product.id,
      code: 'SAC-1',
      unit_price: 1.25,
      delivery_date: '2026-04-20',
      total: 125,
      price_per_pack: 1.25,
      packs: 0,
    };
    const order = {
      customer_id: made.customer.id,
      order_date: '2026-04-01',
      requested_delivery_date: '2026-04-20',
      customer_order_number: 'PO-1',
      notes: 'Due lotti',
      items: [100, 50, 20].map((quantity) => ({ ...item, quantity })),
    };
    const ordered = await call('POST /customer-orders', [], order);
    await call('PUT /customer-orders/{id}', [ordered.id], { ...order, notes: 'Tre lotti' });
    await call('GET /customer-orders');
    await call('GET /customer-orders/{id}', [ordered.id]);
    const row = { numero_ordine_cliente: 'PO-2', data_ordine: '2026-04-02', codice_prodotto: 'SAC-1', quantita: 5 };
    const imported = [{ ...row, data_consegna: '2026-04-30', prezzo_unitario: 1.5 }];
    const result = await call('POST /customer-orders/bulk-import', [], {
      orders: imported,
      customerId: made.customer.id,
    });
    assert.equal(result.success, 1);
    const [first, forced, loaded] = ordered.items.map(({ id }: { id: number }) => id);
    await call('GET /customer-orders/production-priorities');
    await call('PUT /customer-orders/items/{itemId}/priority', [first], { priority: 'alta' });
    await call('PUT /customer-orders/{id}/priority', [ordered.id], { priority: 'media' });
    await call('GET /production/status');
    const operation = { batch_number: 'P-1', quantity_produced: 20, is_completed: false, notes: 'Turno A' };
    const produced = await call('POST /production/operations', [], { ...operation, order_item_id: loaded });
    const change = { ...operation, order_item_id: loaded, is_completed: true };
    await call('PUT /production/operations/{id}', [produced.id], change);
    await call('GET /production/operations/{itemId}', [loaded]);
    const wrong = await call('POST /production/operations', [], { ...operation, order_item_id: first });
    await call('DELETE /production/operations/{id}', [wrong.id]);
    const planned = { machine_id: made.machine.id, quantity_to_produce: 10, production_time: '2 ore e 30 minuti' };
    const { id } = await call('POST /production/scheduling', [], { ...planned, notes: 'Sera', order_item_id: first });
    await call('PUT /production/scheduling/{id}', [id], { ...planned, notes: 'Mattina' });
    await call('POST /production/print-report', [], { itemIds: [first, loaded] });
    await call('GET /customer-orders/materials-calculation-items');
    await call('POST /customer-orders/calculate-materials', [], { itemIds: [first] });
    await call('POST /production/force-completion/{itemId}', [forced], {});
    await call('POST /production/load-to-warehouse', [], {
      itemId: loaded,
      warehouseId: made.warehouse.id,
      quantity: 20,
    });

    await call('GET /packing-lists/customer-orders/{customerId}', [made.customer.id]);
    await call('GET /packing-lists/order-items/{orderId}', [ordered.id]);
    await call('GET /packing-lists/stock-availability/{productId}', [made.product.id]);
    const packed = { order_item_id: first, product_id: made.product.id, code: 'SAC-1', batch_number: 'L-1' };
    const list = await call('POST /packing-lists', [], {
      customer_id: made.customer.id,
      order_id: ordered.id,
      notes: 'Fragile',
      items: [{ ...packed, quantity: 5, warehouse_id: made.warehouse.id, unit_price: 1.25 }],
    });
    await call('GET /packing-lists');
    await call('GET /packing-lists/{id}', [list.id]);
    // Documents print the company, whose register is in none of the tables.
    assert.equal((await ask('PUT', '/company', partyBody({ country_code: 'IT' }))).status, 200);
    await call('GET /packing-lists/{id}/report', [list.id]);
    const due = { due_date: '2099-12-31', notes: 'Grazie' };
    const invoice = await call('POST /invoices/from-packing-list/{packingListId}', [list.id], due);
    await call('GET /invoices');
    await call('GET /invoices/{id}', [invoice.id]);
    await call('GET /invoices/{id}/report', [invoice.id]);
  });

  test('the tests cover every call of the tables', () => {
    assert.deepEqual(
      [...calls.keys()].filter((name) => !done.has(name)),
      [],
    );
    assert.equal(calls.size, 91);
  });
});
