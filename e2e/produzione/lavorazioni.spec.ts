/** The page of a machine, the list of runs, and the page of one run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { createProduct, createMovement, createOperation, loadBody } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, scan, typeInto } from '../support/by-hand.ts';
import { hasFocus } from '../support/focus.ts';
import { receiveReels } from '../support/reels.ts';
import { createRunPlant, mountReel, startRun } from '../support/runs.ts';
import { assertAccessible, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();

/** Waits until the field for scans has the focus. */
function fieldIsFocused(page: Page) {
  return page.waitForFunction(() => document.activeElement?.matches('main form input') === true, undefined, {
    timeout: 5000,
  });
}

/** Types a digit at human speed, and Enter. */
async function command(page: Page, key: string): Promise<void> {
  await fieldIsFocused(page);
  await page.keyboard.type(key, { delay: 60 });
  await page.keyboard.press('Enter');
}

test('V29 the page of a machine shows the job, the mounted inputs, three buttons and one scan field for a tablet', async () => {
  const plant = await createRunPlant(api, 'V29');
  const [reel] = plant.reels;
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
  await page.getByRole('heading', { level: 1, name: plant.machine.code }).waitFor();
  await page.getByRole('button', { name: `Avvia ${plant.order.order_number}, ${plant.bags.code}` }).click();
  const job = page.getByRole('region', { name: 'Lavoro in corso' });
  for (const text of [plant.order.order_number, 'Panificio V29', plant.bags.code, '800 kg', 'Consegna'])
    await job.getByText(text).first().waitFor();
  const main = page.getByRole('main');
  for (const name of ['Monta', 'Produzione', 'Scarto']) {
    const box = await main.getByRole('button', { name, exact: true }).boundingBox();
    assert.ok(box && box.height >= 64 && box.width >= 200, `${name} is large: ${JSON.stringify(box)}`);
  }
  const dialog = page.getByRole('dialog');
  for (const [name, title] of [
    ['Monta', 'Monta una bobina o un lotto'],
    ['Produzione', `Produzione: ${plant.bags.code}`],
    ['Scarto', 'Scarto'],
  ] as const) {
    await main.getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog', { name: title, exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  }
  assert.equal(await main.locator('form input').count(), 1, 'one field');
  await fieldIsFocused(page);
  await scan(page, reel!.code);
  const mounted = page.getByRole('region', { name: 'In macchina' });
  const card = mounted.getByRole('listitem', { name: reel!.code });
  for (const text of [reel!.code, 'KRAFT-V29', '6.250 m', '500 kg']) await card.getByText(text).first().waitFor();
  await fieldIsFocused(page);
  assert.equal(await main.locator('form input').inputValue(), '');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal overflow');
  await assertAccessible(page, 'a running machine');
});

test('a run goes from its start to its end by scans and the keyboard alone', async () => {
  const plant = await createRunPlant(api, 'KB');
  const [reel] = plant.reels;
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
  await page.getByRole('button', { name: /^Avvia .*, SACCHI-KB$/ }).press('Enter');
  await fieldIsFocused(page);
  await scan(page, reel!.code);
  await page.getByRole('region', { name: 'In macchina' }).getByText(reel!.code).waitFor();

  await command(page, '2');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Quantità' }).waitFor();
  await page.keyboard.type('300', { delay: 60 });
  await typeInto(dialog.getByRole('textbox', { name: 'Lotto' }), 'KB-L1');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Produzione' }).getByText('KB-L1').waitFor();

  await command(page, '3');
  await dialog.getByRole('textbox', { name: 'Peso' }).waitFor();
  await page.keyboard.type('12,5', { delay: 60 });
  await dialog.getByRole('button', { name: 'Avviamento' }).press('Space');
  await page.keyboard.press('Control+s');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Scarti' }).getByText('12,5 kg').waitFor();

  // Ending a run names the reels that are still mounted and links to their return.
  await command(page, '4');
  await dialog.getByText('Prima rendi le bobine ancora montate').waitFor();
  await dialog.getByRole('button', { name: 'Termina', exact: true }).press('Enter');
  await dialog.getByText(`Ci sono bobine ancora montate: ${reel!.code}`).waitFor();
  await dialog.getByRole('button', { name: `Smonta ${reel!.code}` }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Peso lordo' }).waitFor();
  await dialog.getByLabel("Stampa l'etichetta «resto»").uncheck();
  await typeInto(dialog.getByRole('textbox', { name: 'Peso lordo' }), '182');
  await dialog.getByText('Usati: 320 kg · 4.000 m').waitFor();
  assert.equal((await api.warehouse.get(`/reels/${reel!.batch_id}`)).body.kg, 500, 'the preview books nothing');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Usato' }).getByText('320 kg').waitFor();
  assert.equal((await api.warehouse.get(`/reels/${reel!.batch_id}`)).body.kg, 180);

  await command(page, '4');
  await typeInto(dialog.getByRole('textbox', { name: 'Minuti di avviamento' }), '15');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Ultima lavorazione').waitFor();
  // A second Enter opens no link of the next job.
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  const { body } = await api.warehouse.get(`/runs?machine_id=${plant.machine.id}`);
  assert.deepEqual(
    body.map(({ setup_minutes, balance }: Record<string, Record<string, number>>) => [
      setup_minutes,
      balance!['input_kg'],
      balance!['good_kg'],
      balance!['waste_kg'],
      balance!['unexplained_kg'],
    ]),
    [[15, 320, 300, 12.5, 7.5]],
  );
  await page.getByRole('button', { name: 'Riapri' }).press('Enter');
  await page.getByRole('region', { name: 'Lavoro in corso' }).waitFor();
});

test('a scan that does not reach the server comes back into the field, unless another code was typed', async () => {
  const plant = await createRunPlant(api, 'CU');
  const run = await startRun(api, plant);
  const [first, second] = plant.reels.map(({ code }) => code);
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
  const field = page.getByRole('main').getByLabel('Codice');
  const holds = (text: string) =>
    page.waitForFunction(
      (wanted) => document.querySelector<HTMLInputElement>('main form input')!.value === wanted,
      text,
    );
  const failed = page.getByRole('alert').getByText('Il server non risponde. I dati inseriti restano qui: riprova.');
  await fieldIsFocused(page);
  // Neither the lookup nor the mount reaches the server.
  for (const path of [/\/api\//, /\/api\/runs\/\d+\/inputs/]) {
    await page.route(path, (route) => route.abort());
    await scan(page, first!);
    await holds('');
    await failed.waitFor();
    await holds(first!);
    await page.unroute(path);
    await page.locator('.offline-banner').waitFor({ state: 'detached' });
    await field.fill('');
  }
  const { promise: isLet, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/reels/scan?*', async (route) => {
    await isLet;
    await route.abort();
  });
  await scan(page, first!);
  await holds('');
  await failed.waitFor({ state: 'detached' });
  await field.fill(second!);
  release();
  await failed.waitFor();
  await holds(second!);
  await page.unroute('**/api/reels/scan?*');
  await page.locator('.offline-banner').waitFor({ state: 'detached' });
  await field.press('Enter');
  await page.getByRole('region', { name: 'In macchina' }).getByRole('listitem', { name: second! }).waitFor();
  assert.equal((await api.warehouse.get(`/runs/${run}`)).body.inputs.length, 1);
});

test('every scan without a network is named, on the page and in the dialog, and can be sent again', async () => {
  const plant = await createRunPlant(api, 'NR');
  const run = await startRun(api, plant);
  const [first, second] = plant.reels.map(({ code }) => code);
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
  await fieldIsFocused(page);
  await page.getByRole('main').getByRole('button', { name: 'Monta', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Monta una bobina o un lotto' });
  const field = dialog.getByRole('textbox');
  await field.waitFor();
  await page.route('**/api/reels/scan?*', (route) => route.abort());
  const unsent = (code: string) => dialog.getByRole('button', { name: `Riprova ${code}` });
  for (const code of [first!, second!]) {
    await scan(page, code);
    await unsent(code).waitFor();
    await page.waitForFunction(
      (wanted) => document.querySelector<HTMLInputElement>('[role=dialog] form input')!.value === wanted,
      code,
    );
    await dialog.getByRole('alert').getByText('Il server non risponde').waitFor();
  }
  await unsent(first!).waitFor();
  await page.unroute('**/api/reels/scan?*');
  await unsent(first!).click();
  await dialog.waitFor({ state: 'hidden' });
  const main = page.getByRole('main');
  const mounted = main.getByRole('region', { name: 'In macchina' });
  await mounted.getByRole('listitem', { name: first! }).waitFor();
  // What was scanned in the dialog is not lost with it.
  await main.getByRole('button', { name: `Riprova ${second}` }).click();
  await mounted.getByRole('listitem', { name: second! }).waitFor();
  await main.getByRole('button', { name: /^Riprova/ }).waitFor({ state: 'detached' });
  assert.equal((await api.warehouse.get(`/runs/${run}`)).body.inputs.length, 2);
});

test('on a phone notices cover neither the title nor the buttons and the field of a machine', async () => {
  const plant = await createRunPlant(api, 'TL');
  await startRun(api, plant);
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: PHONE });
  await fieldIsFocused(page);
  await scan(page, plant.reels[0]!.code);
  const notice = page.locator('.toasts [role=alert]');
  await notice.waitFor();
  const { y } = (await notice.boundingBox())!;
  const main = page.getByRole('main');
  for (const part of [page.getByRole('heading', { level: 1 }), main.locator('form input')]) {
    const box = (await part.boundingBox())!;
    assert.ok(box.y + box.height <= y, `${JSON.stringify(box)} ends above ${y}`);
  }
});

matrixTest(
  'a trigger pulled twice mounts once, and a return is previewed without the diameter of an undone one',
  async () => {
    const plant = await createRunPlant(api, 'DB');
    const [reel] = await receiveReels(api.admin, plant, [{ width_mm: 1000, kg: 640, core_mm: 96, od_mm: 1014 }]);
    await startRun(api, plant);
    const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
    await fieldIsFocused(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    let asked = 0;
    await page.route(
      (url) => url.pathname.endsWith('/reels/scan'),
      async (route) => {
        asked += 1;
        await held;
        await route.continue();
      },
    );
    await scan(page, reel!.code);
    await scan(page, reel!.code);
    release();
    const mounted = page.getByRole('region', { name: 'In macchina' });
    await mounted.getByText(reel!.code).waitFor();
    await fieldIsFocused(page);
    const refusals = await page.getByText('è montata sulla macchina').count();
    assert.deepEqual([asked, refusals, await page.getByRole('dialog').count()], [1, 0, 0]);

    const [run] = (await api.warehouse.get(`/runs?machine_id=${plant.machine.id}`)).body;
    const [input] = (await api.warehouse.get(`/runs/${run.id}`)).body.inputs;
    const path = `/runs/${run.id}/inputs/${input.id}`;
    assert.equal((await api.warehouse.put(path, { od_mm: 96.1 })).status, 200);
    assert.equal((await api.warehouse.delete(`${path}/return`)).status, 204);
    await mounted.getByText('640 kg').waitFor();
    await page.getByRole('button', { name: `Smonta ${reel!.code}` }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Diametro', { exact: true }).click();
    await typeInto(dialog.getByRole('textbox', { name: 'Diametro' }), '740');
    // (740² − 96²) ÷ (1014² − 96²) of 640 kg.
    await dialog.getByText('Resto: 338,148 kg').waitFor();

    await page.goto(`${api.url}/operazioni/bobine/${reel!.batch_id}`);
    await page.getByRole('tab', { name: 'Letture' }).click();
    await page.getByText('Rientro · annullato').waitFor();
  },
);

matrixTest(
  'an unfinished input survives Back and a reload, and a return that is pressed twice is booked once',
  async () => {
    const plant = await createRunPlant(api, 'BACK');
    const [reel] = plant.reels;
    const run = await startRun(api, plant);
    await mountReel(api, run, reel!);
    const page = await open(api.warehouse, `/operazioni/bobine/${reel!.batch_id}`, { viewport: TABLET });
    await page.getByRole('link', { name: plant.machine.code }).first().click();
    const dialog = page.getByRole('dialog');
    const leaving = page.getByRole('dialog', { name: 'Modifiche non salvate' });
    for (const [name, field] of [
      ['Produzione', 'Quantità'],
      ['Scarto', 'Peso'],
      [`Smonta ${reel!.code}`, 'Peso lordo'],
    ] as const) {
      await page.getByRole('button', { name, exact: true }).click();
      const box = dialog.getByRole('textbox', { name: field });
      await typeInto(box, '182');
      await page.goBack();
      await leaving.getByRole('button', { name: 'Resta qui' }).click();
      await leaving.waitFor({ state: 'hidden' });
      const asked = page.waitForEvent('dialog');
      const reloaded = page.evaluate(() => location.reload()).catch(() => {});
      const question = await asked;
      assert.equal(question.type(), 'beforeunload', name);
      await question.dismiss();
      await reloaded;
      assert.equal(await box.inputValue(), '182', name);
      if (field === 'Peso lordo') break;
      await page.keyboard.press('Escape');
      await leaving.getByRole('button', { name: 'Esci senza salvare' }).click();
      await dialog.waitFor({ state: 'hidden' });
    }

    let returns = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(
      (url) => url.pathname.includes('/inputs/'),
      async (route) => {
        returns += 1;
        await held;
        await route.continue();
      },
    );
    await dialog.getByLabel("Stampa l'etichetta «resto»").uncheck();
    await dialog.getByText('Usati: 320 kg').waitFor();
    await dialog.getByRole('button', { name: 'Conferma' }).dblclick();
    await page.keyboard.press('Enter');
    release();
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(returns, 1);
    assert.equal((await api.warehouse.get(`/reels/${reel!.batch_id}`)).body.kg, 180);
  },
);

matrixTest(
  'a short remnant is finished as waste of the run; more decimals than are booked are refused first',
  async () => {
    const plant = await createRunPlant(api, 'FI');
    const [reel] = plant.reels;
    const run = await startRun(api, plant);
    await mountReel(api, run, reel!);
    const setScrap = async (scrap_below_m: number) => {
      const headers = { 'if-match': `"${(await api.admin.get('/settings')).body.version}"` };
      assert.equal((await api.admin.put('/settings', { scrap_below_m }, { headers })).status, 200);
    };
    await setScrap(100);
    try {
      const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
      await page.getByRole('region', { name: 'In macchina' }).getByText(reel!.code).waitFor();
      // A typist has no capitals.
      await fieldIsFocused(page);
      await scan(page, reel!.code.toLowerCase());
      const dialog = page.getByRole('dialog');
      const weight = dialog.getByRole('textbox', { name: 'Peso lordo' });
      await typeInto(weight, '5,2345');
      await page.keyboard.press('Enter');
      await dialog.getByText('Al massimo 3 decimali').waitFor();
      await typeInto(weight, '5,25');
      await dialog.getByText('Resto corto').waitFor();
      await dialog.getByRole('button', { name: 'Chiudi la bobina' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('region', { name: 'Usato' }).getByText('500 kg').waitFor();
      const waste = page.getByRole('region', { name: 'Scarti' });
      await waste.getByText(`Difettoso · resto di ${reel!.code}`).waitFor();
      await waste.getByText('3,25 kg').waitFor();
    } finally {
      await setScrap(0);
    }
  },
);

matrixTest('a record is undone from its row, or from the notice within ten seconds', async () => {
  const plant = await createRunPlant(api, 'UN');
  const run = await startRun(api, plant);
  const [reel] = plant.reels;
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`);
  await fieldIsFocused(page);
  await scan(page, reel!.code);
  const mounted = page.getByRole('region', { name: 'In macchina' });
  await mounted.getByText(reel!.code).waitFor();
  await page
    .getByRole('alert')
    .filter({ hasText: new RegExp(`Montata: ${reel!.code} · .+ · [\\d.]+\\smm`) })
    .getByRole('button', { name: 'Annulla' })
    .click();
  await mounted.getByText('Nessuna bobina montata').waitFor();

  await api.warehouse.post(`/runs/${run}/wastes`, { kind: 'trim', kg: 4 });
  await api.warehouse.post(`/runs/${run}/outputs`, { batch_number: 'UN-1', quantity: 100 });
  const dialog = page.getByRole('dialog');
  for (const [region, name] of [
    ['Scarti', 'Annulla Rifilo · 4 kg'],
    ['Produzione', 'Annulla UN-1 · 100 kg'],
  ] as const) {
    await page.getByRole('region', { name: region }).getByRole('button', { name }).click();
    await dialog.getByText('Questa operazione non si può annullare').waitFor();
    await dialog.getByText('Chiudi', { exact: true }).waitFor();
    assert.equal(await dialog.getByRole('button', { name: 'Annulla', exact: true }).count(), 0, 'two meanings');
    await dialog.getByRole('button', { name: 'Annulla registrazione' }).click();
    await page.getByRole('region', { name: region }).getByRole('button', { name }).waitFor({ state: 'detached' });
    await fieldIsFocused(page);
  }
  const { body } = await api.warehouse.get(`/runs/${run}`);
  assert.deepEqual([body.inputs.length, body.outputs.length, body.wastes.length], [0, 0, 0]);
});

matrixTest('the job names what to mount, and the oldest reels in stock that fit', async () => {
  const plant = await createRunPlant(api, 'NE');
  const paper = await createProduct(api.admin, {
    supplier_id: plant.supplier,
    unit_of_measure: 'kg',
    has_batch: true,
    is_reel: true,
    peso_carta: 47,
  });
  const change = { ...plant.bags, peso_carta: 47, larghezza_bobina: 50 };
  assert.equal((await api.admin.put(`/products/${plant.bags.id}`, change)).status, 200);
  await startRun(api, plant);
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
  const job = page.getByRole('region', { name: 'Lavoro in corso' });
  await job.getByText(/^47\sg\/m² · 500\smm$/).waitFor();
  await job.getByText('Nessuna bobina adatta in magazzino.').waitFor();
  const [first, second] = await receiveReels(api.admin, { ...plant, product: paper.id }, [
    { width_mm: 500, kg: 605, location: 'B-2' },
    { width_mm: 500, kg: 100 },
    { width_mm: 480, kg: 90 },
  ]);
  await page.reload();
  const fitting = job.getByRole('list', { name: 'Bobine adatte, la più vecchia per prima' }).getByRole('listitem');
  await fitting.first().waitFor();
  const texts = (await fitting.allInnerTexts()).map((text) => text.replaceAll(/\s/g, ' '));
  assert.deepEqual(texts, [
    `${first!.code} · 605 kg · Bobine KRAFT-NE · B-2`,
    `${second!.code} · 100 kg · Bobine KRAFT-NE`,
  ]);
  await assertAccessible(page, 'a job with what to mount');
  await fieldIsFocused(page);
  await scan(page, first!.code);
  await page.getByRole('region', { name: 'In macchina' }).getByText(first!.code).waitFor();
  await job.getByText(first!.code).waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('dialog').count(), 0, 'no warning');
});

matrixTest('warnings of a mount are stated and confirmed; refusals name the reason with a link', async () => {
  const plant = await createRunPlant(api, 'RF');
  const other = await createRunPlant(api, 'RG');
  const run = await startRun(api, plant);
  await mountReel(api, await startRun(api, other), other.reels[0]!);
  const [first, second] = plant.reels;
  await api.warehouse.post(`/batches/${second!.batch_id}/hold`, { reason: 'Umida' });
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`);
  const alert = page.getByRole('main').getByRole('alert');
  await fieldIsFocused(page);
  await scan(page, second!.code);
  await alert.filter({ hasText: `Il lotto ${second!.code} è bloccato` }).waitFor();
  await scan(page, other.reels[0]!.code);
  await alert.filter({ hasText: `è montata sulla macchina ${other.machine.code}` }).waitFor();
  await alert.getByRole('link', { name: `Apri la macchina ${other.machine.code}` }).waitFor();
  await scan(page, 'NIENTE-99');
  await alert.filter({ hasText: 'NIENTE-99' }).waitFor();

  // An older remnant of the same width should be used first.
  const weighed = await api.warehouse.post(
    `/reels/${first!.batch_id}/weigh`,
    { kg: 100 },
    { headers: { 'if-match': `"${first!.version}"` } },
  );
  assert.equal(weighed.status, 200);
  await api.direction.post(`/batches/${second!.batch_id}/release`, { reason: 'Asciutta' });
  await scan(page, second!.code);
  const dialog = page.getByRole('dialog');
  await dialog.getByText(first!.code).waitFor();
  await dialog.getByRole('button', { name: 'Smonta' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'In macchina' }).getByText('Nessuna bobina montata').waitFor();
  await fieldIsFocused(page);
  await scan(page, second!.code);
  await dialog.getByText(first!.code).waitFor();
  await page.keyboard.press('Enter');
  assert.ok(await dialog.isVisible(), 'a second Enter accepts nothing');
  await dialog.getByRole('button', { name: 'Va bene, resta montata' }).press('Enter');
  await page.getByRole('region', { name: 'In macchina' }).getByText(second!.code).waitFor();
  assert.equal((await api.warehouse.get(`/runs/${run}`)).body.inputs.length, 1);

  // Another user started a run meanwhile.
  const idle = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`);
  await idle.route('**/api/runs?*open=true*', (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  );
  await idle.reload();
  await idle.getByRole('button', { name: 'Avvia senza ordine' }).click();
  await idle.getByRole('alert').filter({ hasText: 'ha una lavorazione aperta' }).waitFor();
  await idle.getByRole('link', { name: 'Apri la lavorazione in corso' }).click();
  await idle.waitForURL((url) => url.pathname === `/produzione/lavorazioni/${run}`);
});

matrixTest('an output is proposed a batch, and asks once if it weighs more than the mounted reels', async () => {
  const plant = await createRunPlant(api, 'PL');
  const run = await startRun(api, plant);
  await mountReel(api, run, plant.reels[0]!);
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
  const [dialog, question] = [
    page.getByRole('dialog', { name: 'Produzione: SACCHI-PL' }),
    page.getByRole('dialog').filter({ hasText: 'esiste già' }),
  ];
  const [quantity, batch] = [
    dialog.getByRole('textbox', { name: 'Quantità' }),
    dialog.getByRole('textbox', { name: 'Lotto' }),
  ];
  const outputs = async () =>
    (await api.warehouse.get(`/runs/${run}`)).body.outputs.map((one: { batch_number: string; quantity: number }) => [
      one.batch_number,
      one.quantity,
    ]);
  await command(page, '2');
  await quantity.waitFor();
  await page.keyboard.type('780', { delay: 60 });
  const proposed = await batch.inputValue();
  assert.match(proposed, new RegExp(`^L\\d{6}-${run}$`));
  await createMovement(api.admin, loadBody(plant.bags.id, plant.main, 5, { batch_number: proposed }));
  await page.keyboard.press('Enter');
  await question.getByText('pesa 780 kg, il materiale montato solo 500 kg').waitFor();
  await question.getByText(`Il lotto ${proposed} esiste già`).waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'hidden' });
  await page.waitForFunction(() => document.activeElement?.matches('[data-path=quantity]') === true);
  assert.deepEqual(await outputs(), []);

  // Another number and a weight that the reel holds are saved at once. The number is selected, so that typing replaces it.
  await page.keyboard.type('300', { delay: 60 });
  await batch.click();
  await page.keyboard.type('PL-9', { delay: 60 });
  assert.equal(await batch.inputValue(), 'PL-9');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(await outputs(), [['PL-9', 300]]);

  // The next output continues the batch; what was answered is saved.
  await command(page, '2');
  await quantity.waitFor();
  await page.keyboard.type('250', { delay: 60 });
  assert.equal(await batch.inputValue(), 'PL-9');
  await page.keyboard.press('Enter');
  const heavy = page.getByRole('dialog').filter({ hasText: 'pesa 550 kg' });
  await heavy.getByRole('button', { name: 'Salva' }).click();
  await dialog.waitFor({ state: 'hidden' });
  assert.deepEqual(await outputs(), [
    ['PL-9', 300],
    ['PL-9', 250],
  ]);
});

test('what earlier runs made is told, and is no longer to be made', async () => {
  const plant = await createRunPlant(api, 'FP');
  const run = await startRun(api, plant);
  assert.equal((await api.admin.post(`/runs/${run}/outputs`, { batch_number: 'FP-1', quantity: 300 })).status, 201);
  assert.equal((await api.admin.post(`/runs/${run}/end`, {})).status, 200);
  await startRun(api, plant);
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
  const job = page.getByRole('region', { name: 'Lavoro in corso' });
  const facts = async () =>
    (await job.locator('dl > div').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
  await job.getByText('Fatto prima').waitFor();
  const shown = await facts();
  for (const fact of ['Da produrre 800 kg', 'Resta da fare 500 kg', 'Fatto prima 300 kg', 'Fatto finora 0 kg'])
    assert.ok(shown.includes(fact), `${fact}: ${shown.join(', ')}`);
  await command(page, '2');
  await page.getByRole('dialog').getByText('Da fare: 500 kg').waitFor();
  // A zero too many is asked about, and Enter goes back to it.
  const quantity = page.getByRole('dialog').getByRole('textbox', { name: /^Quantità/ });
  await typeInto(quantity, '4300');
  await quantity.press('Enter');
  const question = page.getByText(/^4\.300\skg sono molto più di quanto resta da fare \(500\skg\)$/);
  await question.waitFor();
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await hasFocus(quantity, 'the quantity to correct');
  assert.equal((await api.admin.get(`/production/operations/${plant.item}`)).body.length, 1);

  // The page of the batch says that it is made, and leads to its load.
  const { id } = await api.db
    .selectFrom('batches')
    .select('id')
    .where('batch_number', '=', 'FP-1')
    .executeTakeFirstOrThrow();
  const path = `/batches/${id}`;
  assert.equal((await api.warehouse.get(path)).body.to_load.quantity, 300);
  await page.goto(`${api.url}/report/lotti/${id}`);
  await page
    .getByRole('region', { name: 'Dove si trova' })
    .getByRole('link', { name: /^Già prodotto, da caricare: 300/ })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Carico Produzione' }).waitFor();
  const load = { itemId: plant.item, warehouseId: plant.main, quantity: 300 };
  await createOperation(api.warehouse, plant.item, 500, { batch_number: 'FP-2', is_completed: true });
  const loaded = await api.warehouse.post('/production/load-to-warehouse', load);
  assert.equal(loaded.status, 201, JSON.stringify(loaded.body));
  assert.equal((await api.warehouse.get(path)).body.to_load, undefined);

  // The job has left the board with its line. The machine still says what was ordered.
  await page.goto(`${api.url}/produzione/macchina/${plant.machine.code}`);
  await job.getByText('Ordinato').waitFor();
  assert.ok((await facts()).includes('Ordinato 800 kg'));
});

matrixTest('a job with nothing left is shown as made, after the open ones, and can be started again', async () => {
  const plant = await createRunPlant(api, 'NL');
  const split = { order_item_id: plant.item, machine_id: plant.machine.id, production_time: '2 ore' };
  const headers = { 'if-match': '"1"' };
  const first = await api.admin.put(
    `/production/scheduling/${plant.scheduling}`,
    { quantity_to_produce: 390 },
    { headers },
  );
  assert.equal(first.status, 200, JSON.stringify(first.body));
  assert.equal((await api.admin.post('/production/scheduling', { ...split, quantity_to_produce: 410 })).status, 201);
  const run = await startRun(api, plant);
  assert.equal((await api.admin.post(`/runs/${run}/outputs`, { batch_number: 'NL-1', quantity: 390 })).status, 201);
  assert.equal((await api.admin.post(`/runs/${run}/end`, {})).status, 200);
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: TABLET });
  const jobs = page.getByRole('region', { name: 'Avvia una lavorazione' }).getByRole('listitem');
  await jobs.first().getByText('410 kg').waitFor();
  await jobs.last().getByText('0 kg di 390 kg').waitFor();
  await jobs.last().getByText('Fatto', { exact: true }).waitFor();
  assert.deepEqual(await jobs.getByRole('button').evaluateAll((all) => all.map((one) => one.dataset['variant'])), [
    'filled',
    'default',
  ]);
  await jobs.last().getByRole('button').click();
  await page.getByRole('region', { name: 'Lavoro in corso' }).getByText('0 kg').first().waitFor();
});

matrixTest('glue is mounted with its quantity, and reels that are made get their labels', async () => {
  const plant = await createRunPlant(api, 'GL');
  const glue = await createProduct(api.admin, { code: 'COLLA-GL', unit_of_measure: 'kg', has_batch: true });
  await createMovement(api.admin, loadBody(glue.id, plant.main, 50, { batch_number: 'CL-GL-1' }));
  const { body: run } = await api.warehouse.post('/runs', { machine_id: plant.machine.id });
  const page = await open(api.warehouse, `/produzione/macchina/${plant.machine.code}`, { viewport: PHONE });
  const dialog = page.getByRole('dialog');
  await command(page, '1');
  await dialog.getByLabel('Bobina o lotto').waitFor();
  await page.keyboard.type('CL-GL', { delay: 60 });
  await dialog.getByRole('button', { name: /^CL-GL-1/ }).click();
  await typeInto(dialog.getByRole('textbox', { name: 'Quantità usata' }), '2,5');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('region', { name: 'Usato' }).getByText('2,5 kg').waitFor();

  await command(page, '2');
  await choose(page, dialog.getByRole('combobox', { name: 'Prodotto' }), 'KRAFT-GL');
  await dialog.getByRole('button', { name: 'Avanti' }).click();
  await dialog.getByRole('textbox', { name: 'Larghezza (mm), bobina 1' }).fill('500');
  await dialog.getByRole('textbox', { name: 'Peso (kg), bobina 1' }).fill('120');
  await dialog.getByRole('button', { name: 'Salva' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Stampa etichette' }).waitFor();
  const { body } = await api.warehouse.get(`/runs/${run.id}`);
  assert.deepEqual(
    body.outputs.map(({ quantity, kg }: Record<string, number>) => [quantity, kg]),
    [[120, 120]],
  );
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'no horizontal overflow');
});

test('the list filters the runs and marks unexplained differences; a run has a page, and its goods link to it', async () => {
  const plant = await createRunPlant(api, 'LS');
  const run = await startRun(api, plant);
  const input = await mountReel(api, run, plant.reels[0]!);
  await api.warehouse.post(`/runs/${run}/outputs`, { batch_number: 'LS-1', quantity: 300 });
  await api.warehouse.post(`/runs/${run}/wastes`, { kind: 'trim', kg: 10 });
  const reel = await open(api.warehouse, `/operazioni/bobine/${plant.reels[0]!.batch_id}`);
  await reel.getByRole('link', { name: plant.machine.code }).waitFor();
  const { body: mounted } = await api.warehouse.get(`/runs/${run}`);
  const headers = { 'if-match': `"${mounted.inputs[0].version}"` };
  const returned = await api.warehouse.put(`/runs/${run}/inputs/${input}`, { kg: 100 }, { headers });
  assert.equal(returned.status, 200, JSON.stringify(returned.body));

  const page = await open(api.admin, '/produzione/lavorazioni');
  await choose(page, page.getByRole('combobox', { name: 'Macchina' }), plant.machine.code);
  await page.waitForURL(/machine_id=/);
  const row = page.getByRole('grid').getByRole('row').nth(1);
  await row.getByText('90 kg').waitFor();
  await row.locator(`a[href="/anagrafica/clienti/${mounted.customer_id}"]`).waitFor();
  await row.getByLabel(/oltre il limite/).waitFor();
  await choose(page, page.getByRole('combobox', { name: 'Stato' }), 'Terminate');
  await page.getByText('Nessun risultato').or(page.getByText('Nessuna lavorazione')).first().waitFor();
  await choose(page, page.getByRole('combobox', { name: 'Stato' }), 'In corso');
  await row.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: `Lavorazione ${run}` }).waitFor();
  const balance = page.getByRole('region', { name: 'Bilancio' });
  for (const text of ['400 kg', '300 kg', '10 kg', '90 kg', '75 %']) await balance.getByText(text).first().waitFor();
  await page.getByRole('link', { name: 'Apri in produzione' }).waitFor();

  await page.goto(`${api.url}/operazioni/bobine/${plant.reels[0]!.batch_id}?tab=movements`);
  await page.getByRole('link', { name: /^Consumo/ }).click();
  await page.getByRole('heading', { level: 1, name: `Lavorazione ${run}` }).waitFor();
  await page.goto(`${api.url}/report/tracciabilita?batch=${plant.reels[0]!.batch_id}`);
  await page
    .getByRole('link', { name: `Lavorazione ${run}` })
    .first()
    .waitFor();
  // A batch that is not loaded yet has no movement, but its run made it.
  const made = (await api.warehouse.get(`/runs/${run}`)).body.outputs[0].batch_id;
  await page.goto(`${api.url}/report/lotti/${made}`);
  await page
    .getByRole('listitem')
    .filter({ hasText: plant.machine.code })
    .getByRole('link', { name: `Lavorazione ${run}` })
    .waitFor();
  assert.equal(await page.getByText('Nessun carico registrato').count(), 0);
  // Without typed minutes those from start to end are shown.
  assert.equal((await api.warehouse.post(`/runs/${run}/end`, {})).status, 200);
  await page.goto(`${api.url}/produzione/lavorazioni/${run}`);
  await page.getByText(/^\d+\smin$/).waitFor();
});

matrixTest('a scanned reel is mounted on a machine with an open run, and returned, from the scan page', async () => {
  const plant = await createRunPlant(api, 'SC');
  const run = await startRun(api, plant);
  const [reel] = plant.reels;
  const page = await open(api.warehouse, '/operazioni/scansiona', { viewport: PHONE });
  await fieldIsFocused(page);
  await scan(page, reel!.code);
  const card = page.getByRole('region', { name: reel!.code });
  const dialog = page.getByRole('dialog');
  await card.getByRole('button', { name: 'Monta' }).waitFor();
  await command(page, '5');
  await dialog.getByRole('button', { name: new RegExp(`^${plant.machine.code}`) }).click();
  await dialog.waitFor({ state: 'hidden' });
  await card.getByText('In macchina').waitFor();
  await card.getByRole('link', { name: plant.machine.code }).waitFor();
  await card.getByRole('button', { name: 'Smonta' }).click();
  await typeInto(dialog.getByRole('textbox', { name: 'Peso lordo' }), '182');
  await dialog.getByText('Usati: 320 kg').waitFor();
  const tops = ['Bobina vuota', 'Annulla', 'Conferma'].map(
    async (name) => (await dialog.getByRole('button', { name, exact: true }).boundingBox())!.y,
  );
  assert.equal(new Set(await Promise.all(tops)).size, 1, 'the buttons are on one line');
  await dialog.getByRole('button', { name: 'Bobina vuota' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await card.getByText('Finita').waitFor();
  assert.equal((await api.warehouse.get(`/runs/${run}`)).body.inputs[0].quantity, 500);
});

matrixTest('the switch of the settings hides the screens, the card and the buttons of runs', async () => {
  const switchTo = async (use_runs: boolean) => {
    const { body } = await api.admin.get('/settings');
    const headers = { 'if-match': `"${body.version}"` };
    assert.equal((await api.admin.put('/settings', { use_runs }, { headers })).status, 200);
  };
  const plant = await createRunPlant(api, 'SW');
  const machine = `/anagrafica/macchinari/${plant.machine.id}`;
  const shown = await open(api.admin, machine);
  await shown.getByRole('link', { name: 'Apri in produzione' }).waitFor();
  await switchTo(false);
  try {
    const page = await open(api.admin, '/produzione');
    const main = page.getByRole('main');
    await main.getByRole('link', { name: /^Programmazione/ }).waitFor();
    assert.equal(await main.getByRole('link', { name: /^Lavorazioni/ }).count(), 0);
    for (const path of ['/produzione/lavorazioni', `/produzione/macchina/${plant.machine.code}`]) {
      await page.goto(`${api.url}${path}`);
      await page.waitForURL((url) => url.pathname === '/');
    }
    await page.goto(`${api.url}${machine}`);
    await page.getByRole('tab').first().waitFor();
    assert.equal(await page.getByRole('link', { name: 'Apri in produzione' }).count(), 0);
    assert.equal((await api.admin.get('/runs')).status, 200);
  } finally {
    await switchTo(true);
  }
});

matrixTest(
  'the page of a machine without a run is accessible and fits on a tablet and a phone, dark and in French',
  async () => {
    const idle = await createRunPlant(api, 'AY');
    for (const look of [{ viewport: TABLET }, { viewport: PHONE, dark: true, language: 'fr' as const }]) {
      const page = await open(api.admin, `/produzione/macchina/${idle.machine.code}`, look);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'));
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'overflows');
      await assertAccessible(page, JSON.stringify(look));
    }
  },
);
