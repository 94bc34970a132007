/** Looks of the shared parts of screens: fields of a form, titles, days of filters, badges. */
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import {
  createCustomer,
  createCustomerOrder,
  createMachine,
  createProduct,
  createScheduling,
  createWarehouse,
} from '../../server/src/testing/factories.ts';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { DESKTOP, PHONE, startStage } from '../support/stage.ts';

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
    const subtitle = page.getByText('Merce dovuta e disponibile');
    await subtitle.waitFor();
    assert.ok((await subtitle.boundingBox())!.width > PHONE.width * 0.9);
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

  matrixTest('a badge that is wider than its column wraps, and its text is whole', async () => {
    const customer = await createCustomer(api.admin);
    const product = await createProduct(api.admin, { code: 'BADGE-1' });
    const machine = await createMachine(api.admin);
    const order = await createCustomerOrder(api.admin, customer.id, [
      { product_id: product.id, quantity: 100, unit_price: 1 },
    ]);
    await createScheduling(api.admin, order.items[0]!.id, machine.id, 40);
    const page = await open(api.admin, '/produzione/programmazione', { viewport: { ...DESKTOP, width: 1366 } });
    const badge = page.getByRole('grid').getByText('Parzialmente programmato');
    await badge.waitFor();
    assert.ok(await badge.evaluate((text) => text.scrollWidth <= text.clientWidth));
  });
});
