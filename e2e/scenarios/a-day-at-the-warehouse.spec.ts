/** From a purchase order to the stock valuation: receipt in batches, labels, transfer, unload, count, valuation. */
import assert from 'node:assert/strict';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import type { StockRow } from '@bobina/contract/stock/levels.ts';
import { createProduct, createSupplier, createWarehouse } from '../../server/src/testing/factories.ts';
import { cellsOf, choose, enterDay, scan, typeInto } from '../support/by-hand.ts';
import { decodeBarcode } from '../support/decode-barcode.ts';
import { startStage } from '../support/stage.ts';

const stage = startStage();
const GTIN = '8001090310323';

/** Reads the stock from the server over HTTP. */
async function stockOf() {
  return (await stage.api.warehouse.get<StockRow[]>('/stock')).body
    .map(({ product_code, warehouse_name, batch_number, quantity }) =>
      [product_code, warehouse_name, batch_number ?? '-', quantity].join(' '),
    )
    .toSorted();
}
/** Reads the ledger from the server, oldest first. */
async function ledgerOf() {
  return (await stage.api.warehouse.get<Movement[]>('/stock-movements?sort=created_at')).body.map(
    ({ movement_type, source_type, product_code, batch_number, quantity, warehouse_name, destination_warehouse }) =>
      [
        ...[movement_type, source_type, product_code, batch_number ?? '-', quantity, warehouse_name],
        ...(destination_warehouse ? [destination_warehouse] : []),
      ].join(' '),
  );
}
async function orderOf(id: number) {
  const { body } = await stage.api.orders.get(`/purchase-orders/${id}`);
  return [
    body.status,
    ...body.items.map(
      (item: { received_quantity: number; status: string }) => `${item.received_quantity} ${item.status}`,
    ),
  ];
}

matrixTest('H06 a day at the warehouse: inventory and transfer work, and every act is in the ledger', async () => {
  const { api } = stage;
  const supplier_id = (await createSupplier(api.orders, { business_name: 'Colle Lariane' })).id;
  await createWarehouse(api.orders, { name: 'Materie' });
  await createWarehouse(api.orders, { name: 'Reparto' });
  const glue = await createProduct(api.orders, {
    ...{ code: 'COLLA-9', description: 'Colla vinilica', supplier_id, barcode: GTIN },
    ...{ has_batch: true, has_expiry_date: true },
  });
  const core = { code: 'ANIMA-76', description: 'Anima 76 mm', supplier_id, unit_of_measure: 'piece' };
  await createProduct(api.orders, core);
  const price = { product_id: glue.id, supplier_id, price: 2.12345, start_date: '2020-01-01' };
  assert.equal((await api.orders.post('/prices', price)).status, 201);

  // The office enters the order.
  const office = await stage.open(api.orders, '/operazioni/ordini-fornitori/nuovo');
  await choose(office, office.getByRole('combobox', { name: 'Fornitore' }), 'Colle Lariane');
  await enterDay(office.getByRole('textbox', { name: 'Arrivo richiesto' }), '31/12/2030');
  await choose(office, office.getByRole('combobox', { name: 'Prodotto, riga 1' }), 'COLLA-9');
  await typeInto(office.getByLabel('Quantità, riga 1'), '100');
  await office.getByRole('button', { name: 'Aggiungi riga' }).click();
  await choose(office, office.getByRole('combobox', { name: 'Prodotto, riga 2' }), 'ANIMA-76');
  await typeInto(office.getByLabel('Quantità, riga 2'), '40');
  await typeInto(office.getByLabel('Prezzo unitario, riga 2'), '0,5');
  await office.getByText('232,35 €').waitFor();
  await office.getByRole('button', { name: 'Salva' }).click();
  await office.waitForURL(/\/operazioni\/ordini-fornitori$/);
  const [order] = (await api.orders.get('/purchase-orders')).body;
  assert.deepEqual(await orderOf(order.id), ['notReceived', '0 notReceived', '0 notReceived']);
  assert.deepEqual([await stockOf(), await ledgerOf()], [[], []]);

  // The dock receives a part of it, in two batches.
  const dock = await stage.open(api.warehouse, `/operazioni/ricezione-merce/${order.id}`);
  await dock.getByLabel('Numero documento (DDT)').fill('DDT-2107');
  await enterDay(dock.getByRole('textbox', { name: 'Data documento' }), '20/11/2025');
  await typeInto(dock.getByLabel('Quantità da ricevere · COLLA-9'), '60');
  await choose(dock, dock.getByRole('combobox', { name: 'Magazzino · COLLA-9' }), 'Materie');
  await dock.getByRole('button', { name: 'Inserisci lotti · COLLA-9' }).click();
  const batches = dock.getByRole('dialog');
  await batches.getByLabel('Numero lotto, lotto 1').fill('L-1');
  await typeInto(batches.getByLabel('Quantità, lotto 1'), '45,5');
  await enterDay(batches.getByRole('textbox', { name: 'Data scadenza, lotto 1' }), '31/12/2030');
  await batches.getByRole('button', { name: 'Aggiungi lotto' }).click();
  await batches.getByLabel('Numero lotto, lotto 2').fill('L-2');
  await enterDay(batches.getByRole('textbox', { name: 'Data scadenza, lotto 2' }), '31/01/2031');
  await batches.getByRole('button', { name: 'Salva' }).click();
  await typeInto(dock.getByLabel('Quantità da ricevere · ANIMA-76'), '40');
  await choose(dock, dock.getByRole('combobox', { name: 'Magazzino · ANIMA-76' }), 'Materie');
  await dock.getByRole('button', { name: 'Salva ricezione' }).click();
  await dock.getByText('Ricezione salvata').waitFor();
  assert.deepEqual(await orderOf(order.id), ['partiallyReceived', '60 partiallyReceived', '40 completed']);
  assert.deepEqual(await stockOf(), ['ANIMA-76 Materie - 40', 'COLLA-9 Materie L-1 45.5', 'COLLA-9 Materie L-2 14.5']);
  const ledger = ['C PO ANIMA-76 - 40 Materie', 'C PO COLLA-9 L-1 45.5 Materie', 'C PO COLLA-9 L-2 14.5 Materie'];
  assert.deepEqual((await ledgerOf()).toSorted(), ledger);

  // Each batch gets a label that a scanner can read.
  const { items } = (await api.orders.get(`/goods-receipts/order-details/${order.id}`)).body;
  await dock.goto(`${api.url}/operazioni/ricezione-merce/storico/${items[0].id}`);
  await dock.context().addInitScript(() => Object.assign(window, { print: () => {} }));
  const [paper] = await Promise.all([
    dock.waitForEvent('popup'),
    dock.getByRole('button', { name: 'Stampa etichette' }).click(),
  ]);
  const label = await decodeBarcode(paper.locator('section.label').first().getByRole('img'));
  assert.equal(label, `]C1010${GTIN}1730123110L-1`);
  await paper.close();

  // Twenty kilos are transferred to the department; the label is scanned.
  await dock.goto(`${api.url}/operazioni/trasferimenti`);
  await dock.getByRole('heading', { level: 1, name: 'Trasferimenti' }).waitFor();
  await dock.getByText('Sposta la merce da un magazzino a un altro').waitFor();
  await choose(dock, dock.getByRole('combobox', { name: 'Magazzino di origine' }), 'Materie');
  await choose(dock, dock.getByRole('combobox', { name: 'Magazzino di destinazione' }), 'Reparto');
  await scan(dock, label);
  await dock.locator('[data-path="items.0.quantity"]:focus').waitFor();
  await dock.getByText(/Disponibile: 45,5\skg/).waitFor();
  await typeInto(dock.getByLabel('Quantità · COLLA-9'), '20');
  await dock.getByRole('button', { name: 'Trasferisci', exact: true }).click();
  await dock.getByText('Trasferimento registrato: 1 riga').waitFor();
  const core40 = 'ANIMA-76 Materie - 40';
  const second = 'COLLA-9 Materie L-2 14.5';
  assert.deepEqual(await stockOf(), [core40, 'COLLA-9 Materie L-1 25.5', second, 'COLLA-9 Reparto L-1 20']);
  assert.equal((await ledgerOf()).at(-1), 'T MAN COLLA-9 L-1 20 Materie Reparto');

  // The department unloads five.
  await dock.goto(`${api.url}/operazioni/movimenti/nuovo`);
  await dock.getByRole('combobox', { name: 'Tipo' }).click();
  await dock.getByRole('option', { name: 'Scarico', exact: true }).click();
  await scan(dock, label);
  await dock.locator('[data-path="batch_number"]').waitFor();
  await choose(dock, dock.getByRole('combobox', { name: 'Magazzino' }), 'Reparto');
  await dock.getByText(/Disponibile: 20\skg/).waitFor();
  await typeInto(dock.getByLabel('Quantità'), '5');
  await dock.getByRole('button', { name: 'Salva' }).click();
  await dock.getByText('Movimento creato').waitFor();
  assert.deepEqual(await stockOf(), [core40, 'COLLA-9 Materie L-1 25.5', second, 'COLLA-9 Reparto L-1 15']);
  assert.equal((await ledgerOf()).at(-1), 'S MAN COLLA-9 L-1 5 Reparto');

  // The warehouse is counted: half a kilo and one core are missing.
  await dock.goto(`${api.url}/report/inventario`);
  await dock.getByRole('heading', { level: 1, name: 'Inventario' }).waitFor();
  await dock.getByText('Conta la merce').first().waitFor();
  await dock.getByRole('button', { name: 'Nuovo inventario' }).first().click();
  const dialog = dock.getByRole('dialog', { name: 'Nuovo inventario' });
  await choose(dock, dialog.getByRole('combobox', { name: 'Magazzino' }), 'Materie');
  await dialog.getByRole('button', { name: "Apri l'inventario" }).click();
  await dock.getByRole('heading', { level: 1, name: 'Inventario di Materie' }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  const counted = async (code: string, name: string, quantity: string) => {
    await scan(dock, code);
    const label = `Quantità contata · ${name}`;
    await dock.waitForFunction((wanted) => document.activeElement?.getAttribute('aria-label') === wanted, label);
    const field = dock.getByRole('textbox', { name: label });
    await typeInto(field, quantity);
    await field.press('Enter');
  };
  await counted(label, 'COLLA-9 · L-1', '25');
  await dock.getByText(/-0,5\skg/).waitFor();
  await counted('ANIMA-76', 'ANIMA-76', '39');
  await dock.getByRole('listitem', { name: 'ANIMA-76' }).getByText(/-1\s/).waitFor();
  await dock.getByRole('button', { name: 'Registra inventario' }).click();
  await dock.getByRole('dialog').getByRole('button', { name: 'Registra', exact: true }).click();
  await dock.getByText('Inventario registrato').waitFor();
  const counts = ['ANIMA-76 Materie - 39', 'COLLA-9 Materie L-1 25', second, 'COLLA-9 Reparto L-1 15'];
  assert.deepEqual(await stockOf(), counts);
  const all = await ledgerOf();
  assert.deepEqual(all.slice(-2).toSorted(), ['S INV ANIMA-76 - 1 Materie', 'S INV COLLA-9 L-1 0.5 Materie']);
  assert.equal(all.length, 7);
  assert.deepEqual(await orderOf(order.id), ['partiallyReceived', '60 partiallyReceived', '40 completed']);

  // The office checks the stock and its value.
  await office.goto(`${api.url}/report/giacenze`);
  await office.getByText('2 prodotti').waitFor();
  assert.deepEqual(
    (await cellsOf(office.getByRole('grid').locator('[data-index]'))).map((cells) => [cells[1], cells.at(-1)]),
    [
      ['ANIMA-76', '39 pz'],
      ['COLLA-9', '54,5 kg'],
    ],
  );
  await office.goto(`${api.url}/report/valorizzazione`);
  await office.getByRole('checkbox', { name: 'Raggruppa prodotti' }).uncheck();
  // 53.09 + 30.79 + 31.85: each row is rounded before the sum.
  await office.getByText('115,73 €').waitFor();
  const { body } = await api.orders.get('/stock/valuation');
  assert.deepEqual(
    body.items.map((row: { batch_number: string; quantity: number; value: number }) => [
      row.batch_number,
      row.quantity,
      row.value,
    ]),
    [
      ['L-1', 25, 53.09],
      ['L-2', 14.5, 30.79],
      ['L-1', 15, 31.85],
    ],
  );
});
