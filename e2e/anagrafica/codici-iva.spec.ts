import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matrixTest } from '../../server/src/testing/matrix.ts';
import { assertAccessible, startStage } from '../support/stage.ts';

const { api, open } = startStage();
const PATH = '/anagrafica/codici-iva';

describe('/anagrafica/codici-iva', () => {
  test('a VAT code is created and changed in a dialog; errors appear beside their field', async () => {
    const page = await open(api.orders, PATH);
    await page.getByText('Nessun codice IVA').waitFor();
    await assertAccessible(page, 'empty');
    await page.getByRole('link', { name: 'Nuovo codice IVA' }).first().click();
    const dialog = page.getByRole('dialog');
    const field = (name: string) => dialog.getByRole('textbox', { name });
    await dialog.getByRole('button', { name: 'Salva' }).click();
    assert.equal(await dialog.getByText('Campo obbligatorio').count(), 2);
    await assertAccessible(page, 'refused dialog');
    await field('Codice').fill('N3.2');
    await field('Aliquota').fill('101');
    await field('Natura').fill('X9');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await dialog.getByText('Il valore massimo è 100').waitFor();
    await dialog.getByText('Formato non valido').waitFor();
    await field('Aliquota').fill('0');
    await field('Natura').fill('n3.2');
    await field('Descrizione').fill('Intracomunitarie');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('link', { name: 'N3.2' }).click();
    await field('Aliquota').fill('5,5');
    await dialog.getByRole('button', { name: 'Salva' }).click();
    await page.getByRole('gridcell', { name: '5,5 %' }).waitFor();
    const [stored] = (await api.admin.get('/vat-codes')).body;
    assert.deepEqual(
      [stored.code, stored.rate, stored.natura, stored.description],
      ['N3.2', 5.5, 'N3.2', 'Intracomunitarie'],
    );
  });

  matrixTest('the hub has a card for it', async () => {
    await api.admin.post('/vat-codes', { code: '22', rate: 22 });
    const page = await open(api.sales, '/anagrafica');
    await page.getByRole('link', { name: /^Codici IVA/ }).click();
    await page.getByRole('link', { name: '22', exact: true }).waitFor();
  });
});
