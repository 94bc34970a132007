/** From a purchase order to the stock: an order to a supplier, its receipt in two batches, the stock levels. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Request } from 'playwright-core';
import { createProduct, createSupplier, createWarehouse } from '../../server/src/testing/factories.ts';
import { choose, enterDay, typeInto } from '../support/by-hand.ts';
import { startStage } from '../support/stage.ts';

const stage = startStage();
test('goods ordered in the browser and received in two batches are in stock once, even if the receipt is sent repeatedly', async () => {
  const { api } = stage;
  const supplier = await createSupplier(api.orders, { business_name: 'Colle Lariane' });
  const warehouse = await createWarehouse(api.orders, { name: 'Materie prime' });
  const glue = await createProduct(api.orders, {
    code: 'COLLA-9',
    description: 'Colla vinilica',
    supplier_id: supplier.id,
    has_batch: true,
    has_expiry_date: true,
  });
  const core = await createProduct(api.orders, {
    code: 'ANIMA-76',
    description: 'Anima 76 mm',
    supplier_id: supplier.id,
    unit_of_measure: 'piece',
  });
  await api.orders.post('/prices', {
    product_id: glue.id,
    supplier_id: supplier.id,
    price: 2.12345,
    start_date: '2020-01-01',
  });

  // The office enters the order.
  const office = await stage.open(api.orders, '/operazioni/ordini-fornitori/nuovo');
  await choose(office, office.getByRole('combobox', { name: 'Fornitore' }), 'Colle Lariane');
  await enterDay(office.getByRole('textbox', { name: 'Arrivo richiesto' }), '31/12/2030');
  await choose(office, office.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'COLLA-9');
  await typeInto(office.getByLabel('Quantità, riga 1'), '100');
  const price = office.getByLabel('Prezzo unitario, riga 1');
  await office.waitForFunction((input) => (input as HTMLInputElement).value === '2,1235', await price.elementHandle());
  await office.getByRole('button', { name: 'Aggiungi riga' }).click();
  await choose(office, office.getByRole('combobox', { name: 'Prodotto, riga 2' }), 'ANIMA-76');
  await typeInto(office.getByLabel('Quantità, riga 2'), '40');
  await typeInto(office.getByLabel('Prezzo unitario, riga 2'), '0,5');
  await office.getByText('232,35 €').waitFor(); // 212,345 + 20
  await office.getByRole('button', { name: 'Salva' }).click();
  await office.waitForURL(/\/operazioni\/ordini-fornitori$/);
  await office.getByRole('grid').getByText('Non ricevuto', { exact: true }).waitFor();

  const [order] = (await api.orders.get('/purchase-orders')).body;
  assert.equal(order.status, 'notReceived');
  assert.equal(order.total_amount, 232.345);

  // The warehouse receives most of it with a delivery note.
  const dock = await stage.open(api.warehouse, '/operazioni/ricezione-merce');
  await dock.getByRole('link', { name: order.order_number }).click();
  await dock.getByLabel('Numero documento (DDT)').fill('DDT-2107');
  await enterDay(dock.getByRole('textbox', { name: 'Data documento' }), '20/11/2025');
  await typeInto(dock.getByLabel('Quantità da ricevere · COLLA-9'), '60');
  await choose(dock, dock.getByRole('combobox', { name: 'Magazzino · COLLA-9' }), 'Materie prime');
  await dock.getByRole('button', { name: 'Inserisci lotti · COLLA-9' }).click();
  const batches = dock.getByRole('dialog');
  await batches.getByLabel('Numero lotto, lotto 1').fill('L-1');
  await typeInto(batches.getByLabel('Quantità, lotto 1'), '45,5');
  await enterDay(batches.getByRole('textbox', { name: 'Data scadenza, lotto 1' }), '31/12/2030');
  assert.ok(await batches.getByRole('button', { name: 'Salva' }).isDisabled(), '45,5 of 60 cannot be saved');
  await batches.getByRole('button', { name: 'Aggiungi lotto' }).click();
  await batches.getByLabel('Numero lotto, lotto 2').fill('L-2');
  await enterDay(batches.getByRole('textbox', { name: 'Data scadenza, lotto 2' }), '31/01/2031');
  await batches.getByRole('button', { name: 'Salva' }).click();
  await typeInto(dock.getByLabel('Quantità da ricevere · ANIMA-76'), '40');
  await choose(dock, dock.getByRole('combobox', { name: 'Magazzino · ANIMA-76' }), 'Materie prime');
  const [sent] = await Promise.all([
    dock.waitForRequest((request: Request) => request.url().endsWith('/api/goods-receipts/receive')),
    dock.getByRole('button', { name: 'Salva ricezione' }).click(),
  ]);
  await dock.getByText('Ricezione salvata').waitFor();
  await dock.waitForURL(/\/operazioni\/ricezione-merce$/);
  await dock.getByRole('grid').getByText('Parzialmente ricevuto').waitFor();

  // The stock is visible by product, warehouse and batch.
  await dock.goto(`${api.url}/report/giacenze`);
  await dock.getByText('2 prodotti').waitFor();
  await dock
    .getByRole('row', { name: /COLLA-9/ })
    .getByText('60 kg')
    .waitFor();
  await dock.getByRole('button', { name: 'Dettagli di COLLA-9' }).click();
  const place = dock.getByRole('region', { name: 'Materie prime' });
  await place.getByText('L-2').waitFor();
  assert.deepEqual(
    await place
      .getByRole('row')
      .allInnerTexts()
      .then((rows) =>
        rows.map((row) =>
          row
            .split(/\s*\t\s*/)
            .join(' | ')
            .replaceAll('\u00a0', ' '),
        ),
      ),
    ['Lotto | Quantità | Scadenza', 'L-1 | 45,5 kg | 31/12/2030', 'L-2 | 14,5 kg | 31/01/2031'],
  );

  const assertBooked = async (when: string) => {
    const now = (await api.orders.get(`/purchase-orders/${order.id}`)).body;
    assert.equal(now.status, 'partiallyReceived', when);
    assert.deepEqual(
      now.items.map((item: Record<string, unknown>) => [
        item['product_code'],
        item['received_quantity'],
        item['status'],
      ]),
      [
        ['COLLA-9', 60, 'partiallyReceived'],
        ['ANIMA-76', 40, 'completed'],
      ],
      when,
    );
    const balances = (await api.warehouse.get('/stock?sort=product_code')).body;
    assert.deepEqual(
      balances
        .map((row: Record<string, unknown>) => [
          row['product_code'],
          row['warehouse_id'],
          row['batch_number'],
          row['expiry_date'],
          row['quantity'],
        ])
        .toSorted(),
      [
        ['ANIMA-76', warehouse.id, null, null, 40],
        ['COLLA-9', warehouse.id, 'L-1', '2030-12-31', 45.5],
        ['COLLA-9', warehouse.id, 'L-2', '2031-01-31', 14.5],
      ],
      when,
    );
    const movements = (await api.warehouse.get('/stock-movements')).body;
    assert.deepEqual(
      movements
        .map((row: Record<string, unknown>) => [
          row['product_code'],
          row['movement_type'],
          row['source_type'],
          row['batch_number'],
          row['quantity'],
        ])
        .toSorted(),
      [
        ['ANIMA-76', 'C', 'PO', null, 40],
        ['COLLA-9', 'C', 'PO', 'L-1', 45.5],
        ['COLLA-9', 'C', 'PO', 'L-2', 14.5],
      ],
      when,
    );
    for (const { id, source_document } of movements) {
      assert.match(id, /^\d+-receipt$/);
      assert.deepEqual(
        [source_document.type, source_document.id, source_document.number],
        ['PO', order.id, order.order_number],
      );
    }
  };
  await assertBooked('after the receipt');
  assert.equal(glue.has_batch, true);
  assert.equal(core.has_batch, false);

  // The response is lost and the browser retries.
  const key = sent.headers()['idempotency-key'];
  assert.ok(key, 'the browser sent a key');
  const again = await api.warehouse.post('/goods-receipts/receive', sent.postDataJSON(), {
    headers: { 'idempotency-key': key },
  });
  assert.equal(again.status, 201);
  await assertBooked('after the same receipt again');
});
