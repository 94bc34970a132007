/** The camera of a phone as a scanner. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { today } from '@bobina/contract/core/dates.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createOperation,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { choose } from '../support/by-hand.ts';
import { createReelOrder, createReelPlant, receiveReels } from '../support/reels.ts';
import { addCamera, showLabel, type Label } from '../support/shown-camera.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';

const { api, open } = startStage();
const CAMERA = 'Leggi con la fotocamera';
const EAN = '8001234567897';
const GTIN = '08001090310323';
/** 50 pieces of GLUE in a batch. */
const GS1: Label = { text: `(01)${GTIN}(37)50(10)L-7`, format: 'Code128', options: 'gs1' };

matrixTest(
  'S36: a camera button beside each field that takes scans reads EAN, Code 128, GS1-128, QR and DataMatrix with WebAssembly from the own server, loaded on demand, and the page Scansiona works on a phone',
  async () => {
    const made = await prepare();
    const readers = new Set<string>();
    const page = await open(api.admin, '/icon.svg', { viewport: PHONE });
    await addCamera(page);
    page.on('request', (request) => {
      if (request.url().endsWith('.wasm')) readers.add(new URL(request.url()).origin);
    });
    const visit = async (path: string) => {
      await page.goto(`${api.url}${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    };

    // The five kinds of code, in the field of a count.
    await visit(`/report/inventario?sheet=${made.count}`);
    const adder = page.getByRole('combobox', { name: 'Trova o aggiungi un prodotto' });
    await cameraOf(page, adder).waitFor();
    assert.equal(readers.size, 0, 'the reader is not loaded yet');
    for (const [label, row] of [
      [{ text: EAN, format: 'EAN13' }, 'PROD-EAN'],
      [{ text: 'PROD-128', format: 'Code128' }, 'PROD-128'],
      [GS1, 'COLLA'],
      [{ text: 'PROD-QR', format: 'QRCode' }, 'PROD-QR'],
      [{ text: 'PROD-DM*LOTTO-9', format: 'DataMatrix' }, 'PROD-DM'],
      [{ text: `(01)${GTIN}(37)50(10)L-8`, format: 'DataMatrix', options: 'gs1' }, 'COLLA · L-8'],
      [{ text: `(01)${GTIN}(37)50(10)L-9`, format: 'QRCode', options: 'gs1' }, 'COLLA · L-9'],
    ] as const) {
      await read(page, adder, label);
      await valueIs(page.getByRole('textbox', { name: `Quantità contata · ${row}` }).first(), '1');
    }
    assert.deepEqual([...readers], [new URL(api.url).origin]);

    // The other fields.
    await visit('/operazioni/trasferimenti');
    await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Materie');
    await read(page, page.getByRole('combobox', { name: 'Aggiungi prodotto' }), { text: 'COLLA', format: 'QRCode' });
    const moved = page.getByRole('combobox', { name: 'Lotto · COLLA' });
    await read(page, moved, GS1);
    await valueIs(moved, /^L-7/);

    await visit('/operazioni/movimenti/nuovo');
    await read(page, page.getByRole('combobox', { name: 'Prodotto' }), GS1);
    const loaded = page.getByRole('textbox', { name: 'Lotto' });
    await valueIs(loaded, 'L-7');
    await read(page, loaded, { text: 'COLLA*L-10', format: 'DataMatrix' });
    await valueIs(loaded, 'L-10');

    await visit(`/operazioni/ricezione-merce/${made.purchase}`);
    await page.getByLabel('Quantità da ricevere · COLLA').fill('50');
    await page.locator('[data-path="items.0.batches"]').click();
    const received = page.locator('[name=batch_number]').first();
    await read(page, received, GS1);
    await valueIs(received, 'L-7');

    await visit(`/operazioni/ricezione-merce/${made.reels}`);
    await page.getByRole('button', { name: 'Inserisci bobine · CARTA' }).click();
    const mill = page.getByRole('textbox', { name: 'Numero cartiera, bobina 1' });
    await read(page, mill, { text: 'M-77', format: 'Code128' });
    await valueIs(mill, 'M-77');

    await visit(`/operazioni/bobine/${made.reel.batch_id}`);
    await page.getByRole('button', { name: 'Sposta' }).click();
    const place = page.getByRole('combobox', { name: 'Posizione' });
    await read(page, place, { text: 'SCAFFALE-3', format: 'QRCode' });
    await valueIs(place, 'SCAFFALE-3');

    await visit(`/produzione/stato?item=${made.item}&operation=new`);
    const produced = page.getByRole('textbox', { name: 'Lotto' });
    await read(page, produced, GS1);
    await valueIs(produced, 'L-7');

    await visit('/operazioni/carico-produzione');
    const candidate = page.getByRole('searchbox');
    await read(page, candidate, GS1);
    await valueIs(candidate, 'COLLA');
    await page.getByRole('checkbox', { name: /^Seleziona .* COLLA$/ }).waitFor();

    await visit('/operazioni/spedizioni');
    await read(page, page.getByRole('searchbox'), GS1);
    await page.getByText('Confermato: COLLA · L-7').waitFor();

    await visit('/operazioni/vendite?new=true');
    const packing = page.getByRole('dialog', { name: 'Nuova packing list' });
    await choose(page, packing.getByRole('combobox', { name: 'Cliente' }), 'Cartotecnica Arno');
    await choose(page, packing.getByRole('combobox', { name: 'Ordine' }), made.order);
    await packing.getByRole('button', { name: 'Aggiungi COLLA' }).first().click();
    const packed = page.getByRole('combobox', { name: /^Lotto · COLLA/ });
    await read(page, packed, { text: 'L-7', format: 'Code128' });
    await valueIs(packed, /^L-7/);

    await visit('/ordiniclienti/inserimento-ordine?edit=new');
    await page.getByRole('button', { name: 'Aggiungi prodotto' }).click();
    await read(page, page.getByRole('combobox', { name: 'Cerca prodotto' }), { text: EAN, format: 'EAN13' });
    await page.getByText('PROD-EAN').first().waitFor();

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('combobox', { name: /^Cerca schermate/ });
    await read(page, palette, GS1);
    // It opens what the label names; the order that is being entered asks first.
    await page.getByRole('button', { name: 'Esci senza salvare' }).click();
    await page.waitForURL(({ pathname }) => pathname !== '/ordiniclienti/inserimento-ordine');
    await page.locator('main').getByText('COLLA').first().waitFor();

    // The page Scansiona.
    await visit('/operazioni/scansiona');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal overflow');
    await assertAccessible(page, 'the scan page');
    const start = page.getByRole('button', { name: 'Avvia la fotocamera' });
    assert.ok((await start.boundingBox())!.height >= 44, 'a target for a thumb');
    await start.click();
    await page.locator('video').waitFor();
    await showLabel(page, { text: 'NIENTE-1', format: 'Code128' });
    await page.getByText('NIENTE-1').waitFor();
    await showLabel(page, GS1);
    await page.waitForURL(({ pathname }) => pathname !== '/operazioni/scansiona');
    await page.locator('main').getByText('COLLA').first().waitFor();
  },
);

async function prepare() {
  const warehouse = (await createWarehouse(api.admin, { name: 'Materie' })).id;
  const pieces = { unit_of_measure: 'piece' };
  const seen = await createProduct(api.admin, { ...pieces, code: 'PROD-EAN', barcode: EAN });
  for (const code of ['PROD-128', 'PROD-QR']) await createProduct(api.admin, { ...pieces, code });
  await createProduct(api.admin, { ...pieces, code: 'PROD-DM', has_batch: true });
  const glue = await createProduct(api.admin, { ...pieces, code: 'COLLA', barcode: GTIN.slice(1), has_batch: true });
  await createMovement(api.admin, loadBody(seen.id, warehouse, 1));
  await createMovement(api.admin, loadBody(glue.id, warehouse, 100, { batch_number: 'L-7' }));
  const { body: count } = await api.admin.post('/stock-counts', { warehouse_id: warehouse });
  const supplier = await createSupplier(api.admin);
  const purchase = await createPurchaseOrder(api.admin, supplier.id, [
    { product_id: glue.id, quantity: 50, unit_price: 1 },
  ]);
  const customer = await createCustomer(api.admin, { business_name: 'Cartotecnica Arno' });
  const line = { product_id: glue.id, quantity: 10, unit_price: 1, delivery_date: today('Europe/Rome') };
  const order = await createCustomerOrder(api.admin, customer.id, [line, { ...line, quantity: 5 }]);
  const [item, done] = order.items;
  await createOperation(api.admin, done!.id, 5, { batch_number: 'P-1' });
  const plant = await createReelPlant(api.admin, 'CARTA');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 800, kg: 300 }]);
  const reels = await createReelOrder(api.admin, plant, 500);
  return { count: count.id, purchase: purchase.id, order: order.order_number, item: item!.id, reels, reel: reel! };
}

/** Reads a label with the camera beside a field. */
async function read(page: Page, field: Locator, label: Label) {
  await cameraOf(page, field).click();
  await page.getByRole('dialog', { name: 'Leggi un codice' }).waitFor();
  await showLabel(page, label);
  await page.getByRole('dialog', { name: 'Leggi un codice' }).waitFor({ state: 'detached' });
  await showLabel(page, null);
}
function cameraOf(page: Page, field: Locator) {
  return page.locator('[data-scan-field]').filter({ has: field }).getByRole('button', { name: CAMERA });
}
async function valueIs(field: Locator, value: string | RegExp) {
  await field.waitFor();
  let last = '';
  for (let times = 0; times < 100; times++) {
    last = await field.inputValue();
    if (typeof value === 'string' ? last === value : value.test(last)) return;
    await field.page().evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  assert.fail(`${last} instead of ${value}`);
}
