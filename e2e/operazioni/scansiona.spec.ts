/** The scan page of the warehouse, made for a phone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  createMovement,
  createProduct,
  createPurchaseOrder,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, scan } from '../support/by-hand.ts';
import { createReelPlant, receiveReels } from '../support/reels.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();

test('a scan or a typed code opens the record or shows the goods; an unknown code is named', async () => {
  await createProduct(api.admin, { code: 'COLLA-9', description: 'Colla vinilica', barcode: '8001090310323' });
  const page = await open(api.warehouse, '/operazioni/scansiona', { viewport: PHONE });
  await page.getByRole('heading', { level: 1, name: 'Scansiona' }).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal overflow');
  await assertAccessible(page, 'the scan page');
  const code = page.getByLabel('Codice');
  await code.fill('NIENTE-1');
  await code.press('Enter');
  await page.getByText('NIENTE-1').waitFor();
  await code.fill('');
  await scan(page, '8001090310323');
  await page.waitForURL((url) => url.pathname === '/report/giacenze' && url.search.includes('COLLA-9'));

  // The number of an order that awaits goods opens its receipt, for those who receive.
  const supplier = await createSupplier(api.admin);
  const { id: product_id } = await createProduct(api.admin);
  const order = await createPurchaseOrder(api.admin, supplier.id, [{ product_id, quantity: 1, unit_price: 1 }]);
  await page.goto(`${api.url}/operazioni/scansiona`);
  await code.waitFor();
  await scan(page, order.order_number);
  await page.waitForURL((url) => url.pathname === `/operazioni/ricezione-merce/${order.id}`);
});

matrixTest(
  'a number that batches of two products have shows both, and the count takes the one on its sheet',
  async () => {
    const [place, other] = [await createWarehouse(api.admin), await createWarehouse(api.admin)];
    for (const [code, at] of [
      ['DOPPIO-1', place],
      ['DOPPIO-2', other],
      ['DOPPIO-3', other],
    ] as const) {
      const { id } = await createProduct(api.admin, { code, has_batch: true, unit_of_measure: 'kg' });
      await createMovement(
        api.admin,
        loadBody(id, at.id, 5, { batch_number: code === 'DOPPIO-3' ? 'ALTRO-26' : 'PARI-26' }),
      );
    }
    const page = await open(api.warehouse, '/operazioni/scansiona', { viewport: PHONE });
    await page.getByLabel('Codice').waitFor();
    await scan(page, 'PARI-26');
    for (const code of ['DOPPIO-1', 'DOPPIO-2']) await page.getByRole('region', { name: code }).waitFor();
    const { body: count } = await api.warehouse.post('/stock-counts', { warehouse_id: place.id });
    await page.goto(`${api.url}/report/inventario?sheet=${count.id}`);
    const field = page.getByRole('textbox', { name: 'Quantità contata · DOPPIO-1 · PARI-26' });
    await field.waitFor();
    await page.getByRole('searchbox').focus();
    await scan(page, 'PARI-26');
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.includes('PARI-26'));
    // No sheet says which one the transfer means.
    await page.goto(`${api.url}/operazioni/trasferimenti`);
    await page.getByRole('combobox').first().waitFor();
    await scan(page, 'PARI-26');
    await page.getByText('Il numero PARI-26 è di più lotti: DOPPIO-1 · PARI-26, DOPPIO-2 · PARI-26').waitFor();
  },
);

matrixTest(
  'U27 a scanned reel is weighed, moved and held by the keyboard alone, and the field keeps the focus',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-SC');
    const [reel] = await receiveReels(api.admin, plant, [
      { width_mm: 1000, kg: 500, tare_kg: 2, mill_number: 'SC-0001' },
    ]);
    const page = await open(api.warehouse, '/operazioni/scansiona', { viewport: PHONE });
    const field = page.getByLabel('Codice');
    const dialog = page.getByRole('dialog');
    const isFocused = () =>
      page.waitForFunction(() => document.activeElement?.matches('main form input') === true, undefined, {
        timeout: 5000,
      });
    const command = async (key: string) => {
      await page.keyboard.type(key, { delay: 60 });
      await page.keyboard.press('Enter');
    };
    await isFocused();
    await scan(page, reel!.code);
    const card = page.getByRole('region', { name: reel!.code });
    await card.getByText('500 kg').waitFor();
    for (const name of ['Pesa', 'Sposta', 'Blocca']) await card.getByRole('button', { name }).waitFor();
    await isFocused();
    assert.equal(await field.inputValue(), '', 'the code does not stay in the field');
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal overflow');
    await assertAccessible(page, 'the card of a reel');

    await command('1');
    await dialog.getByRole('textbox', { name: 'Peso lordo' }).waitFor();
    await page.keyboard.type('322,5', { delay: 60 });
    await dialog.getByText('Resto: 320,5 kg').waitFor();
    const { body: before } = await api.warehouse.get(`/reels/${reel!.batch_id}`);
    assert.equal(before.kg, 500, 'the preview books nothing');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await card.getByText('320,5 kg').first().waitFor();
    await isFocused();

    await command('2');
    await choose(page, dialog.getByRole('combobox', { name: 'Magazzino' }), 'Taglio KRAFT-SC');
    await dialog.getByLabel('Posizione').fill('B-12');
    await page.keyboard.press('Control+s');
    await dialog.waitFor({ state: 'hidden' });
    await card.getByText('Taglio KRAFT-SC · B-12').waitFor();
    await isFocused();

    await command('3');
    await dialog.getByRole('textbox', { name: 'Motivo' }).waitFor();
    await page.keyboard.type('Umida', { delay: 60 });
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await card.getByText('Umida').waitFor();
    await isFocused();
    // The next scan shows the next reel; the number of the mill names it too.
    await scan(page, 'SC-0001');
    await page.getByRole('region', { name: reel!.code }).waitFor();
    await isFocused();
  },
);

matrixTest(
  'a scanned place and the lot of a supplier open their reels; a place without other reels is noted',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-POS');
    const lot = { width_mm: 1000, kg: 500, supplier_lot: 'K-7946' };
    const [reel] = await receiveReels(api.admin, plant, [lot, lot]);
    const { headers } = await api.warehouse.get(`/reels/${reel!.batch_id}`);
    const place = { location: 'C7-02' };
    const moved = await api.warehouse.put(`/reels/${reel!.batch_id}`, place, {
      headers: { 'if-match': headers.get('etag')! },
    });
    assert.equal(moved.status, 200, JSON.stringify(moved.body));
    const page = await open(api.warehouse, '/operazioni/scansiona');
    await page.getByLabel('Codice').waitFor();
    await scan(page, 'c7-02');
    await page.waitForURL((url) => url.pathname === '/operazioni/bobine' && url.searchParams.get('q') === 'c7-02');
    await page.getByText(reel!.code).first().waitFor();
    await page.goto(`${api.url}/operazioni/scansiona`);
    await page.getByLabel('Codice').waitFor();
    await scan(page, 'K-7946');
    await page.waitForURL((url) => url.pathname === '/operazioni/bobine' && url.searchParams.get('q') === 'K-7946');
    await page.getByText(reel!.code).first().waitFor();
    await page.goto(`${api.url}/operazioni/scansiona`);
    await page.getByLabel('Codice').waitFor();
    await scan(page, reel!.code);
    await page.getByRole('button', { name: 'Sposta' }).click();
    const location = page.getByRole('dialog').getByRole('combobox', { name: 'Posizione' });
    await location.fill('C7-20');
    await page.getByText("Nessun'altra bobina è in questa posizione").waitFor();
    await location.fill('C7-02');
    await page.getByText("Nessun'altra bobina è in questa posizione").waitFor({ state: 'detached' });
  },
);

matrixTest('a remnant below the limit of the settings is offered as finished', async () => {
  const settings = await api.admin.get('/settings');
  const headers = { 'if-match': settings.headers.get('etag') ?? `"${settings.body.version}"` };
  assert.equal((await api.admin.put('/settings', { scrap_below_m: 100 }, { headers })).status, 200);
  const plant = await createReelPlant(api.admin, 'KRAFT-FI');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 500 }]);
  const page = await open(api.warehouse, '/operazioni/scansiona');
  await page.getByLabel('Codice').waitFor();
  await scan(page, reel!.code);
  await page.getByRole('button', { name: 'Pesa' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Peso netto' }).waitFor();
  await page.keyboard.type('4', { delay: 60 });
  await dialog.getByText('Resto corto').waitFor();
  await dialog.getByRole('button', { name: 'Chiudi la bobina' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Finita').waitFor();
  assert.equal((await api.warehouse.get(`/reels/${reel!.batch_id}`)).body.quantity, 0);
});

matrixTest(
  'input in the dialogs of a reel is not lost: text that is not a number is marked, Escape asks first',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-ES');
    const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 500, tare_kg: 2 }]);
    const page = await open(api.warehouse, '/operazioni/scansiona');
    await page.getByLabel('Codice').waitFor();
    await scan(page, reel!.code);
    await page.getByRole('region', { name: reel!.code }).getByText('500 kg').waitFor();
    const question = page.getByRole('dialog', { name: 'Modifiche non salvate' });
    for (const [key, name, text] of [
      ['1', 'Peso lordo', 'xyz'],
      ['2', 'Posizione', 'B-12'],
      ['3', 'Motivo', 'Umida'],
    ] as const) {
      await page.keyboard.type(key, { delay: 60 });
      await page.keyboard.press('Enter');
      const field = page.getByRole('dialog').getByLabel(name);
      await field.fill(text);
      if (key === '1') {
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').getByText('Scrivi un numero').waitFor();
      }
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Resta qui' }).click();
      assert.equal(await field.inputValue(), text);
      await page.keyboard.press('Escape');
      await question.getByRole('button', { name: 'Esci senza salvare' }).click();
      await field.waitFor({ state: 'detached' });
      await page.waitForFunction(() => document.activeElement?.matches('main form input'));
    }
  },
);

matrixTest(
  'hurried scans: a slow answer does not replace a later one, and a scan into a reason holds nothing',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-HU');
    const [slow, quick] = await receiveReels(api.admin, plant, [
      { width_mm: 1000, kg: 500 },
      { width_mm: 1000, kg: 400 },
    ]);
    const page = await open(api.warehouse, '/operazioni/scansiona');
    await page.getByLabel('Codice').waitFor();
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const answered = page.waitForResponse((response) => response.url().includes(`code=${slow!.code}`));
    await page.route(
      (url) => url.pathname.endsWith('/reels/scan') && url.searchParams.get('code') === slow!.code,
      async (route) => {
        await held;
        await route.continue();
      },
    );
    await scan(page, slow!.code);
    await scan(page, quick!.code);
    const card = page.getByRole('region', { name: quick!.code });
    await card.waitFor();
    release();
    await answered;
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    assert.equal(await card.count(), 1);
    assert.equal(await page.getByRole('region', { name: slow!.code }).count(), 0);

    // The next reel is scanned while the hold waits for its reason.
    await card.getByRole('button', { name: 'Blocca' }).click();
    const dialog = page.getByRole('dialog');
    const reason = dialog.getByRole('textbox', { name: 'Motivo' });
    await reason.fill('Umida');
    await scan(page, slow!.code);
    await page.getByText('Nessun campo di questa finestra').first().waitFor();
    assert.equal(await reason.inputValue(), 'Umida');
    await scan(page, slow!.code);
    assert.equal((await api.warehouse.get(`/reels/${quick!.batch_id}`)).body.hold_reason, null);
    await reason.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await card.getByText('Umida').waitFor();
  },
);

matrixTest(
  'a scan into a move is the place, but not that of goods, and an act that is not offered is refused',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-MO');
    const [held, free] = await receiveReels(api.admin, plant, [
      { width_mm: 1000, kg: 500 },
      { width_mm: 1000, kg: 400 },
    ]);
    await createWarehouse(api.admin, { name: 'Altro KRAFT-MO' });
    const card = (code: string) => page.getByRole('region', { name: code });
    const page = await open(api.warehouse, '/operazioni/scansiona', { viewport: PHONE });
    await page.getByLabel('Codice').waitFor();
    await scan(page, held!.code);
    await card(held!.code).getByRole('button', { name: 'Sposta' }).click();
    const dialog = page.getByRole('dialog');
    const place = dialog.getByLabel('Posizione');
    const warehouse = dialog.getByRole('combobox', { name: 'Magazzino' });
    await page.waitForFunction((field) => (field as HTMLInputElement).value !== '', await warehouse.elementHandle());
    await warehouse.focus();
    await scan(page, 'SCAFFALE-B12');
    await page.waitForFunction((field) => (field as HTMLInputElement).value !== '', await place.elementHandle());
    await scan(page, free!.code);
    await page.getByText(`${free!.code} indica merce`).waitFor();
    assert.equal(await place.inputValue(), 'SCAFFALE-B12');
    assert.equal(await warehouse.inputValue(), 'Bobine KRAFT-MO');
    await page.keyboard.press('Control+s');
    await card(held!.code).getByText('SCAFFALE-B12').waitFor();

    // Typing replaces the warehouse that has the focus, and the place of the reel is in its old one.
    await card(held!.code).getByRole('button', { name: 'Sposta' }).click();
    await page.waitForFunction(
      (field) => field === document.activeElement && (field as HTMLInputElement).value !== '',
      await warehouse.elementHandle(),
    );
    assert.equal(await place.inputValue(), 'SCAFFALE-B12');
    await page.keyboard.type('Altro', { delay: 60 });
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (field) => (field as HTMLInputElement).value === 'Altro KRAFT-MO',
      await warehouse.elementHandle(),
    );
    assert.equal(await place.inputValue(), '');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Esci senza salvare' }).click();
    await dialog.waitFor({ state: 'hidden' });

    // The warehouse does not release: the digit must not hold the next reel either.
    assert.equal((await api.warehouse.post(`/batches/${held!.batch_id}/hold`, { reason: 'Umida' })).status, 200);
    await card(held!.code).getByText('Umida').waitFor();
    // The hint names the acts that are left.
    await page.getByText('Premi 1 Pesa, 2 Sposta, 4 Etichetta, poi Invio').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('main form input'));
    await page.keyboard.type('3', { delay: 60 });
    await page.keyboard.press('Enter');
    await page.getByText(`La bobina ${held!.code} è bloccata: Umida`).waitFor();
    await scan(page, free!.code);
    await card(free!.code).getByRole('button', { name: 'Blocca' }).waitFor();
    await page.getByText('Premi 1 Pesa, 2 Sposta, 3 Blocca, 4 Etichetta').waitFor();
    assert.equal(await dialog.count(), 0);
  },
);

matrixTest('Ctrl-Z in the empty field, which keeps the focus, brings an emptied reel back', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-VU');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 500 }]);
  const page = await open(api.warehouse, '/operazioni/scansiona');
  await page.getByLabel('Codice').waitFor();
  await scan(page, reel!.code);
  await page.getByRole('button', { name: 'Pesa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Bobina vuota' }).click();
  await page.getByText('Finita').waitFor();
  await page.getByRole('alert').getByRole('button', { name: 'Annulla' }).waitFor();
  await page.waitForFunction(() => document.activeElement?.matches('main form input'));
  await page.keyboard.press('Control+z');
  await page.getByText('In giacenza').waitFor();
  assert.equal((await api.warehouse.get(`/reels/${reel!.batch_id}`)).body.quantity, 500);
});
