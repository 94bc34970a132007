/**
 * A week in production: an order is imported from a spreadsheet, prioritized, scheduled and produced in two batches.
 * Another order is completed by force. The goods are loaded, and both orders are printed. A repeated request is booked
 * once.
 */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import { createMachine, createWarehouse } from '../../server/src/testing/factories.ts';
import { choose, typeInto } from '../support/by-hand.ts';
import { makeProduction } from '../support/production.ts';
import { startStage } from '../support/stage.ts';
import { ORDER_HEADERS, workbookOf } from '../support/workbook.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';

const stage = startStage();
function rowOf(page: Page, text: string): Locator {
  return page.getByRole('grid').locator('[data-index]').filter({ hasText: text });
}
async function act(page: Page, number: string, action: string | RegExp) {
  await rowOf(page, number)
    .getByRole('button', { name: /^Azioni per/ })
    .click();
  await page.getByRole('menuitem', { name: action }).click();
}

matrixTest(
  'orders are imported, ranked, scheduled, produced in batches, completed by force or in full, loaded once and printed',
  async () => {
    const { api } = stage;
    const warehouse = await createWarehouse(api.orders, { name: 'Prodotti finiti' });
    const bags = await makeProduction(api, 'SAC-1', 'Panificio Senese');
    const sheets = await makeProduction(api, 'FOG-1', 'Salumi Montefeltro');
    const calm = await bags.order({ customer_order_number: 'PO-100' }, { quantity: 1000 });
    await createMachine(api.orders, { code: 'FLX-1', description: 'Stampa flessografica' });

    // Sunday evening: the other customer's order arrives as a spreadsheet.
    const desk = await stage.open(api.sales, '/ordiniclienti/inserimento-ordine?import=true');
    await desk.getByRole('button', { name: 'Scegli il file Excel' }).waitFor();
    await desk.locator('input[type=file]').setInputFiles({
      name: 'ordini.xlsx',
      mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      buffer: workbookOf([ORDER_HEADERS, ['PO-200', '01/02/2026', 'FOG-1', 600, '01/03/2026', 1.5]]),
    });
    const read = desk.getByRole('dialog', { name: 'Anteprima dei dati' });
    await desk.waitForFunction(
      () => document.querySelector<HTMLInputElement>('[role=dialog] input')?.value === 'Panificio Senese',
    );
    await choose(desk, read.getByRole('combobox', { name: 'Cliente' }), 'Salumi Montefeltro');
    await read.getByRole('button', { name: 'Conferma' }).click();
    await desk.getByRole('dialog').getByText('1 ordine creato').waitFor();
    const [found] = (await api.sales.get(`/customer-orders?customer_id=${sheets.customer}`)).body;
    const urgent = (await api.sales.get<CustomerOrder>(`/customer-orders/${found.id}`)).body;
    assert.deepEqual([urgent.customer_order_number, urgent.items[0]!.quantity], ['PO-200', 600]);

    // Monday: the second order becomes urgent.
    const office = await stage.open(api.administration, '/produzione/priorita');
    await rowOf(office, urgent.order_number).waitFor();
    await office
      .getByRole('combobox', { name: `Priorità di ${urgent.order_number} · FOG-1` })
      .selectOption({ label: 'Alta' });
    await office.getByText('Priorità aggiornata con successo').waitFor();
    await office.waitForFunction(
      (number) => document.querySelector('[data-index="0"]')?.textContent?.includes(number),
      urgent.order_number,
    );

    // The planner schedules it on a machine.
    await office.goto(`${api.url}/produzione/programmazione`);
    await rowOf(office, urgent.order_number).getByRole('button', { name: 'Programma', exact: true }).click();
    const plan = office.getByRole('dialog', { name: 'Programma produzione' });
    await choose(office, plan.getByRole('combobox', { name: 'Macchina' }), 'FLX-1');
    await typeInto(plan.getByRole('textbox', { name: 'Tempo di produzione' }), '2h30');
    await plan.getByRole('button', { name: 'Salva' }).click();
    await office.getByText('Programmazione salvata su FLX-1').waitFor();
    const planned = await sheets.itemOf(urgent.items[0]!.id);
    assert.deepEqual(
      [planned.scheduling_status, planned.total_scheduled, planned.schedulings[0]!.production_minutes],
      ['completamente_programmato', 600, 150],
    );

    // Tuesday and Wednesday: the machine produces it in two batches, and open screens show the progress.
    const floor = await stage.open(api.warehouse, '/produzione/stato');
    const watching = await stage.open(api.direction, '/produzione/stato');
    await rowOf(watching, urgent.order_number).getByText('Da produrre', { exact: true }).waitFor();
    for (const [batch, quantity, state] of [
      ['L-2111', '400', 'In produzione'],
      ['L-2112', '200', 'Completato'],
    ] as const) {
      await act(floor, urgent.order_number, 'Aggiungi operazione');
      const form = floor.getByRole('dialog', { name: 'Aggiungi operazione' });
      await form.getByLabel('Lotto').fill(batch);
      await form.getByLabel('Quantità prodotta').fill(quantity);
      await form.getByRole('button', { name: 'Salva' }).click();
      await form.waitFor({ state: 'detached' });
      if (state === 'In produzione')
        await rowOf(watching, urgent.order_number).getByText(state, { exact: true }).waitFor();
      else await rowOf(watching, urgent.order_number).waitFor({ state: 'detached' }); // completed items are hidden
    }

    // Thursday: the other item ends below its quantity and is completed.
    await act(floor, calm.order_number, 'Aggiungi operazione');
    const form = floor.getByRole('dialog', { name: 'Aggiungi operazione' });
    await form.getByLabel('Lotto').fill('L-2113');
    await form.getByLabel('Quantità prodotta').fill('750');
    await form.getByRole('button', { name: 'Salva' }).click();
    await form.waitFor({ state: 'detached' });
    await rowOf(floor, calm.order_number).getByText('750 scat.').first().waitFor();
    await act(floor, calm.order_number, 'Forza completamento');
    const question = floor.getByRole('dialog', { name: 'Forza completamento' });
    await question.getByText('L-2113: 750', { exact: false }).waitFor();
    const [forced] = await Promise.all([
      floor.waitForRequest((sent) => sent.method() === 'POST' && sent.url().includes('/force-completion/')),
      question.getByRole('button', { name: 'Forza completamento' }).click(),
    ]);
    await floor.getByText('Ordine completato con successo e movimento di magazzino creato').waitFor();
    await floor.getByRole('heading', { name: 'Nessuna riga in produzione' }).waitFor();

    // Friday: the finished goods are loaded into the warehouse, and the list is printed.
    const dock = await stage.open(api.warehouse, '/operazioni/carico-produzione');
    await dock.getByText('1 riga da caricare').waitFor(); // the item that was completed by force is loaded already
    // The middle of the row is a link.
    await rowOf(dock, urgent.order_number).click({ position: { x: 8, y: 8 } });
    await dock.getByRole('combobox', { name: 'Magazzino' }).click();
    await dock.getByRole('option', { name: 'Prodotti finiti' }).click();
    const [paper] = await Promise.all([
      dock.waitForEvent('popup'),
      dock.getByRole('button', { name: 'Stampa selezionati' }).click(),
    ]);
    await paper.getByRole('row', { name: /FOG-1.*L-2111 … L-2112.*600/ }).waitFor();
    await paper.close();
    await dock.getByRole('button', { name: 'Conferma carico' }).click();
    const [loaded] = await Promise.all([
      dock.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/load-to-warehouse')),
      dock.getByRole('dialog').getByRole('button', { name: 'Conferma carico' }).click(),
    ]);
    await dock.getByText('Caricata 1 riga nel magazzino Prodotti finiti').waitFor();
    await dock.getByRole('heading', { name: 'Niente da caricare' }).waitFor();

    // The week's report.
    await floor.goto(`${api.url}/produzione/stato?completed=true`);
    await floor.getByText('2 righe').waitFor();
    await floor.getByRole('button', { name: 'Stampa' }).click();
    const choice = floor.getByRole('dialog', { name: 'Stampa report di produzione' });
    await choice.getByRole('checkbox', { name: 'Seleziona tutto' }).click();
    await choice.getByText('selezionati: 2 di 2').waitFor();
    const [report] = await Promise.all([
      floor.waitForEvent('popup'),
      choice.getByRole('button', { name: 'Stampa' }).click(),
    ]);
    await report.getByRole('heading', { name: 'Report di produzione' }).waitFor();
    const summary = await report.getByRole('table').first().getByRole('row').last().innerText();
    assert.equal(summary.replaceAll(/\s+/g, ' ').trim(), '2 2 0 0');

    const assertBooked = async (when: string) => {
      const stock = (await api.warehouse.get(`/stock?warehouse_id=${warehouse.id}`)).body as {
        product_code: string;
        batch_number: string;
        quantity: number;
      }[];
      assert.deepEqual(
        stock.map((row) => `${row.product_code} ${row.batch_number} ${row.quantity}`).toSorted(),
        ['FOG-1 L-2111 400', 'FOG-1 L-2112 200', 'SAC-1 L-2113 750'],
        when,
      );
      for (const [id, produced, loadedQuantity] of [
        [urgent.items[0]!.id, 600, 600],
        [calm.items[0]!.id, 750, 750],
      ] as const) {
        const item = await bags.itemOf(id);
        assert.deepEqual(
          [item.production_status, item.total_produced, item.loaded_quantity],
          ['completato', produced, loadedQuantity],
          when,
        );
      }
    };
    await assertBooked('after the week');
    // Both responses are lost and the browser retries; then a user repeats the acts.
    for (const sent of [forced, loaded]) {
      const path = new URL(sent.url()).pathname.replace('/api', '');
      const headers = { 'idempotency-key': sent.headers()['idempotency-key']! };
      const again = await api.warehouse.post(path, sent.postDataJSON(), { headers });
      assert.ok(again.status < 300, `the answer of before: ${again.status}`);
      const anew = await api.warehouse.post(path, sent.postDataJSON());
      assert.equal(anew.status, 409);
      assert.match(anew.body.code, /^ALREADY_(COMPLETED|LOADED)$/);
    }
    await assertBooked('after the same again');
  },
);
