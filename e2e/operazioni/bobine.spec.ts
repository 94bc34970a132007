/** Reels: their receipt, their list, their page, and the split of a batch. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMovement, loadBody } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, enterDay, pasteInto, typeInto } from '../support/by-hand.ts';
import { createReelOrder, createReelPlant, receiveReels } from '../support/reels.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
const LIST = '/operazioni/bobine';

test('a receipt takes reels by keyboard, copies and rows pasted from Excel, warns of a deviation and offers the labels', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-RX');
  const order = await createReelOrder(api.admin, plant, 2600);
  const page = await open(api.warehouse, `/operazioni/ricezione-merce/${order}`);
  await page.getByLabel('Numero documento (DDT)').fill('R-1');
  await enterDay(page.getByRole('textbox', { name: 'Data documento' }), '20/03/2026');
  await choose(page, page.getByRole('combobox', { name: 'Magazzino · KRAFT-RX' }), 'Bobine KRAFT-RX');
  await page.getByRole('button', { name: 'Inserisci bobine · KRAFT-RX' }).click();
  const dialog = page.getByRole('dialog');
  const cell = (field: string, row: number) => dialog.getByRole('textbox', { name: `${field}, bobina ${row}` });
  await cell('Larghezza (mm)', 1).waitFor();
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
  await pasteInto(
    cell('Larghezza (mm)', 6),
    'Larghezza\tPeso (kg)\tMetri\tNumero cartiera\r\n700\t100\t2.000,0\tM-006\r\n',
  );
  assert.equal(await cell('Numero cartiera', 6).inputValue(), 'M-006');
  await dialog.getByText('6 bobine · 2.560,5 kg di 2.600 kg · mancano 39,5 kg').waitFor();
  await page.keyboard.press('Control+s');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Salva ricezione' }).click();
  await page.waitForURL((url) => url.pathname === '/operazioni/ricezione-merce');
  const notice = page.getByRole('alert').filter({ hasText: 'Ricezione registrata' });
  await notice.getByRole('listitem').filter({ hasText: 'KRAFT-RX' }).or(notice.getByRole('listitem')).first().waitFor();
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
    ],
  );
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
  await page.getByRole('button', { name: 'Blocca' }).click();
  await typeInto(page.getByRole('dialog').getByRole('textbox', { name: 'Motivo' }), 'Umida sul bordo');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').filter({ hasText: 'Umida sul bordo' }).waitFor();
  // The warehouse holds; direction releases.
  assert.equal(await page.getByRole('button', { name: 'Sblocca' }).count(), 0);
});

test('a batch in stock is split into reels from its page, and its hold shows in the stock lists', async () => {
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

matrixTest('the screens of reels are accessible and fit on a tablet and a phone, dark and in French', async () => {
  const plant = await createReelPlant(api.admin, 'KRAFT-AX');
  const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 500, mill_number: 'AX-1' }]);
  for (const path of [LIST, `${LIST}/${reel!.batch_id}`])
    for (const look of [{}, { viewport: TABLET }, { viewport: PHONE, dark: true, language: 'fr' as const }]) {
      const page = await open(api.admin, path, look);
      await page.getByText(reel!.code).first().waitFor();
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} overflows`);
      await assertAccessible(page, `${path} ${JSON.stringify(look)}`);
    }
});
