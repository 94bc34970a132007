/** The trace of a batch, and a recall by keyboard. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachFile } from '../../server/src/testing/attach-file.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMovement,
  createPackingList,
  createProduct,
  createWarehouse,
  loadBody,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { scan, typeInto } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { createReelPlant, receiveReels } from '../support/reels.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const SCREEN = '/report/tracciabilita';

test('V30: the trace shows both directions as a tree with chips for stock, delivered and hold, and the button Richiamo', async () => {
  const { mother, pallet, other, code, name, document } = await liveBatches();
  const certificate = { name: 'analisi.txt', content: 'Umidità 6 %' };
  assert.equal((await attachFile(api.admin, `/batches/${mother}`, certificate)).status, 201);
  const page = await open(api.warehouse, SCREEN);
  // By keyboard alone: the field has the focus, Enter finds the batch.
  await page.getByRole('textbox', { name: 'Numero di lotto o bobina' }).waitFor();
  await page.keyboard.type('PAL-77', { delay: 80 });
  await page.keyboard.press('Enter');
  const title = page.getByRole('heading', { level: 1, name: 'Tracciabilità di PAL-77' });
  await title.waitFor();
  await hasFocus(title, 'the title of the trace');
  const from = page.getByRole('region', { name: 'Da dove viene' });
  const into = page.getByRole('region', { name: 'Che cosa ne è stato fatto' });
  assert.match(await from.innerText(), /MADRE-77[\s\S]*giacenza 30\skg[\s\S]*bloccato/i);
  assert.match(await into.innerText(), /FIGLIO-77[\s\S]*giacenza 10\skg/i);
  // Each step: what was used of the one batch, what was made of the other, and the documents.
  await from.getByText(/^70\skg di MADRE-77 → 70\skg di PAL-77$/).waitFor();
  await into.getByText(/^10\skg di PAL-77 → 10\skg di FIGLIO-77$/).waitFor();
  assert.match(await into.innerText(), new RegExp(`${code} · ${name}`));
  const self = page.getByRole('region', { name: 'Lotto', exact: true });
  assert.match(await self.innerText(), /diviso o unito[\s\S]*consegnato 25\skg/i);
  await page.getByRole('region', { name: 'Consegne ai clienti' }).getByText('Forno Rossi').waitFor();
  await assertAccessible(page, SCREEN);
  // The next pallet is scanned on the trace of the last one.
  await scan(page, 'FIGLIO-77');
  await page.getByRole('heading', { level: 1, name: 'Tracciabilità di FIGLIO-77' }).waitFor();
  await scan(page, 'NIENTE-77');
  await page.getByText('Nessun lotto con questo numero').waitFor();
  // The tree of the first batch has the third one below the second one.
  await page.goto(`${new URL(page.url()).origin}${SCREEN}?batch=${mother}`);
  const tree = page.getByRole('region', { name: 'Che cosa ne è stato fatto' });
  await tree.locator('li li').getByRole('link', { name: 'FIGLIO-77', exact: true }).first().waitFor();
  await tree.getByRole('link', { name: document }).waitFor();
  await page.getByRole('button', { name: 'Richiamo' }).click();
  const dialog = page.getByRole('dialog');
  await page.keyboard.press('Enter');
  await dialog.getByText('Campo obbligatorio').waitFor();
  await page.keyboard.type('Odore di solvente', { delay: 60 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Resta qui' }).click();
  await dialog.getByLabel('Motivo').press('Enter');
  await page.getByRole('heading', { name: /^RIC-\d{4}\/00001$/ }).waitFor();
  const batches = page.getByRole('region', { name: 'Lotti coinvolti' }).getByRole('row');
  assert.equal(await batches.count(), 4);
  assert.doesNotMatch((await batches.allInnerTexts()).join(), /non quadra/);
  const untraced = await page.getByRole('region', { name: 'Lotti di origine sconosciuta' }).innerText();
  assert.match(untraced, /MADRE-77[\s\S]*origine sconosciuta/i, 'loaded by hand: nothing tells where it came from');
  assert.doesNotMatch(untraced, /PAL-77|FIGLIO-77/);
  const files = page.getByRole('region', { name: 'Allegati dei lotti' });
  await files.getByRole('link', { name: 'MADRE-77' }).waitFor();
  const saved = page.waitForEvent('download');
  await files.getByRole('button', { name: 'analisi.txt' }).click();
  assert.equal((await saved).suggestedFilename(), 'analisi.txt');
  const { body } = await api.warehouse.get(`/batches/${pallet}`);
  assert.equal(body.hold_reason, 'Odore di solvente', 'what is in stock is held');
  await page.goto(`${new URL(page.url()).origin}${SCREEN}`);
  await page.getByRole('link', { name: /^RIC-/ }).click();
  await page.getByText('Odore di solvente').first().waitFor();
  // Users without the permission to recall see the trace without the button.
  const reader = await open(api.orders, `${SCREEN}?batch=${other}`);
  await reader.getByRole('heading', { name: 'Tracciabilità di FIGLIO-77' }).waitFor();
  assert.equal(await reader.getByRole('button', { name: 'Richiamo' }).count(), 0);
});

matrixTest(
  'the reels of a lot of the supplier are recalled together, from the list or from the trace of one',
  async () => {
    const plant = await createReelPlant(api.admin, 'KRAFT-LOT');
    const reels = await receiveReels(
      api.admin,
      plant,
      ['F-0618', 'F-0618', 'F-0618', 'F-06189', 'G-7', 'G-7', 'G-7'].map((supplier_lot) => ({
        width_mm: 1000,
        kg: 500,
        supplier_lot,
      })),
    );
    const held = async () => {
      const rows = await Promise.all(reels.map(({ batch_id }) => api.warehouse.get(`/reels/${batch_id}`)));
      return rows.map(({ body }) => body.hold_reason);
    };
    const page = await open(api.warehouse, SCREEN);
    const field = page.getByRole('textbox', { name: 'Numero di lotto o bobina' });
    await typeInto(field, 'F-0618');
    await field.press('Enter');
    const list = page.getByRole('list', { name: 'Lotti trovati' });
    const box = (index: number) => list.getByRole('checkbox', { name: `Seleziona ${reels[index]!.code}` });
    await page.getByRole('status').getByText('Scelti 3 di 4').waitFor();
    assert.deepEqual(await Promise.all([0, 1, 2, 3].map((index) => box(index).isChecked())), [true, true, true, false]);
    await assertAccessible(page, 'batches to recall');
    await box(3).press('Space');
    await page.getByText('Scelti 4 di 4').waitFor();
    await box(2).press('Space');
    await box(3).press('Space');
    await page.getByText('Scelti 2 di 4').waitFor();
    // Quick presses of the space bar are no scan, whose last key would not reach the page.
    for (const key of ['Space', 'Space', 'Space', 'Space', 'Tab']) await page.keyboard.press(key);
    await list.getByRole('link', { name: reels[3]!.code }).and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Richiamo' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Richiamo di 2 lotti' });
    await dialog.getByText(`${reels[0]!.code}, ${reels[1]!.code}`).waitFor();
    // The reel of the lot that was left out is offered again.
    await dialog.getByRole('checkbox', { name: `Anche l'altra bobina del lotto F-0618: ${reels[2]!.code}` }).waitFor();
    await dialog.getByLabel('Motivo').fill('Odore');
    await dialog.getByLabel('Motivo').press('Enter');
    await page.getByRole('heading', { name: /^RIC-/ }).waitFor();
    assert.deepEqual(await held(), ['Odore', 'Odore', null, null, null, null, null]);

    await page.goto(`${new URL(page.url()).origin}${SCREEN}?batch=${reels[5]!.batch_id}`);
    await page.getByRole('button', { name: 'Richiamo' }).press('Enter');
    const one = page.getByRole('dialog', { name: `Richiamo di ${reels[5]!.code}` });
    const others = `Anche le altre 2 bobine del lotto G-7: ${reels[4]!.code}, ${reels[6]!.code}`;
    await one.getByRole('checkbox', { name: others }).press('Space');
    await assertAccessible(page, 'a recall with the other reels of the lot');
    await one.getByLabel('Motivo').fill('Macchie');
    await one.getByLabel('Motivo').press('Enter');
    await page.getByRole('heading', { name: /^RIC-/ }).waitFor();
    assert.deepEqual((await held()).slice(4), ['Macchie', 'Macchie', 'Macchie']);

    // Users without the permission to recall only choose a batch to trace.
    const reader = await open(api.orders, SCREEN);
    await typeInto(reader.getByRole('textbox', { name: 'Numero di lotto o bobina' }), 'F-0618');
    await reader.keyboard.press('Enter');
    await reader.getByRole('link', { name: reels[0]!.code }).waitFor();
    assert.equal(await reader.getByRole('checkbox').count(), 0);
    assert.equal(await reader.getByRole('button', { name: 'Richiamo' }).count(), 0);
  },
);

test('an address of a reel or a trace that does not exist says so, and shows the list', async () => {
  for (const [path, list, text] of [
    ['/operazioni/bobine/999999', '/operazioni/bobine', 'Errore nel caricamento della bobina'],
    [`${SCREEN}?batch=999999`, SCREEN, 'Errore nel caricamento del lotto'],
    [`${SCREEN}?recall=999999`, SCREEN, 'Errore nel caricamento del richiamo'],
  ] as const) {
    const page = await open(api.warehouse, path);
    await page.locator('.toasts [role=alert]').getByText(text).waitFor();
    await page.waitForURL((url) => url.pathname === list && url.search === '');
  }
});

/** 100 kg of MADRE-77; 70 of them became PAL-77, of which 25 were delivered and 10 became FIGLIO-77. */
async function liveBatches() {
  const warehouse = await createWarehouse(api.admin, { name: 'Tracce' });
  const product = await createProduct(api.admin, { has_batch: true });
  const customer = await createCustomer(api.admin, { business_name: 'Forno Rossi' });
  const load = loadBody(product.id, warehouse.id, 100, { batch_number: 'MADRE-77' });
  const mother = (await createMovement(api.warehouse, load)).batch_id!;
  const combine = async (batch_id: number, quantity: number, batch_number: string): Promise<number> => {
    const items = [{ batch_id, quantity }];
    const body = { product_id: product.id, warehouse_id: warehouse.id, items, batch_number };
    const answer = await api.warehouse.post('/pallets', body);
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body.batch_id;
  };
  const pallet = await combine(mother, 70, 'PAL-77');
  const line = { product_id: product.id, quantity: 25, unit_price: 2 };
  const order = await createCustomerOrder(api.admin, customer.id, [line]);
  const packingList = await createPackingList(api.admin, {
    customer_id: customer.id,
    order_id: order.id,
    items: [{ order_item_id: order.items[0]!.id, quantity: 25, warehouse_id: warehouse.id, batch_number: 'PAL-77' }],
  });
  const other = await combine(pallet, 10, 'FIGLIO-77');
  await api.warehouse.post(`/batches/${mother}/hold`, { reason: 'Umida' });
  const document = packingList.packing_list_number;
  return { mother, pallet, other, code: product.code, name: product.name ?? product.description, document };
}
