/** The measurements, records and display of reels, on every screen that handles them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { assertProblem } from '../../server/src/testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createOperation,
  createProduct,
  createScheduling,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, enterDay, scan, typeInto } from '../support/by-hand.ts';
import { createReelOrder, createReelPlant, receiveReels } from '../support/reels.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
const LIST = '/operazioni/bobine';

function plain(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim();
}
async function reelNow(id: number) {
  return (await api.admin.get(`/reels/${id}`)).body;
}
async function labelOf(id: number): Promise<string> {
  const answer = await fetch(`${api.url}/api/reels/labels?ids=${id}`, {
    headers: { authorization: `Bearer ${api.warehouse.token}` },
  });
  const pdf = new Uint8Array(await answer.arrayBuffer());
  return plain((await extractText(await getDocumentProxy(pdf), { mergePages: true })).text);
}

matrixTest(
  "U04 kg, m and m² follow from each other, only the product's unit is stored, and the screen shows 3, 1 and 2 decimals",
  async () => {
    const inKg = await createReelPlant(api.admin, 'KRAFT-KG');
    const inMetres = await createReelPlant(api.admin, 'KRAFT-MT');
    await api.admin.put(`/products/${inMetres.product}`, { unit_of_measure: 'm' });
    const [byWeight] = await receiveReels(api.admin, inKg, [{ width_mm: 333.3, kg: 100.123 }]);
    const [byLength] = await receiveReels(api.admin, inMetres, [{ width_mm: 333.3, m: 1000.26 }]);
    // kg = m × mm × 80 g/m² ÷ 10⁶; m² = m × mm ÷ 1000.
    const shown = [
      {
        reel: byWeight!,
        quantity: '100.12300',
        row: ['100,123', '3.755,0', '1.251,54'],
        page: ['100,123 kg', '3.755 m', '1.251,54 m²'],
      },
      {
        reel: byLength!,
        quantity: '1000.26000',
        row: ['26,671', '1.000,3', '333,39'],
        page: ['26,671 kg', '1.000,3 m', '333,39 m²'],
      },
    ];
    const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name in ('reels', 'batches', 'stock_balances', 'stock_movements', 'stock_entries')`.execute(api.db);
    const stored = new Set(columns.rows.map(({ name }) => name));
    assert.ok(stored.has('quantity') && !['kg', 'm', 'm2', 'metres', 'length_m'].some((name) => stored.has(name)));
    const page = await open(api.warehouse, `${LIST}?q=KRAFT`);
    for (const { reel, quantity, row, page: ofPage } of shown) {
      const { rows } = await sql<{ quantity: string }>`
      select quantity::numeric(15, 5)::text as quantity from stock_balances where batch_id = ${reel.batch_id}`.execute(
        api.db,
      );
      assert.deepEqual(rows, [{ quantity }]);
      await page.goto(`${api.url}${LIST}?product_id=${reel.product_id}`);
      const line = page.getByRole('grid').locator('[data-index]').filter({ hasText: reel.code });
      await line.waitFor();
      const cells = (await line.getByRole('gridcell').allInnerTexts()).map(plain);
      for (const text of row) assert.ok(cells.includes(text), `${text} in ${cells.join(' | ')}`);
      await line.getByRole('link', { name: reel.code }).click();
      await page.getByRole('heading', { level: 1, name: reel.code }).waitFor();
      for (const text of ofPage) await page.getByRole('main').getByText(text, { exact: true }).first().waitFor();
    }
  },
);

test('U10 a returned reel keeps its number, only its balance decreases, its label shows «resto» with the date, and a short remnant can be finished', async () => {
  const setScrap = async (scrap_below_m: number) => {
    const { version } = (await api.admin.get('/settings')).body;
    const headers = { 'if-match': `"${version}"` };
    assert.equal((await api.admin.put('/settings', { scrap_below_m }, { headers })).status, 200);
  };
  const plant = await createReelPlant(api.admin, 'KRAFT-RT');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 640, location: 'A1', splices: 1 }]);
  const id = reel!.batch_id;
  const before = await reelNow(id);
  assert.ok(!(await labelOf(id)).includes('RESTO'));
  const page = await open(api.warehouse, `${LIST}/${id}`);
  const dialog = page.getByRole('dialog');
  const openWeighing = async (kg: string) => {
    await page.getByRole('button', { name: 'Pesa', exact: true }).click();
    await dialog.getByLabel("Stampa l'etichetta «resto»").uncheck();
    await typeInto(dialog.getByRole('textbox', { name: 'Peso netto' }), kg);
    await dialog.getByText(`Resto: ${kg} kg`).waitFor();
  };
  const finish = dialog.getByRole('button', { name: 'Chiudi la bobina' });
  // 0: no remnant is too short.
  await openWeighing('1');
  assert.equal(await finish.count(), 0);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Esci senza salvare' }).click();
  await setScrap(100);
  try {
    await page.reload();
    await openWeighing('320');
    assert.equal(await finish.count(), 0, '4,000 m are enough');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    const after = await reelNow(id);
    assert.deepEqual([after.quantity, after.kg, after.m, after.m2], [320, 320, 4000, 4000]);
    const ofBalance = ['quantity', 'kg', 'm', 'm2', 'warehouses', 'od_now_mm', 'readings', 'movements', 'version'];
    for (const field of Object.keys(after).filter((name) => !ofBalance.includes(name)))
      assert.deepEqual([field, after[field]], [field, before[field]]);
    assert.equal(after.code, reel!.code);
    const { today } = (await api.admin.get('/company/today')).body;
    assert.ok((await labelOf(id)).includes(`RESTO al ${today.split('-').toReversed().join('/')}`));
    // 7.9 kg are 98.8 m.
    await openWeighing('7,9');
    await finish.click();
    await dialog.waitFor({ state: 'hidden' });
    assert.deepEqual([(await reelNow(id)).quantity, (await reelNow(id)).state], [0, 'finished']);
  } finally {
    await setScrap(0);
  }
});

matrixTest(
  'U16 a reel records splices, added at each return, winding 0, 1 or 9, and a free location that suggests those in use',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-GI');
    const reels = await receiveReels(api.admin, plant, [
      { width_mm: 1000, kg: 640, splices: 1, winding: 0, location: 'Scaffale Z9' },
      { width_mm: 1000, kg: 640, winding: 1, location: 'Corridoio 3' },
      { width_mm: 1000, kg: 640, winding: 9, location: 'Vuota 1' },
    ]);
    assert.deepEqual(
      reels.map(({ winding, splices }) => [winding, splices]),
      [
        [0, 1],
        [1, null],
        [9, null],
      ],
    );
    const order = (await api.admin.get(`/purchase-orders/${await createReelOrder(api.admin, plant, 100)}`)).body;
    const wrong = await api.warehouse.post('/goods-receipts/receive', {
      document_number: 'W-1',
      document_date: '2026-03-02',
      order_id: order.id,
      items: [
        { order_item_id: order.items[0].id, warehouse_id: plant.main, reels: [{ width_mm: 1000, kg: 1, winding: 2 }] },
      ],
    });
    assertProblem(wrong, 400, 'VALIDATION');
    assert.equal(wrong.body.fields[0].path, 'items.0.reels.0.winding');
    await api.warehouse.post(`/reels/${reels[2]!.batch_id}/weigh`, { empty: true });
    // Each return adds its splices.
    const id = reels[0]!.batch_id;
    const page = await open(api.warehouse, `${LIST}/${id}`);
    const dialog = page.getByRole('dialog');
    for (const [kg, more, sum] of [
      ['500', '2', 3],
      ['400', '1', 4],
    ] as const) {
      await page.getByRole('button', { name: 'Pesa', exact: true }).click();
      await dialog.getByLabel("Stampa l'etichetta «resto»").uncheck();
      await typeInto(dialog.getByRole('textbox', { name: 'Peso netto' }), kg);
      await typeInto(dialog.getByRole('textbox', { name: 'Nuove giunte' }), more);
      await dialog.getByText(`Resto: ${kg} kg`).waitFor();
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      assert.equal((await reelNow(id)).splices, sum);
    }
    await page.getByText('Esterno', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Modifica' }).click();
    const field = dialog.getByLabel('Posizione');
    await dialog.locator('datalist option').first().waitFor({ state: 'attached' });
    const listed = await field.getAttribute('list');
    const options = await page
      .locator(`datalist[id="${listed}"] option`)
      .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
    assert.ok(options.includes('Scaffale Z9') && options.includes('Corridoio 3'), options.join());
    assert.ok(!options.includes('Vuota 1'), 'the place of a finished reel is not in use');
    await field.fill('Sotto la scala');
    await page.keyboard.press('Control+s');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await reelNow(id)).location, 'Sotto la scala');
  },
);

matrixTest(
  'U26 the list sums reels, kg and m², a page shows one, and reels appear in receipt, transfer, count, packing list, production load, labels, home and search',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-OV');
    const [reel, other] = await receiveReels(api.admin, plant, [
      { width_mm: 1000, kg: 640, mill_number: 'OVUNQUE-77' },
      { width_mm: 500, kg: 80 },
    ]);
    const page = await open(api.admin, `${LIST}?product_id=${plant.product}`);
    const totals = page.getByLabel('Totali');
    await totals.getByText('720 kg').waitFor();
    assert.equal(plain(await totals.innerText()), 'Bobine 2 Peso 720 kg Superficie 9.000 m²');
    await page.getByRole('grid').getByRole('link', { name: reel!.code }).click();
    await page.waitForURL((url) => url.pathname === `${LIST}/${reel!.batch_id}`);
    await page.getByRole('heading', { level: 1, name: reel!.code }).waitFor();
    // Labels.
    const printed = page.waitForResponse((response) => response.url().includes(`/reels/labels?ids=${reel!.batch_id}`));
    await page.getByRole('button', { name: 'Etichetta', exact: true }).click();
    assert.equal((await printed).status(), 200);
    await page.bringToFront();
    // Receipt.
    const order = await createReelOrder(api.admin, plant, 500);
    await page.goto(`${api.url}/operazioni/ricezione-merce/${order}`);
    await page.getByLabel('Numero documento (DDT)').fill('OV-1');
    await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2026');
    await choose(page, page.getByRole('combobox', { name: 'Magazzino · KRAFT-OV' }), 'Bobine KRAFT-OV');
    await page.getByRole('button', { name: 'Inserisci bobine · KRAFT-OV' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Larghezza (mm), bobina 1' }).fill('700');
    await dialog.getByRole('textbox', { name: 'Peso (kg), bobina 1' }).fill('500');
    await page.keyboard.press('Control+s');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Salva ricezione' }).click();
    await page.getByRole('button', { name: 'Stampa etichette bobine' }).waitFor();
    // Transfer.
    await page.goto(`${api.url}/operazioni/trasferimenti`);
    await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Bobine KRAFT-OV');
    await choose(page, page.getByRole('combobox', { name: 'Magazzino di destinazione' }), 'Taglio KRAFT-OV');
    await page.getByRole('heading', { level: 1 }).focus();
    await scan(page, other!.code);
    await page.getByRole('listitem', { name: 'KRAFT-OV' }).waitFor();
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[data-path="items.0.quantity"]')?.value === '80',
    );
    await page.keyboard.press('Control+s');
    await page.getByText(`KRAFT-OV · Lotto ${other!.code} · 80 kg`).waitFor();
    // Count.
    const count = (await api.admin.post('/stock-counts', { warehouse_id: plant.main })).body;
    await page.goto(`${api.url}/report/inventario?sheet=${count.id}`);
    await page.getByRole('main').getByRole('link', { name: reel!.code }).waitFor();
    // Packing list: the rest of the reel needs a new label.
    const customer = await createCustomer(api.admin, { business_name: 'Grafiche Ovunque' });
    const sold = await createCustomerOrder(api.admin, customer.id, [
      { product_id: plant.product, quantity: 100, unit_price: 2 },
    ]);
    await page.goto(`${api.url}/operazioni/vendite?new=true`);
    await choose(page, dialog.getByRole('combobox', { name: 'Cliente' }), 'Grafiche Ovunque');
    await choose(page, dialog.getByRole('combobox', { name: 'Ordine' }), sold.order_number);
    await dialog.getByRole('button', { name: 'Aggiungi KRAFT-OV' }).waitFor();
    await scan(page, 'OVUNQUE-77');
    await dialog.getByRole('combobox', { name: /^Lotto/ }).waitFor();
    await page.keyboard.press('Control+s');
    await dialog
      .getByRole('alert')
      .filter({ hasText: `${reel!.code}: 540 kg` })
      .waitFor();
    const remnant = page.waitForResponse((response) => response.url().includes(`/reels/labels?ids=${reel!.batch_id}`));
    await dialog.getByRole('button', { name: 'Stampa etichette «resto»' }).click();
    assert.equal((await remnant).status(), 200);
    await page.bringToFront();
    await dialog.getByRole('link', { name: reel!.code }).click();
    await page.waitForURL((url) => url.pathname === `${LIST}/${reel!.batch_id}`);
    // Production load: a reel with its label, and a plain batch to split.
    const made = await createProduct(api.admin, {
      code: 'TAGLIATA-OV',
      description: 'Kraft tagliata',
      has_batch: true,
      is_reel: true,
      peso_carta: 80,
    });
    const produced = await createCustomerOrder(api.admin, customer.id, [
      { product_id: made.id, quantity: 60, unit_price: 2 },
    ]);
    const item = produced.items[0]!.id;
    const machine = await createMachine(api.admin);
    const { id: scheduling_id } = await createScheduling(api.admin, item, machine.id, 60);
    const run = await api.admin.post('/runs', { machine_id: machine.id, scheduling_id });
    const output = await api.admin.post(`/runs/${run.body.id}/outputs`, { reels: [{ width_mm: 500, kg: 40 }] });
    assert.equal(output.status, 201, JSON.stringify(output.body));
    const slit = output.body.outputs[0].batch_number;
    await createOperation(api.admin, item, 20, { batch_number: 'SCIOLTO-OV', is_completed: true });
    await page.goto(`${api.url}/operazioni/carico-produzione?q=TAGLIATA-OV`);
    await choose(page, page.getByRole('combobox', { name: 'Magazzino' }), 'Bobine KRAFT-OV');
    await page.getByRole('checkbox', { name: `Seleziona ${produced.order_number} · TAGLIATA-OV` }).check();
    await page.getByRole('button', { name: 'Conferma carico' }).click();
    await dialog.getByRole('button', { name: 'Conferma carico' }).click();
    const loaded = page.getByRole('alert').filter({ hasText: 'Bobine caricate' });
    await loaded.getByRole('link', { name: slit }).waitFor();
    await loaded.getByRole('button', { name: 'Etichette' }).waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: 'si dividono in bobine' })
      .getByRole('link', { name: 'SCIOLTO-OV' })
      .click();
    await page.getByRole('button', { name: 'Dividi in bobine' }).waitFor();
    // Home and search.
    await page.goto(`${api.url}/`);
    const panel = page.getByRole('link', { name: 'Bobine in giacenza' });
    await panel.waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('OVUNQUE-77', { delay: 60 });
    await page.getByRole('option', { name: reel!.code }).first().click();
    await page.waitForURL((url) => url.pathname === `${LIST}/${reel!.batch_id}`);
  },
);
