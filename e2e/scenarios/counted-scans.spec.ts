/** Ten jobs of a warehouse clerk with a scanner, with a limit on clicks, keys and scans. */
import assert from 'node:assert/strict';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { check, createActionCounter } from '../support/action-counter.ts';
import { receiveReels } from '../support/reels.ts';
import { createRunPlant, startRun } from '../support/runs.ts';
import { startStage } from '../support/stage.ts';

const stage = startStage();

matrixTest('ten jobs with reels and a scanner take at most 50 keys and scans, and one click', async (t) => {
  const { api } = stage;
  const plant = await createRunPlant(api, 'CS');
  const [reel, other] = await receiveReels(api.admin, plant, [
    { width_mm: 1000, kg: 500, tare_kg: 2, mill_number: 'CS-0001' },
    { width_mm: 1000, kg: 400, tare_kg: 2, mill_number: 'CS-0002' },
  ]);
  const total = { clicks: 0, keys: 0 };
  const openAt = async (path: string) => {
    const page = await stage.open(api.warehouse, path);
    const hands = createActionCounter(page);
    return {
      page,
      hands,
      dialog: page.getByRole('dialog'),
      card: page.getByRole('region', { name: reel!.code }),
      isReady: () => page.waitForFunction(() => document.activeElement?.matches('main form input') === true),
      end: (context: Parameters<typeof check>[0], most: typeof total) => {
        total.clicks += hands.counted.clicks;
        total.keys += hands.counted.keys;
        check(context, hands, most);
      },
    };
  };
  const reelNow = async () => (await api.warehouse.get(`/reels/${reel!.batch_id}`)).body;
  const SCAN = '/operazioni/scansiona';

  await t.test('which reel this is, by its label in lower case', async (context) => {
    const { hands, card, isReady, end } = await openAt(SCAN);
    await isReady();
    await hands.scan(reel!.code.toLowerCase());
    await card.getByText('500 kg').waitFor();
    end(context, { clicks: 0, keys: 1 });
  });
  await t.test('which reel this is, by the number of the mill', async (context) => {
    const { hands, card, isReady, end } = await openAt(SCAN);
    await isReady();
    await hands.scan('cs-0001');
    await card.getByText('500 kg').waitFor();
    end(context, { clicks: 0, keys: 1 });
  });
  await t.test('weigh a remnant', async (context) => {
    const { hands, card, dialog, isReady, end } = await openAt(SCAN);
    await isReady();
    await hands.scan(reel!.code);
    await card.waitFor();
    await hands.type('1');
    await hands.press('Enter');
    await dialog.getByLabel("Stampa l'etichetta «resto»").uncheck();
    await dialog.getByRole('textbox', { name: 'Peso lordo' }).focus();
    await hands.type('322');
    await dialog.getByText('Resto: 320 kg').waitFor();
    await hands.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await reelNow()).kg, 320);
    end(context, { clicks: 0, keys: 7 });
  });
  await t.test('put it on a shelf', async (context) => {
    const { page, hands, card, dialog, isReady, end } = await openAt(SCAN);
    await isReady();
    await hands.scan(reel!.code);
    await card.waitFor();
    await hands.type('2');
    await hands.press('Enter');
    const place = dialog.getByLabel('Posizione');
    await place.waitFor();
    await hands.scan('SCAFFALE-C3');
    await page.waitForFunction((field) => (field as HTMLInputElement).value !== '', await place.elementHandle());
    await hands.press('Control+s');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await reelNow()).location, 'SCAFFALE-C3');
    end(context, { clicks: 0, keys: 5 });
  });
  await t.test('print its label', async (context) => {
    const { page, hands, card, isReady, end } = await openAt(SCAN);
    await isReady();
    await hands.scan(reel!.code);
    await card.waitFor();
    const printed = page.context().waitForEvent('response', (answer) => answer.url().includes('/reels/labels?'));
    await hands.type('4');
    await hands.press('Enter');
    assert.equal((await printed).status(), 200);
    end(context, { clicks: 0, keys: 3 });
  });
  await t.test('move two reels to another warehouse', async (context) => {
    const { page, hands, end } = await openAt('/operazioni/trasferimenti');
    await page.getByRole('combobox', { name: 'Magazzino di origine' }).waitFor();
    for (const one of [reel!, other!]) {
      await hands.scan(one.code);
      await page
        .getByRole('combobox', { name: `Lotto · KRAFT-CS` })
        .nth(one === reel ? 0 : 1)
        .waitFor();
    }
    const target = page.getByRole('combobox', { name: 'Magazzino di destinazione' });
    await hands.click(target);
    await hands.type('tag');
    await page.getByRole('option', { name: 'Taglio KRAFT-CS' }).waitFor();
    await hands.press('Enter');
    await hands.press('Control+s');
    await page.getByText(`Lotto ${other!.code} · 400 kg`).waitFor();
    assert.equal((await reelNow()).warehouse_id, plant.second);
    end(context, { clicks: 1, keys: 7 });
  });
  await t.test('mount a reel', async (context) => {
    await startRun(api, plant);
    const { page, hands, isReady, end } = await openAt(`/produzione/macchina/${plant.machine.code}`);
    await isReady();
    await hands.scan(reel!.code);
    await page.getByRole('region', { name: 'In macchina' }).getByText(reel!.code).waitFor();
    end(context, { clicks: 0, keys: 1 });
  });
  await t.test('return it by weight', async (context) => {
    const { page, hands, dialog, isReady, end } = await openAt(`/produzione/macchina/${plant.machine.code}`);
    await page.getByRole('region', { name: 'In macchina' }).getByText(reel!.code).waitFor();
    await isReady();
    await hands.scan(reel!.code);
    await dialog.getByLabel("Stampa l'etichetta «resto»").uncheck();
    await dialog.getByRole('textbox', { name: 'Peso lordo' }).focus();
    await hands.type('102');
    await dialog.getByText('Usati: 220 kg').waitFor();
    await hands.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await reelNow()).kg, 100);
    end(context, { clicks: 0, keys: 5 });
  });
  await t.test('hold it', async (context) => {
    const { hands, card, dialog, isReady, end } = await openAt(SCAN);
    await isReady();
    await hands.scan(reel!.code);
    await card.waitFor();
    await hands.type('3');
    await hands.press('Enter');
    await dialog.getByRole('textbox', { name: 'Motivo' }).waitFor();
    await hands.type('Umida');
    await hands.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal((await reelNow()).state, 'on_hold');
    end(context, { clicks: 0, keys: 9 });
  });
  await t.test('see its history, from the home', async (context) => {
    const { page, hands, end } = await openAt('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await hands.scan(reel!.code);
    await page.getByRole('heading', { level: 1, name: reel!.code }).waitFor();
    end(context, { clicks: 0, keys: 1 });
  });
  t.diagnostic(JSON.stringify(total));
  assert.ok(total.clicks <= 1 && total.keys <= 50, JSON.stringify(total));
});
