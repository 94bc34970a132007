/** Production scheduling: items are assigned to machines, in parts, with their times; and the report by machine. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createOperation,
  createProduct,
  createScheduling,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { choose, typeInto } from '../support/by-hand.ts';
import { printed, printedRows, watchPrinting } from '../support/printing.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const stage = startStage();
const PATH = '/produzione/programmazione';
const SMALL = { width: 800, height: 600 };
const LARGE = { width: 900, height: 1200 };
const made = {} as Record<'customer' | 'bags' | 'plain' | 'cutter' | 'press', number>;

async function prepare() {
  const { admin } = stage.api;
  if (made.customer) return;
  made.customer = (await createCustomer(admin, { business_name: 'Panificio Rossi', city: 'Lucca' })).id;
  made.bags = (
    await createProduct(admin, {
      code: 'SACCO-1',
      name: 'Sacchetto pane',
      unit_of_measure: 'box',
      minuti_x_confezione: 3,
    })
  ).id;
  made.plain = (await createProduct(admin, { code: 'FOGLIO-1', name: 'Foglio', unit_of_measure: 'kg' })).id;
  made.cutter = (await createMachine(admin, { code: 'M-01', description: 'Taglierina' })).id;
  made.press = (await createMachine(admin, { code: 'M-02', description: 'Sacchettatrice' })).id;
  await createMachine(admin, { code: 'M-99', description: 'Dismessa', is_active: false });
}
async function order(quantity: number, given: object = {}, product_id = made.bags) {
  const made_order = await createCustomerOrder(
    stage.api.admin,
    made.customer,
    [{ product_id, quantity, unit_price: 1 }],
    given,
  );
  return { number: made_order.order_number, item: made_order.items[0]!.id };
}
async function itemOf(id: number): Promise<ProductionItem> {
  return (await stage.api.warehouse.get(`/production/status/${id}`)).body;
}
async function stateOf(id: number) {
  const { scheduling_status, total_scheduled, remaining_to_schedule } = await itemOf(id);
  return [scheduling_status, total_scheduled, remaining_to_schedule];
}
function urgent(item: number, priority: string) {
  return stage.api.admin.put(`/customer-orders/items/${item}/priority`, { priority });
}

function row(page: Page, number: string) {
  return page.getByRole('row').filter({ hasText: number });
}
async function open(number: string, look: Parameters<typeof stage.open>[2] = {}): Promise<Page> {
  const page = await stage.open(stage.api.warehouse, `${PATH}?q=${number}`, look);
  await row(page, number).waitFor();
  return page;
}
function fields(dialog: Locator) {
  return {
    quantity: dialog.getByRole('textbox', { name: /^Quantità da produrre/ }),
    machine: dialog.getByRole('combobox', { name: 'Macchina' }),
    time: dialog.getByRole('textbox', { name: 'Tempo di produzione' }),
    notes: dialog.getByRole('textbox', { name: 'Note' }),
    print: dialog.getByRole('button', { name: 'Stampa' }),
    save: dialog.getByRole('button', { name: /^(Salva|Salvataggio…)$/ }),
  };
}
async function schedule(page: Page, number: string, press = 'Programma') {
  await row(page, number).getByRole('button', { name: press, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Programma produzione' });
  await dialog.waitFor();
  return { dialog, ...fields(dialog) };
}
async function summaryOf(dialog: Locator) {
  const terms = await dialog.locator('dl dt').allInnerTexts();
  const values = await dialog.locator('dl dd').allInnerTexts();
  return Object.fromEntries(terms.map((term, index) => [term, values[index]!.replaceAll(/\s+/g, ' ').trim()]));
}
function focused(page: Page, path: string) {
  return page.waitForFunction((wanted) => document.activeElement?.getAttribute('data-path') === wanted, path);
}

describe('scheduling', () => {
  matrixTest(
    'L01 L06 the scheduling page: cards, list, print, schedule, add, change, fully scheduled, empty, loading; its calls and states',
    async (t) => {
      await t.test('the empty state and the loading state are shown', async () => {
        const page = await stage.open(stage.api.warehouse, '/produzione');
        let go = () => {};
        const held = new Promise<void>((resolve) => (go = resolve));
        await page.route('**/api/customer-orders/production-priorities*', async (route) => {
          await held;
          await route.continue();
        });
        await page.getByRole('link', { name: /^Programmazione/ }).click();
        await page.getByRole('heading', { level: 1, name: 'Programmazione' }).waitFor();
        await page.getByText("Righe d'ordine, macchine e tempi di produzione").waitFor();
        await page.locator('[role=grid][aria-busy=true]').waitFor();
        assert.equal(await page.getByText('Nessun ordine da programmare').count(), 0);
        go();
        await page.getByRole('heading', { name: 'Nessun ordine da programmare' }).waitFor();
        await assertAccessible(page, 'empty');
        await page.getByRole('button', { name: 'Report macchine' }).click();
        await page.getByRole('dialog').getByText('Nessuna macchina con ordini assegnati').waitFor();
        await assertAccessible(page, 'an empty report');
        await page.keyboard.press('Escape');
        await page.getByRole('link', { name: 'Torna alla produzione' }).click();
        await page.waitForURL((url) => url.pathname === '/produzione');
      });

      await prepare();
      await t.test(
        'open items are counted, listed, printed, scheduled and changed, and marked when nothing remains',
        async () => {
          const [first, second, done] = [await order(100), await order(50), await order(10)];
          await urgent(second.item, 'alta');
          await createOperation(stage.api.admin, second.item, 5);
          await createOperation(stage.api.admin, done.item, 10);
          const page = await stage.open(stage.api.warehouse, PATH);
          await page.context().addInitScript(() => Object.assign(window, { print: () => {} }));
          const stats = page.getByRole('region', { name: 'Riepilogo' });
          const figures = async () => (await stats.getByRole('button').allInnerTexts()).map((text) => text.split('\n'));
          const shows = (label: string, figure: string) =>
            stats.getByRole('button', { name: `${label} ${figure}` }).waitFor();
          await shows('Ordini totali', '2');
          assert.deepEqual(await figures(), [
            ['Ordini totali', '2'],
            ['Da produrre', '1'],
            ['Parzialmente programmati', '0'],
            ['Priorità alta', '1'],
          ]);
          await row(page, second.number).waitFor();
          assert.equal(await row(page, done.number).count(), 0, 'completed items are not offered');
          const numbers = (await page.getByRole('grid').locator('[data-index]').allInnerTexts()).map(
            (text) => text.split('\n')[0],
          );
          assert.deepEqual(numbers, [second.number, first.number], 'the most urgent first');
          await assertAccessible(page, 'a list');

          assert.deepEqual(await stateOf(first.item), ['non_programmato', 0, 100]);
          const form = await schedule(page, first.number);
          assert.equal('Già programmata' in (await summaryOf(form.dialog)), false, 'only above 0');
          assert.deepEqual(new URL(page.url()).searchParams.get('item'), String(first.item), 'the address opens it');
          await form.machine.click();
          const machines = page.getByRole('listbox').getByRole('option');
          await machines.first().waitFor();
          assert.deepEqual(await machines.allInnerTexts(), ['M-01 · Taglierina', 'M-02 · Sacchettatrice']);
          await page.getByRole('option', { name: 'M-01' }).click();
          await typeInto(form.quantity, '40');
          await form.save.click();
          await page.getByText('Programmazione salvata su M-01').waitFor();
          await form.dialog.waitFor({ state: 'detached' });
          assert.deepEqual(await stateOf(first.item), ['parzialmente_programmato', 40, 60]);
          await row(page, first.number).getByText('Parzialmente programmato').waitFor();
          await shows('Parzialmente programmati', '1');

          const rest = await schedule(page, first.number, 'Aggiungi');
          assert.equal(await rest.quantity.inputValue(), '60', 'the rest is offered');
          await choose(page, rest.machine, 'M-02');
          await rest.save.click();
          await rest.dialog.waitFor({ state: 'detached' });
          assert.deepEqual(await stateOf(first.item), ['completamente_programmato', 100, 0]);
          await row(page, first.number).getByText('Programmato per intero').waitFor();
          await row(page, first.number).getByText('M-01, M-02').waitFor();
          assert.equal(
            await row(page, first.number)
              .getByRole('button', { name: /^(Programma|Aggiungi)$/ })
              .count(),
            0,
          );
          const press = row(page, second.number).getByRole('button', { name: 'Programma', exact: true });
          await press.waitFor();
          const desktop = page.viewportSize()!;
          for (const width of [1280, 1440]) {
            await page.setViewportSize({ width, height: 900 });
            const room = await press.evaluate((one) => {
              const cell = one.closest('[role=gridcell]')!;
              return cell.getBoundingClientRect().right - one.getBoundingClientRect().right;
            });
            assert.ok(room >= 0, `the button is cut off at ${width}: ${room}`);
          }
          await page.setViewportSize(desktop);

          await row(page, first.number).getByRole('button', { name: 'Azioni per' }).click();
          const [paper] = await Promise.all([
            page.waitForEvent('popup'),
            page.getByRole('menuitem', { name: 'Stampa', exact: true }).click(),
          ]);
          await paper.getByRole('heading', { level: 1, name: `Ordine ${first.number}` }).waitFor();
          await paper.close();

          // Each scheduling can be edited, and deleted after a confirmation.
          await row(page, first.number).getByRole('button', { name: 'Modifica la programmazione M-01' }).click();
          const edit = page.getByRole('dialog', { name: 'Modifica programmazione' });
          await edit.waitFor();
          await typeInto(fields(edit).quantity, '30');
          await fields(edit).save.click();
          await edit.waitFor({ state: 'detached' });
          assert.deepEqual(await stateOf(first.item), ['parzialmente_programmato', 90, 10]);
          await row(page, first.number).getByRole('button', { name: 'Azioni per' }).click();
          await page.getByRole('menuitem', { name: 'Togli M-02 · 60 scat.' }).click();
          const question = page.getByRole('dialog', { name: 'Togliere dalla macchina?' });
          await question
            .getByText(
              `60 scat. di SACCO-1 (ordine ${first.number}) vengono tolti da M-02 · Sacchettatrice e saranno di nuovo da programmare.`,
            )
            .waitFor();
          await assertAccessible(page, 'the question');
          await question.getByRole('button', { name: 'Annulla' }).click();
          assert.deepEqual(await stateOf(first.item), ['parzialmente_programmato', 90, 10]);
          await row(page, first.number).getByRole('button', { name: 'Azioni per' }).click();
          await page.getByRole('menuitem', { name: 'Togli M-02 · 60 scat.' }).click();
          await question.getByRole('button', { name: 'Togli dalla macchina' }).click();
          await page.getByText('Programmazione eliminata').waitFor();
          assert.deepEqual(await stateOf(first.item), ['parzialmente_programmato', 30, 70]);

          // The cards are filters, and the URL keeps them.
          await stats.getByRole('button', { name: /^Priorità alta/ }).click();
          await row(page, first.number).waitFor({ state: 'detached' });
          await page.reload();
          await row(page, second.number).waitFor();
          assert.equal(await row(page, first.number).count(), 0);
          await page.getByRole('combobox', { name: 'Tutte le macchine' }).click();
          await page.getByRole('option', { name: 'M-02' }).click();
          await page.getByRole('heading', { name: 'Nessun risultato' }).waitFor();
          await page.getByRole('button', { name: 'Azzera filtri' }).click();
          await row(page, first.number).waitFor();
        },
      );
    },
  );

  describe('with orders', () => {
    before(prepare);

    matrixTest(
      'L02 L03 shows a summary, calculates the time, limits the quantity, shows errors beside each field and keeps the input',
      async () => {
        const { number, item } = await order(50);
        await urgent(item, 'media');
        await createScheduling(stage.api.admin, item, made.press, 8);
        const page = await open(number);
        await watchPrinting(page);
        const bare = await order(6, {}, made.plain);
        const other = await open(bare.number);
        const first = await schedule(other, bare.number);
        assert.deepEqual(
          Object.keys(await summaryOf(first.dialog)),
          ['Numero ordine', 'Codice', 'Quantità', 'Priorità', 'Da programmare', 'Consegna'],
          'nothing scheduled, no minutes: they are left out',
        );
        assert.equal(await first.dialog.getByRole('button', { name: 'Ricalcola' }).count(), 0);
        const form = await schedule(page, number, 'Aggiungi');
        assert.deepEqual(await summaryOf(form.dialog), {
          'Numero ordine': number,
          Codice: 'SACCO-1',
          Quantità: '50 scat.',
          Priorità: 'Media',
          'Già programmata': '8 scat.',
          'Da programmare': '42 scat.',
          'Minuti per confezione': '3',
          Consegna: '20/03/2026',
        });
        await form.dialog.getByText('Massimo 42 scat.').waitFor();
        assert.equal(await form.quantity.inputValue(), '42');
        assert.equal(await form.time.inputValue(), '2 ore e 6 minuti');
        assert.equal(await form.machine.getAttribute('placeholder'), 'Seleziona una macchina');
        assert.equal(await form.time.getAttribute('placeholder'), 'es. 2 ore, 30 minuti');
        await assertAccessible(page, 'a new scheduling');
        assert.equal(await form.print.isDisabled(), true, 'no machine yet');

        // The time follows the quantity, and can be recalculated.
        for (const [quantity, time] of [
          ['1', '3 minuti'],
          ['20', '1 ora'],
          ['41', '2 ore e 3 minuti'],
          ['20,33', '1 ora e 1 minuto'],
        ] as const) {
          await typeInto(form.quantity, quantity);
          await page.waitForFunction(
            (wanted) => document.querySelector<HTMLInputElement>('[data-path=production_time]')?.value === wanted,
            time,
          );
        }
        await typeInto(form.time, '1,5 ore');
        await form.dialog.getByText('Inteso come 1 ora e 30 minuti').waitFor();
        await form.dialog.getByRole('button', { name: 'Ricalcola' }).click();
        assert.equal(await form.time.inputValue(), '1 ora e 1 minuto');

        // Every missing value shows an error at its field.
        await typeInto(form.quantity, '');
        await typeInto(form.time, '');
        await form.save.click();
        for (const text of [
          'La quantità è obbligatoria',
          'La macchina è obbligatoria',
          'Il tempo di produzione è obbligatorio',
        ])
          await form.dialog.getByText(text).waitFor();
        await focused(page, 'quantity_to_produce');
        await assertAccessible(page, 'refused');
        await choose(page, form.machine, 'M-01');
        for (const [typed, refusal] of [
          ['0', 'La quantità è obbligatoria'],
          ['0,5', 'Il valore minimo è 1'],
          ['43', 'La quantità non può superare 42 scat.'],
        ] as const) {
          await typeInto(form.quantity, typed);
          await typeInto(form.time, '1 ora');
          await form.save.click();
          await form.dialog.getByText(refusal, { exact: true }).waitFor();
          assert.equal(await form.quantity.inputValue(), typed);
          await focused(page, 'quantity_to_produce');
        }
        await typeInto(form.quantity, '42');
        await typeInto(form.time, 'un pomeriggio');
        await form.save.click();
        await form.dialog.getByText('Scrivi il tempo come «2 ore e 30 minuti»').waitFor();
        await focused(page, 'production_time');
        assert.equal(await form.time.inputValue(), 'un pomeriggio');

        // The sheet prints the entered values; it requires machine, quantity and time.
        await typeInto(form.time, '');
        assert.equal(await form.print.isDisabled(), true, 'no time');
        await typeInto(form.time, '2h30');
        await typeInto(form.notes, 'Carta dal banco 3');
        const paper = await printed(page, () => form.print.click(), SMALL);
        assert.equal(await paper.getByRole('heading', { level: 1 }).innerText(), 'Scheda di produzione');
        assert.deepEqual(await printedRows(paper), [
          ['Macchina', 'Taglierina'],
          ['Codice', 'SACCO-1'],
          ['Quantità da produrre', '42 scat.'],
          ['Numero ordine', number],
          ['Tempo di produzione', '2h30'],
          ['Note', 'Carta dal banco 3'],
        ]);
        await paper.close();

        // A failed save shows a message on top and keeps the input; while a save runs, its button is disabled and
        // labelled so.
        let answer = () => {};
        const keys: (string | undefined)[] = [];
        await page.route('**/api/production/scheduling', async (route) => {
          keys.push(route.request().headers()['idempotency-key']);
          await new Promise<void>((resolve) => (answer = resolve));
          await route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } });
        });
        await form.save.click();
        await form.dialog.getByRole('button', { name: 'Salvataggio…' }).waitFor();
        assert.equal(await form.save.isDisabled(), true);
        answer();
        const message = page.locator('.toasts').first().getByText('Errore durante il salvataggio della programmazione');
        await message.waitFor();
        const box = (await message.boundingBox())!;
        assert.ok(box.y < 200 && Math.abs(box.x + box.width / 2 - 720) < 300, 'top centre');
        assert.equal(await form.quantity.inputValue(), '42');
        assert.equal(await form.notes.inputValue(), 'Carta dal banco 3');
        await page.unrouteAll();
        await page.route('**/api/production/scheduling', (route) => {
          keys.push(route.request().headers()['idempotency-key']);
          return route.continue();
        });
        await form.save.click();
        await form.dialog.waitFor({ state: 'detached' });
        assert.equal(keys.length, 2);
        assert.equal(keys[0], keys[1], 'the same intention');
        const [, saved] = (await itemOf(item)).schedulings;
        assert.deepEqual(
          [saved!.quantity_to_produce, saved!.production_time, saved!.production_minutes, saved!.notes],
          [42, '2h30', 150, 'Carta dal banco 3'],
        );

        // The edit form shows the stored values, and its own quantity counts as free.
        await row(page, number).getByRole('button', { name: 'Modifica la programmazione M-01' }).click();
        const edit = page.getByRole('dialog', { name: 'Modifica programmazione' });
        await edit.getByText('Massimo 42 scat.').waitFor();
        assert.equal(await fields(edit).time.inputValue(), '2h30');
        assert.equal('Da programmare' in (await summaryOf(edit)), false, 'only above 0');
        await page.keyboard.press('Escape');
        await edit.waitFor({ state: 'detached' });
      },
    );

    matrixTest(
      'L03 writes the time in Italian, French and English; without minutes per pack the time is empty',
      async () => {
        const { number } = await order(50);
        const plain = await order(7, {}, made.plain);
        for (const [language, button, title, time] of [
          ['it', 'Programma', 'Tempo di produzione', '2 ore e 30 minuti'],
          ['fr', 'Planifier', 'Temps de production', '2 heures et 30 minutes'],
          ['en', 'Schedule', 'Production time', '2 hours and 30 minutes'],
        ] as const) {
          const page = await open(number, { language });
          await row(page, number).getByRole('button', { name: button, exact: true }).click();
          const field = page.getByRole('dialog').getByRole('textbox', { name: title });
          await field.waitFor();
          assert.equal(await field.inputValue(), time);
          await page.close();
        }
        const page = await open(plain.number);
        const form = await schedule(page, plain.number);
        assert.equal(await form.time.inputValue(), '');
        assert.equal(await form.dialog.getByRole('button', { name: 'Ricalcola' }).count(), 0);
        assert.equal('Minuti per confezione' in (await summaryOf(form.dialog)), false);
      },
    );

    matrixTest(
      'of two users who schedule the last quantity one succeeds, and the other gets a message and keeps the input',
      async () => {
        const { number, item } = await order(100);
        const [anna, bruno] = [await open(number), await open(number)];
        const [one, two] = [await schedule(anna, number), await schedule(bruno, number)];
        await choose(anna, one.machine, 'M-01');
        await choose(bruno, two.machine, 'M-02');
        await typeInto(two.notes, 'Urgente');
        await one.save.click();
        await one.dialog.waitFor({ state: 'detached' });
        await two.save.click();
        await two.dialog.getByText(/^La quantità non può superare 0 /).waitFor();
        await two.dialog.getByText('Non resta nulla da programmare').waitFor();
        assert.equal(await two.notes.inputValue(), 'Urgente');
        assert.equal(await two.quantity.inputValue(), '100');
        await assertAccessible(bruno, 'nothing left');
        assert.deepEqual(await stateOf(item), ['completamente_programmato', 100, 0]);
      },
    );

    matrixTest('of two users who change one scheduling, the later one chooses which version stays', async () => {
      const { number, item } = await order(20);
      const { id } = await createScheduling(stage.api.admin, item, made.cutter, 10);
      const page = await open(number);
      await row(page, number).getByRole('button', { name: 'Modifica la programmazione M-01' }).click();
      const edit = page.getByRole('dialog', { name: 'Modifica programmazione' });
      await typeInto(fields(edit).notes, 'Mia');
      await stage.api.administration.put(`/production/scheduling/${id}`, { notes: 'Loro' });
      await fields(edit).save.click();
      const stale = page.getByRole('dialog', { name: 'Dati modificati da un altro utente' });
      await stale.getByRole('button', { name: 'Ricarica' }).click();
      assert.equal(await fields(edit).notes.inputValue(), 'Loro');
      await stage.api.admin.delete(`/production/scheduling/${id}`);
      await page.goto(`${stage.api.url}${PATH}?item=${item}&scheduling=${id}`);
      await page.getByText('Errore nel caricamento della programmazione').waitFor();
      await page.waitForURL((url) => !url.searchParams.has('item'));
    });

    test('L04 reports each machine: hours, days, the most urgent jobs first; a French sheet, a workbook', async () => {
      const { admin } = stage.api;
      const machine = await createMachine(admin, { code: 'R-01', description: 'Accoppiatrice' });
      const second = await createMachine(admin, { code: 'R-02', description: 'Ribobinatrice' });
      const [low, high, middle, done, part] = [
        await order(10),
        await order(10),
        await order(10),
        await order(10),
        await order(25),
      ];
      await urgent(high.item, 'alta');
      await urgent(middle.item, 'media');
      await createScheduling(admin, low.item, machine.id, 10, { production_time: '90 minuti' });
      await createScheduling(admin, high.item, machine.id, 10, { production_time: '10 ore' });
      await createScheduling(admin, middle.item, machine.id, 10, { production_time: '100 minuti' });
      await createScheduling(admin, done.item, machine.id, 10, { production_time: '5 ore' });
      await createScheduling(admin, part.item, machine.id, 4, { production_time: '50 minuti' });
      await createScheduling(admin, part.item, machine.id, 6, { production_time: '20 minuti' });
      await createScheduling(admin, part.item, second.id, 5, { production_time: '4 ore' });
      await createOperation(admin, done.item, 10);
      assert.equal((await itemOf(part.item)).scheduling_status, 'parzialmente_programmato');
      assert.equal((await itemOf(low.item)).scheduling_status, 'completamente_programmato');
      const none = await order(10);
      const page = await stage.open(stage.api.warehouse, PATH, { language: 'fr' });
      await page.getByRole('button', { name: 'Rapport machines' }).click();
      const report = page.getByRole('dialog', { name: 'Rapport machines' });
      const section = report.getByRole('region', { name: 'R-01 · Accoppiatrice' });
      await section.getByText('14,33 heures · 1,79 jours').waitFor();
      assert.match(page.url(), /report=true/);
      const table = (await section.locator('tr').allInnerTexts()).map((line) => line.split('\t').map((c) => c.trim()));
      const name = 'Sacchetto pane';
      assert.deepEqual(
        table.map((line) => line.map((cell) => cell.replaceAll(/\s+/g, ' '))),
        [
          ['Priorité', 'Numéro de commande', 'Produit', 'Quantité', 'Code', 'Temps (heures)'],
          ['Haute', high.number, name, '10 bte', 'SACCO-1', '10,00'],
          ['Moyenne', middle.number, name, '10 bte', 'SACCO-1', '1,67'],
          ['Standard', low.number, name, '10 bte', 'SACCO-1', '1,50'],
          ['Standard', part.number, name, '4 bte', 'SACCO-1', '0,83'],
          ['Standard', part.number, name, '6 bte', 'SACCO-1', '0,33'],
        ],
      );
      const another = report.getByRole('region', { name: 'R-02 · Ribobinatrice' });
      await another.getByText('4,00 heures · 0,50 jours').waitFor();
      assert.equal(await another.locator('tbody tr').count(), 1, 'each machine has its own');
      assert.equal(await report.getByText(done.number).count(), 0, 'completed');
      assert.equal(await report.getByText(none.number).count(), 0, 'on no machine');
      await assertAccessible(page, 'a report');
      await watchPrinting(page);
      const paper = await printed(page, () => section.getByRole('button', { name: 'Imprimer R-01' }).click(), LARGE);
      assert.equal(await paper.getByRole('heading', { level: 1 }).innerText(), 'Temps de production indicatif');
      assert.equal(await paper.getByRole('heading', { level: 2 }).innerText(), 'R-01 · Accoppiatrice');
      await paper.getByText('14,33 heures · 1,79 jours').waitFor();
      assert.deepEqual((await printedRows(paper))[1], ['Haute', high.number, name, '10 bte', 'SACCO-1', '10,00']);
      assert.equal((await printedRows(paper)).length, 6);
      await paper.close();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        report.getByRole('button', { name: 'Exporter vers Excel' }).click(),
      ]);
      assert.match(file.suggestedFilename(), /^rapport-machines-.*\.xlsx$/);
      // The same jobs and minutes as on the board.
      const { body: boards } = await stage.api.warehouse.get('/production/board');
      const board = boards.find(({ machine_id }: { machine_id: number }) => machine_id === machine.id);
      assert.deepEqual([board.jobs.length, board.total_minutes], [5, 860]);
      // The report is open again after a reload.
      await page.reload();
      await section.waitFor();
      await page.route('**/api/production/board*', (route) =>
        route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
      );
      await page.reload();
      await report.getByText('Aucune machine avec des commandes assignées').waitFor();
    });

    matrixTest('L05 L07 prints one order in a small window, or in the page if windows are blocked', async () => {
      const { number, item } = await order(30, { notes: 'Consegnare al mattino' });
      await urgent(item, 'alta');
      await createScheduling(stage.api.admin, item, made.cutter, 12);
      await createOperation(stage.api.admin, item, 3);
      const page = await open(number);
      await watchPrinting(page);
      const press = async () => {
        await row(page, number).getByRole('button', { name: 'Azioni per' }).click();
        await page.getByRole('menuitem', { name: 'Stampa' }).click();
      };
      const paper = await printed(page, press, SMALL);
      assert.equal(await paper.getByRole('heading', { level: 1 }).innerText(), `Ordine ${number}`);
      assert.deepEqual(await printedRows(paper), [
        ['Numero ordine', number],
        ['Cliente', 'Panificio Rossi'],
        ['Città del cliente', 'Lucca'],
        ['Codice', 'SACCO-1'],
        ['Prodotto', 'Sacchetto pane'],
        ['Quantità', '30 scat.'],
        ['Priorità', 'Alta'],
        ['Stato', 'In produzione'],
        ['Già programmata', '12 scat.'],
        ['Da programmare', '18 scat.'],
        ["Note dell'ordine", 'Consegnare al mattino'],
      ]);
      await paper.close();
      // A machine's report opens the large window.
      await page.getByRole('button', { name: 'Report macchine' }).click();
      const large = await printed(page, () => page.getByRole('button', { name: 'Stampa M-01' }).click(), LARGE);
      await large.close();
      await page.keyboard.press('Escape');
      await page.evaluate(() => Object.assign(window, { open: () => null }));
      await press();
      const inside = page.getByRole('dialog', { name: `Ordine ${number}` });
      await inside.getByText('Il browser ha bloccato la finestra di stampa').waitFor();
      await page.frameLocator('iframe').getByText('Panificio Rossi').waitFor();
      await inside.getByRole('button', { name: 'Chiudi' }).last().click();
      await row(page, number).waitFor();
    });

    matrixTest('a failed list shows a message and can be loaded again', async () => {
      const { number } = await order(5);
      const page = await stage.open(stage.api.warehouse, '/produzione');
      let isBroken = true;
      await page.route('**/api/customer-orders/production-priorities*', (route) =>
        isBroken
          ? route.fulfill({ status: 500, json: { code: 'INTERNAL', message: 'Errore interno', error: '' } })
          : route.continue(),
      );
      await page.getByRole('link', { name: /^Programmazione/ }).click();
      await page.getByRole('alert', { name: 'Impossibile caricare i dati' }).waitFor();
      await assertAccessible(page, 'not read');
      isBroken = false;
      await page.getByRole('button', { name: 'Riprova' }).click();
      await page.getByRole('searchbox').fill(number);
      await row(page, number).waitFor();
    });
  });
});
