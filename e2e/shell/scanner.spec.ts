/** A barcode scanner on screens that have no code field. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { createProduct } from '../../server/src/testing/factories.ts';
import { scan, typeInto } from '../support/by-hand.ts';
import { startStage } from '../support/stage.ts';

const { api, open } = startStage();
function palette(page: Page) {
  return page.getByRole('combobox', { name: /^Cerca schermate/ });
}
function searched(page: Page, text: string) {
  return page.waitForFunction((wanted) => (document.activeElement as HTMLInputElement).value === wanted, text);
}

describe('a scan', () => {
  test('opens the search with the scanned content: a code, a GTIN, the product of a label', async () => {
    const { id } = await createProduct(api.admin, { code: 'BOBINA-7', barcode: '8001090310323' });
    const page = await open(api.admin, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const [code, text] of [
      ['BOBINA-7', 'BOBINA-7'],
      ['BOBINA-7*L-1', 'BOBINA-7'],
      [']C1010800109031032310L-1', '8001090310323'],
    ] as const) {
      await scan(page, code);
      await palette(page).waitFor();
      await searched(page, text);
      await page.getByRole('option', { name: /BOBINA-7/, selected: true }).waitFor();
      await page.keyboard.press('Escape');
      await palette(page).waitFor({ state: 'detached' });
    }
    await scan(page, '8001090310323');
    await page.getByRole('option', { name: /BOBINA-7/, selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/anagrafica/prodotti/${id}$`));
  });

  test('does not type into a number field, and stays in a text field', async () => {
    const page = await open(api.admin, '/anagrafica/impostazioni');
    const field = page.getByLabel('Tolleranza di ricezione');
    await field.waitFor();
    await typeInto(field, '12,5');
    await page.keyboard.press('End'); // ends the key sequence like a pause, without waiting
    await scan(page, '8001090310323');
    await palette(page).waitFor();
    await searched(page, '8001090310323');
    await page.keyboard.press('Escape');
    await palette(page).waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '12,5');
    await page.goto(`${api.url}/anagrafica/prodotti/nuovo`);
    const barcode = page.getByLabel('Codice a barre');
    await barcode.focus();
    await scan(page, '8001090310323');
    assert.equal(await barcode.inputValue(), '8001090310323');
    assert.equal(await palette(page).count(), 0);
  });
});
