import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { createCustomer } from '../../server/src/testing/factories.ts';
import { assertAccessible, DESKTOP, PHONE, startStage, TABLET } from '../support/stage.ts';

const { api, open } = startStage();
const PATH = '/anagrafica/condizioni-pagamento';
async function newTerm(given: object) {
  return (await api.admin.post('/condizioni-pagamento', given)).body;
}

describe('/anagrafica/condizioni-pagamento', () => {
  test('B21: the form adds with Aggiungi; Modifica loads a row into the form, and Aggiorna saves it; the description is required', async () => {
    const page = await open(api.orders, PATH);
    await page.getByText('Nessuna condizione di pagamento').waitFor();
    await assertAccessible(page, 'empty');
    const description = page.getByRole('textbox', { name: 'Descrizione' });
    const days = page.getByRole('textbox', { name: 'Giorni di dilazione' });
    const fixed = page.getByRole('textbox', { name: 'Giorno fisso di scadenza' });
    const endOfMonth = page.getByRole('checkbox', { name: 'Fine mese' });
    assert.deepEqual(
      [await days.inputValue(), await fixed.inputValue(), await endOfMonth.isChecked()],
      ['0', '0', false],
    );
    await page.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await page.getByText('Campo obbligatorio').waitFor();
    await assertAccessible(page, 'refused');
    await description.fill('60 gg FM al 10');
    await days.fill('sessanta');
    await fixed.fill('32');
    await page.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    await page.getByText('Scrivi un numero').waitFor();
    await page.getByText('Il valore massimo è 31').waitFor();
    await days.fill('60');
    await fixed.fill('10');
    await endOfMonth.check();
    await page.getByRole('button', { name: 'Aggiungi', exact: true }).click();
    const row = page.getByRole('row').filter({ hasText: '60 gg FM al 10' });
    await row.getByRole('gridcell', { name: 'Sì', exact: true }).waitFor();
    const read = async () =>
      (await api.admin.get('/condizioni-pagamento')).body.map((term: Record<string, unknown>) => [
        term.descrizione,
        term.giorni_differita,
        term.giorno_fisso_scadenza,
        term.fine_mese,
      ]);
    assert.deepEqual(await read(), [['60 gg FM al 10', 60, 10, true]]);
    assert.equal(await description.inputValue(), '', 'the form is ready for the next');

    await row.getByRole('button', { name: 'Azioni per 60 gg FM al 10' }).click();
    await page.getByRole('menuitem', { name: 'Modifica' }).click();
    await page.getByRole('button', { name: 'Aggiorna' }).waitFor();
    assert.deepEqual(
      [await description.inputValue(), await days.inputValue(), await fixed.inputValue(), await endOfMonth.isChecked()],
      ['60 gg FM al 10', '60', '10', true],
    );
    await description.fill('90 gg');
    await days.fill('90');
    await fixed.fill('');
    await endOfMonth.uncheck();
    await page.getByRole('button', { name: 'Aggiorna' }).click();
    await page.getByRole('button', { name: 'Aggiungi', exact: true }).waitFor();
    await page.getByRole('link', { name: '90 gg' }).waitFor();
    assert.deepEqual(await read(), [['90 gg', 90, 0, false]]);
  });

  test('a payment term in use is not deleted, and the screen gives the reason; an unused one is deleted', async () => {
    const used = await newTerm({ descrizione: 'Usata' });
    await newTerm({ descrizione: 'Libera' });
    await createCustomer(api.admin, { tipo_pagamento_id: used.id });
    const page = await open(api.admin, PATH);
    for (const [name, message] of [
      ['Usata', 'Impossibile eliminare la condizione di pagamento: è assegnata a dei clienti'],
      ['Libera', 'Condizione di pagamento eliminata'],
    ] as const) {
      await page.getByRole('button', { name: `Azioni per ${name}` }).click();
      await page.getByRole('menuitem', { name: 'Elimina' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Elimina' }).click();
      await page.getByText(message, { exact: true }).waitFor();
    }
    const names = (await api.admin.get('/condizioni-pagamento')).body.map(
      ({ descrizione }: { descrizione: string }) => descrizione,
    );
    assert.deepEqual([names.includes('Usata'), names.includes('Libera')], [true, false]);
  });

  matrixTest('the list does not move when the form above it arrives, on a desk, a tablet and a phone', async () => {
    for (const viewport of [DESKTOP, TABLET, PHONE]) {
      const page = await open(api.orders, '/report', { viewport });
      let release = () => {};
      const held = new Promise<void>((resolve) => (release = resolve));
      await page.route('**/assets/PaymentTermForm-*.js', async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${api.url}${PATH}`);
      const search = page
        .getByRole('searchbox')
        .or(page.getByRole('textbox', { name: /^Cerca/ }))
        .first();
      await search.waitFor();
      const before = (await search.boundingBox())!.y;
      assert.equal(await page.getByRole('button', { name: 'Aggiungi', exact: true }).count(), 0, 'the form waits');
      release();
      await page.getByRole('button', { name: 'Aggiungi', exact: true }).waitFor();
      const after = (await search.boundingBox())!.y;
      assert.ok(Math.abs(after - before) <= 2, `${viewport.width} px: from ${before} to ${after}`);
    }
  });
});
