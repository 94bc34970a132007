/** Reels: their receipt, their list, their page, and the split of a batch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator } from 'playwright-core';
import { today } from '@bobina/contract/core/dates.ts';
import { createMovement, loadBody } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, enterDay, pasteInto, scan, typeInto } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { createReelOrder, createReelPlant, receiveReels } from '../support/reels.ts';
import { assertAccessible, PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const LIST = '/operazioni/bobine';

matrixTest(
  'U08 a receipt takes reels by keyboard, copies and rows pasted from Excel, and warns of a diameter that differs',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-RX');
    const order = await createReelOrder(api.admin, plant, 2700);
    const page = await open(api.warehouse, `/operazioni/ricezione-merce/${order}`);
    await page.getByLabel('Numero documento (DDT)').fill('R-1');
    await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2026');
    await choose(page, page.getByRole('combobox', { name: 'Magazzino · KRAFT-RX' }), 'Bobine KRAFT-RX');
    await page.getByRole('button', { name: 'Inserisci bobine · KRAFT-RX' }).click();
    const dialog = page.getByRole('dialog');
    const cell = (field: string, row: number) => dialog.getByRole('textbox', { name: `${field}, bobina ${row}` });
    // The dialog waited for the product.
    await page.waitForFunction(() => (document.activeElement as HTMLElement).dataset['field'] === 'width_mm');
    const type = (text: string) => page.keyboard.type(text, { delay: 60 });
    const enter = async (text: string) => {
      await type(text);
      await page.keyboard.press('Enter');
    };
    // A missing width is named beside its field.
    await cell('Peso (kg)', 1).fill('500');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.getByText('Campo obbligatorio').waitFor();
    await cell('Larghezza (mm)', 1).focus();
    await enter('1000');
    await enter('L-77');
    await enter('M-001');
    // The next reel has the width and the lot; the weight is typed.
    await cell('Peso (kg)', 2).waitFor();
    assert.equal(await cell('Larghezza (mm)', 2).inputValue(), '1.000');
    await enter('520,5');
    await enter('M-002');
    await dialog.getByLabel('Quante').fill('2');
    await cell('Peso (kg)', 3).fill('480');
    await dialog.getByRole('button', { name: "Aggiungi uguali all'ultima" }).click();
    assert.equal(await cell('Peso (kg)', 5).inputValue(), '480');
    await dialog.getByRole('button', { name: 'Aggiungi bobina' }).click();
    // By diameter, the first one has 1,899.9 m and the second one 1,783.8 m; by weight, both have 1,785.7 m.
    const titles = 'Larghezza\tPeso (kg)\tNumero cartiera\tDiametro\tAnima esterna\tSpessore';
    await pasteInto(
      cell('Larghezza (mm)', 6),
      [titles, '700\t100\tM-006\t500\t90\t100', '700\t100\tM-007\t485\t90\t100'].join('\r\n'),
    );
    assert.equal(await cell('Numero cartiera', 7).inputValue(), 'M-007');
    await dialog.getByText('7 bobine · 2.660,5 kg di 2.700 kg · mancano 39,5 kg').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Resta qui' }).click();
    assert.equal(await cell('Numero cartiera', 7).inputValue(), 'M-007', 'Escape asks before it discards the reels');
    await page.keyboard.press('Control+s');
    await dialog.waitFor({ state: 'hidden' });
    const answered = page.waitForResponse((response) => response.url().endsWith('/goods-receipts/receive'));
    await page.getByRole('button', { name: 'Salva ricezione' }).click();
    const { warnings } = (await (await answered).json()) as { warnings: Record<string, unknown>[] };
    assert.deepEqual(
      warnings.map(({ code, path, m, deviation_percent }) => [
        code,
        path,
        Math.round(Number(m)),
        Math.round(Number(deviation_percent) * 10) / 10,
      ]),
      [['reel_deviation', 'items.0.reels.5.od_mm', 1900, 6.4]],
    );
    await page.waitForURL((url) => url.pathname === '/operazioni/ricezione-merce');
    const notice = page.getByRole('alert').filter({ hasText: 'Ricezione registrata' });
    await notice.getByRole('listitem').getByText(String(warnings[0]!['message'])).waitFor();
    await notice.getByRole('button', { name: 'Stampa etichette bobine' }).waitFor();
    const { body } = await api.warehouse.get(`/reels?product_id=${plant.product}&sort=code`);
    assert.deepEqual(
      body.map(({ width_mm, kg, mill_number, supplier_lot }: Record<string, unknown>) => [
        width_mm,
        kg,
        mill_number,
        supplier_lot,
      ]),
      [
        [1000, 500, 'M-001', 'L-77'],
        [1000, 520.5, 'M-002', 'L-77'],
        [1000, 480, null, 'L-77'],
        [1000, 480, null, 'L-77'],
        [1000, 480, null, 'L-77'],
        [700, 100, 'M-006', 'L-77'],
        [700, 100, 'M-007', 'L-77'],
      ],
    );
  },
);

matrixTest('Back asks once about half typed reels of a half typed receipt', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-BK');
  const order = await createReelOrder(api.admin, plant, 500);
  const page = await open(api.warehouse, '/operazioni/ricezione-merce');
  await page.locator(`a[href="/operazioni/ricezione-merce/${order}"]`).first().click();
  await typeInto(page.getByLabel('Numero documento (DDT)'), 'BK-1');
  await page.getByRole('button', { name: 'Inserisci bobine · KRAFT-BK' }).click();
  await typeInto(page.getByRole('textbox', { name: 'Peso (kg), bobina 1' }), '500');
  const leaving = page.getByRole('dialog', { name: 'Modifiche non salvate' });
  await page.goBack();
  await leaving.waitFor();
  // A key pressed too early keeps what was typed.
  await page.keyboard.press('Enter');
  await leaving.waitFor({ state: 'hidden' });
  await page.goBack();
  await leaving.getByRole('button', { name: 'Esci senza salvare' }).click();
  await page.getByLabel('Numero documento (DDT)').waitFor({ state: 'hidden' });
  await leaving.waitFor({ state: 'hidden' });
});

test('the list filters and sums the reels, and a reel has a page with its readings and acts', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-LS');
  const [first] = await receiveReels(api.admin, plant, [
    { width_mm: 1000, kg: 500, mill_number: 'LS-1' },
    { width_mm: 600, kg: 300 },
  ]);
  const page = await open(api.warehouse, `${LIST}?product_id=${plant.product}`);
  const totals = page.getByLabel('Totali');
  await totals.getByText('800 kg').waitFor();
  await totals.getByText('10.000 m²').waitFor();
  await page.getByRole('textbox', { name: 'Larghezza da (mm)' }).fill('900');
  await totals.getByText('500 kg').waitFor();
  assert.match(page.url(), /width_from=900/);
  const most = page.getByRole('textbox', { name: 'Larghezza a (mm)' });
  await most.fill('800');
  await page.getByText('Il valore minimo è 900').waitFor();
  await most.fill('');
  await page.getByRole('grid').getByRole('link', { name: first!.code }).click();
  await page.getByRole('heading', { level: 1, name: first!.code }).waitFor();
  await page.getByRole('button', { name: 'Pesa' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel("Stampa l'etichetta «resto»").uncheck();
  await typeInto(dialog.getByRole('textbox', { name: 'Peso netto' }), '320');
  await dialog.getByText('-180').or(dialog.getByText('−180')).first().waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('tab', { name: 'Letture' }).click();
  await page.getByRole('cell', { name: '320 kg' }).waitFor();
  // A wrong weight is taken back long after its notice is gone.
  await page.getByRole('button', { name: 'Annulla pesata' }).click();
  await dialog.getByText(`La giacenza della bobina ${first!.code} torna a 500 kg.`).waitFor();
  await dialog.getByRole('button', { name: 'Annulla pesata' }).click();
  await page.getByText('Pesata · annullamento').waitFor();
  assert.equal((await api.warehouse.get(`/reels/${first!.batch_id}`)).body.quantity, 500);
  assert.equal(await page.getByRole('button', { name: 'Annulla pesata' }).count(), 0);
  await page.getByRole('button', { name: 'Blocca' }).click();
  await typeInto(page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }), 'Umida sul bordo');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Umida sul bordo' }).waitFor();
  // The warehouse holds; direction releases.
  assert.equal(await page.getByRole('button', { name: 'Sblocca' }).count(), 0);
});

matrixTest('a reel that is heavier than its stock is corrected by a stock count, which the refusal names', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-PP');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 605 }]);
  const page = await open(api.warehouse, `${LIST}/${reel!.batch_id}`);
  await page.getByRole('button', { name: 'Pesa' }).click();
  const dialog = page.getByRole('dialog');
  await typeInto(dialog.getByRole('textbox', { name: 'Peso netto' }), '620');
  await page.keyboard.press('Enter');
  await dialog.getByText(/^Il resto supera la giacenza della bobina \(605\skg\)$/).waitFor();
  await dialog.getByText('correggi la giacenza con un inventario').waitFor();
  await assertAccessible(page, 'a weighing above the stock');
  // Another reading has no hint.
  await typeInto(dialog.getByRole('textbox', { name: 'Peso netto' }), '600');
  await dialog.getByText('Differenza').waitFor();
  assert.equal(await dialog.getByText('correggi la giacenza').count(), 0);
  await typeInto(dialog.getByRole('textbox', { name: 'Peso netto' }), '620');
  await dialog.getByRole('link', { name: "Apri l'inventario" }).press('Enter');
  await page.getByRole('button', { name: 'Esci senza salvare' }).click();
  await page.waitForURL((url) => url.pathname === '/report/inventario');
});

matrixTest('a batch in stock is split into reels from its page, and its hold shows in the stock lists', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-SP');
  const load = loadBody(plant.product, plant.main, 1000, { batch_number: 'VECCHIO-1' });
  await createMovement(api.admin, load);
  const { body } = await api.admin.get(`/stock?product_id=${plant.product}`);
  const page = await open(api.direction, `/report/lotti/${body[0].batch_id}`);
  await page.getByRole('button', { name: 'Dividi in bobine' }).click();
  const dialog = page.getByRole('dialog');
  const cell = (field: string, row: number) => dialog.getByRole('textbox', { name: `${field}, bobina ${row}` });
  await cell('Larghezza (mm)', 1).fill('1000');
  await cell('Peso (kg)', 1).fill('1200');
  await dialog.getByRole('button', { name: 'Dividi', exact: true }).click();
  await dialog.getByText('Quantità non disponibile').waitFor();
  assert.equal(await cell('Peso (kg)', 1).inputValue(), '1.200', 'a refusal keeps what was typed');
  await cell('Peso (kg)', 1).fill('400');
  await dialog.getByRole('button', { name: 'Dividi', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { body: reels } = await api.admin.get(`/reels?product_id=${plant.product}`);
  assert.deepEqual([reels.length, reels[0].kg], [1, 400]);
  await page.getByRole('button', { name: 'Blocca' }).click();
  await typeInto(page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }), 'Da controllare');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Da controllare' }).waitFor();
  await page.goto(`${api.url}/report/giacenze?code=KRAFT-SP`);
  await page.getByRole('button', { name: 'KRAFT-SP' }).first().click();
  await page.getByText('Bloccato').waitFor();
});

matrixTest('a scanned reel is transferred as a whole, and the search finds its page', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-TR');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 500, mill_number: 'TR-000-77' }]);
  const page = await open(api.warehouse, '/operazioni/trasferimenti');
  await choose(page, page.getByRole('combobox', { name: 'Magazzino di origine' }), 'Bobine KRAFT-TR');
  await choose(page, page.getByRole('combobox', { name: 'Magazzino di destinazione' }), 'Taglio KRAFT-TR');
  await page.getByRole('heading', { level: 1 }).focus();
  await scan(page, 'TR-000-77');
  const line = page.getByRole('listitem', { name: 'KRAFT-TR' });
  await line.getByRole('combobox', { name: 'Lotto · KRAFT-TR' }).waitFor();
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('[data-path="items.0.quantity"]')?.value === '500',
  );
  await page.keyboard.press('Control+s');
  await page.getByText(`KRAFT-TR · Lotto ${reel!.code} · 500 kg`).waitFor();
  assert.equal((await api.admin.get(`/reels/${reel!.batch_id}`)).body.warehouse_id, plant.second);
  await page.keyboard.press('Control+k');
  await page.keyboard.type(reel!.code, { delay: 60 });
  await page.getByRole('option', { name: reel!.code }).first().click();
  await page.getByRole('heading', { level: 1, name: reel!.code }).waitFor();
  // A part of it in another warehouse is shown wherever the reel is.
  const part = await api.admin.post('/stock-movements/transfers', {
    movement_date: today('Europe/Rome'),
    from_warehouse_id: plant.second,
    to_warehouse_id: plant.main,
    items: [{ product_id: plant.product, batch_number: reel!.code, quantity: 38.5 }],
  });
  assert.equal(part.status, 201, JSON.stringify(part.body));
  await page.goto(`${api.url}/operazioni/bobine?q=${reel!.code}`);
  await page.getByRole('gridcell', { name: 'Taglio KRAFT-TR +1' }).waitFor();
  await page.goto(`${api.url}/operazioni/scansiona`);
  await typeInto(page.getByRole('textbox', { name: 'Codice' }), reel!.code);
  await page.keyboard.press('Enter');
  await page.getByText(/Taglio KRAFT-TR · 461,5\skg, Bobine KRAFT-TR · 38,5\skg/).waitFor();
});

test('a scanned shelf replaces the place of a reel that is moved, wherever the focus is', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-ZS');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 500, location: 'A2-02' }]);
  const page = await open(api.warehouse, `${LIST}/${reel!.batch_id}`);
  await page.getByRole('button', { name: 'Sposta' }).click();
  const dialog = page.getByRole('dialog');
  const place = dialog.getByLabel('Posizione');
  const warehouse = dialog.getByRole('combobox', { name: 'Magazzino' });
  const shows = async (field: Locator, text: string) =>
    page.waitForFunction(([input, wanted]) => (input as HTMLInputElement).value === wanted, [
      await field.elementHandle(),
      text,
    ] as const);
  await shows(warehouse, 'Bobine KRAFT-ZS');
  await hasFocus(warehouse, 'the first field');
  const selected = () =>
    warehouse.evaluate((field: HTMLInputElement) => field.value.slice(field.selectionStart!, field.selectionEnd!));
  assert.equal(await selected(), 'Bobine KRAFT-ZS', 'typing replaces the name that arrived after the focus');
  await page.keyboard.press('Tab');
  await hasFocus(place, 'after the warehouse');
  assert.deepEqual(
    await place.evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]),
    [0, 5],
    'typing replaces the place',
  );
  for (const [code, focus] of [
    ['A1-04', place],
    ['A1-05', warehouse],
    ['A1-06', dialog.getByRole('button', { name: 'Annulla' })],
  ] as const) {
    await focus.focus();
    await page.keyboard.press('End'); // the caret is behind the text
    await scan(page, code);
    await shows(place, code);
    assert.equal(await warehouse.inputValue(), 'Bobine KRAFT-ZS');
    await hasFocus(place, code);
    assert.equal(await page.getByRole('listbox').count(), 0, 'the list of warehouses is closed');
  }
  // A known place that is typed in place of a warehouse.
  await warehouse.fill('a2-02');
  await warehouse.press('Enter');
  await shows(place, 'A2-02');
  await shows(warehouse, 'Bobine KRAFT-ZS');
  await hasFocus(place, 'a known place');
  await scan(page, 'A1-06');
  await shows(place, 'A1-06');
  await scan(page, 'Taglio KRAFT-ZS');
  await shows(warehouse, 'Taglio KRAFT-ZS');
  assert.equal(await place.inputValue(), 'A1-06');
  assert.equal((await api.admin.get(`/reels/${reel!.batch_id}`)).body.location, 'A2-02', 'a scan saves nothing');

  await page.keyboard.press('Control+s');
  await dialog.waitFor({ state: 'hidden' });
  const now = async () => (await api.admin.get(`/reels/${reel!.batch_id}`)).body;
  const moved = await now();
  assert.deepEqual([moved.warehouse_name, moved.location], ['Taglio KRAFT-ZS', 'A1-06']);
  const undone = page.waitForResponse((response) => response.url().includes('/api/undo/'));
  await page.keyboard.press('Control+z');
  await undone;
  await page.getByText('A2-02').first().waitFor();
  const back = await now();
  assert.deepEqual([back.warehouse_name, back.location], ['Bobine KRAFT-ZS', 'A2-02'], 'one act undoes both');
});

matrixTest(
  'the switch of the settings hides the screens, cards and fields of reels, and the calls still answer',
  async () => {
    const switchTo = async (use_reels: boolean) => {
      const { body } = await api.admin.get('/settings');
      const headers = { 'if-match': `"${body.version}"` };
      assert.equal((await api.admin.put('/settings', { use_reels }, { headers })).status, 200);
    };
    const plant = await createReelPlant(api.admin, 'KRAFT-SW');
    await switchTo(false);
    try {
      const page = await open(api.admin, '/operazioni');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Trasferimenti/ })
        .waitFor();
      assert.equal(
        await page
          .getByRole('main')
          .getByRole('link', { name: /^Bobine/ })
          .count(),
        0,
      );
      await page.goto(`${api.url}${LIST}`);
      await page.waitForURL((url) => url.pathname === '/');
      await page.goto(`${api.url}/anagrafica/prodotti/${plant.product}`);
      await page.getByLabel('Gestito a lotti').waitFor();
      assert.equal(await page.getByLabel('Gestito a bobine').count(), 0);
      // The import of products neither reads the field nor asks for it.
      await page.goto(`${api.url}/anagrafica/prodotti`);
      await page.getByRole('button', { name: 'Importa' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Scegli il file' }).waitFor();
      const text = 'Codice;Descrizione;Famiglia;Valuta;Gestito a bobine\r\nNUOVO-SW;Carta;Carta;EUR;Sì';
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'prodotti.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
      const field = dialog.getByRole('combobox', { name: 'Campo per Gestito a bobine' });
      assert.equal(await field.inputValue(), '');
      await dialog.getByRole('button', { name: 'Anteprima' }).click();
      await dialog.getByRole('combobox', { name: 'Gestito a lotti' }).waitFor();
      assert.equal(await dialog.getByRole('combobox', { name: 'Gestito a bobine' }).count(), 0);
      assert.equal((await api.admin.get('/reels')).status, 200);
    } finally {
      await switchTo(true);
    }
    const page = await open(api.admin, `/anagrafica/prodotti/${plant.product}`);
    await page.getByLabel('Gestito a bobine').waitFor();
  },
);

matrixTest('the form of a product shows its grammage, and how many reels a new one concerns', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-GR');
  await receiveReels(api.admin, plant, [
    { width_mm: 1000, kg: 500 },
    { width_mm: 600, kg: 300 },
  ]);
  const page = await open(api.orders, `/anagrafica/prodotti/${plant.product}`);
  await page.getByRole('button', { name: 'Dati tecnici' }).click();
  await page.getByText('Grammatura: 80 g/m²').waitFor();
  await page.getByLabel('Peso adesivo').fill('4,5');
  await page.getByText('Grammatura: 84,5 g/m²').waitFor();
  await page.getByText('di 2 bobine').waitFor();
});

matrixTest(
  'a second scan of a reel adds none, a scan leaves the number field as it was, and the labels fit a phone',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-DS');
    const order = await createReelOrder(api.admin, plant, 900);
    const page = await open(api.warehouse, `/operazioni/ricezione-merce/${order}`, { viewport: PHONE });
    await page.getByLabel('Numero documento (DDT)').fill('R-DS');
    await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2026');
    await choose(page, page.getByRole('combobox', { name: 'Magazzino · KRAFT-DS' }), 'Bobine KRAFT-DS');
    await page.getByRole('button', { name: 'Inserisci bobine · KRAFT-DS' }).click();
    const dialog = page.getByRole('dialog');
    const cell = (field: string, row: number) => dialog.getByRole('textbox', { name: `${field}, bobina ${row}` });
    await cell('Larghezza (mm)', 1).focus();
    await scan(page, 'CARTIERA-1');
    assert.equal(await cell('Larghezza (mm)', 1).inputValue(), '');
    assert.equal(await cell('Numero cartiera', 1).inputValue(), 'CARTIERA-1');
    await cell('Larghezza (mm)', 1).fill('1000');
    await cell('Peso (kg)', 1).fill('500');
    await scan(page, 'CARTIERA-1');
    await page.getByText('CARTIERA-1 è già il numero della bobina 1').waitFor();
    assert.equal(await dialog.getByRole('group').count(), 1);
    assert.equal(await cell('Peso (kg)', 1).inputValue(), '500');
    await page.keyboard.press('Control+s');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Salva ricezione' }).click();
    await page.getByRole('button', { name: 'Stampa etichette bobine' }).waitFor();
    const notice = page.getByRole('main').getByRole('alert');
    assert.equal(
      await notice.evaluate((box) => box.scrollHeight - box.clientHeight),
      0,
      'the notice shows its buttons',
    );
  },
);
