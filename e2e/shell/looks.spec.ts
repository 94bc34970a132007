/** Looks of the shared parts of screens: fields of a form, titles, days of filters. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { createWarehouse } from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { PHONE, startStage } from '../support/stage.ts';

const { api, open } = startStage();

describe('looks', () => {
  matrixTest('the inputs of a row are aligned, whether or not they have a description', async () => {
    const page = await open(api.admin, '/operazioni/prezzi/nuovo');
    const tops = [];
    for (const name of ['Prezzo', 'Dalla quantità']) {
      const field = page.getByRole('textbox', { name });
      await field.waitFor();
      tops.push((await field.boundingBox())!.y);
    }
    assert.equal(tops[0], tops[1]);
  });

  matrixTest('a title on a phone breaks between words, and its subtitle has the whole width', async () => {
    const { id } = await createWarehouse(api.admin, { name: 'Deposito Casablanca' });
    const page = await open(api.admin, `/anagrafica/magazzini/${id}`, { viewport: PHONE });
    await page.getByRole('heading', { level: 1, name: 'Deposito Casablanca' }).waitFor();
    const lines = await page.evaluate(() => {
      const text = document.querySelector('h1')!.firstChild!;
      return [...text.textContent!.matchAll(/\S+/g)].map(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return [word, range.getClientRects().length];
      });
    });
    assert.deepEqual(lines, [
      ['Deposito', 1],
      ['Casablanca', 1],
    ]);
    await page.goto(`${api.url}/operazioni/spedizioni`);
    const subtitle = page.getByText('Merce da consegnare e disponibile');
    await subtitle.waitFor();
    assert.ok((await subtitle.boundingBox())!.width > PHONE.width * 0.9);
  });

  matrixTest('the buttons of a list stay beside its title on a phone', async () => {
    for (const [path, heading, names] of [
      [
        '/operazioni/vendite?tab=invoices',
        'Vendite',
        ['Ricevute', 'Fattura tutto fino al', 'Stampa', 'Esporta Excel', 'Nuova fattura'],
      ],
      ['/ordiniclienti/visualizza-ordini', 'Visualizza ordini', ['Prezzi clienti', 'Stampa', 'Esporta Excel']],
    ] as const) {
      const page = await open(api.admin, path, { viewport: PHONE });
      const title = (await page.getByRole('heading', { level: 1, name: heading }).boundingBox())!;
      for (const name of names) {
        const button = page.getByRole('main').locator(`:is(a, button)[aria-label="${name}"]`);
        const { y, height } = (await button.boundingBox())!;
        assert.ok(y < title.y + title.height && y + height > title.y, `${name} is beside ${heading}`);
      }
    }
  });

  matrixTest('the days of a report are whole on a phone', async () => {
    const page = await open(api.admin, '/report/registri-iva', { viewport: PHONE });
    for (const name of ['Dal giorno', 'Al giorno']) {
      const field = page.getByRole('textbox', { name, exact: true });
      await field.waitFor();
      assert.match(await field.inputValue(), /^\d\d\/\d\d\/\d{4}$/);
      assert.ok(await field.evaluate((input) => input.scrollWidth <= input.clientWidth), name);
    }
  });
});
